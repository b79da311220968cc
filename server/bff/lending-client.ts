import type { z } from 'zod';
import { pageOf } from '../lending-api/answers.ts';
import {
  type InvitePortalResponse,
  invitePortalResponse,
  invitePortalRoute,
  type LoanApplicationDetail,
  loanApplicationDetail,
  retrieveLoanApplicationRoute,
} from '../lending-api/loan-applications.ts';
import {
  type SelectOfferRequest,
  type SelectOfferResponse,
  selectOfferResponse,
  selectOfferRoute,
} from '../lending-api/offers.ts';
import {
  type ChargeRequest,
  type ChargeRequestResponse,
  chargeRequestResponse,
  createChargeRequestRoute,
} from '../lending-api/payment-requests.ts';
import {
  listRateSheetRoute,
  type RateSheetProduct,
  rateSheet,
} from '../lending-api/rate-sheets.ts';
import {
  type SoftPullRequest,
  type SoftPullResponse,
  softPullResponse,
  softPullRoute,
} from '../lending-api/soft-pull.ts';
import { type Activity, activity, listAllTransactionsRoute } from '../lending-api/transactions.ts';
import { basicAuthHeader, type BasicCredentials } from '../platform/http/basic-auth.ts';
import type { HttpClient, HttpRequest } from '../platform/outbound/http-client.ts';
import { errorOfOutcome, LenderError } from './lender-error.ts';

const activityPage = pageOf(activity);
const pageSize = '100';

export interface LoanName {
  /** A merchant user who may see the loan. */
  requestUserId: string;
  loanId: string;
}

/** How a call ended, for the metrics. */
export type LenderCallObserver = (call: {
  operation: string;
  outcome: string;
  durationMs: number;
}) => void;

export interface LendingClientOptions {
  http: HttpClient;
  /** `{base_url}` of the Sponsor Lending API. */
  baseUrl: string;
  credentials: BasicCredentials;
  /** How long a soft pull may take in all. */
  softPullMs: number;
  onCall?: LenderCallObserver;
}

/**
 * The Sponsor Lending API as the BFF speaks it. Every answer is read by its schema; every method
 * throws a LenderError.
 */
export class LendingClient {
  readonly #options: LendingClientOptions;
  readonly #authorization: string;

  constructor(options: LendingClientOptions) {
    this.#options = options;
    this.#authorization = basicAuthHeader(options.credentials);
  }

  softPull(body: SoftPullRequest): Promise<SoftPullResponse> {
    const totalMs = this.#options.softPullMs;
    return this.#call(softPullRoute, softPullResponse, { body, totalMs });
  }

  selectOffer(offerUuid: string, body: SelectOfferRequest): Promise<SelectOfferResponse> {
    const path = { offer_uuid: offerUuid };
    return this.#call(selectOfferRoute, selectOfferResponse, { path, body });
  }

  loan({ requestUserId, loanId }: LoanName): Promise<LoanApplicationDetail> {
    const path = { request_user_id: requestUserId, loan_id: loanId };
    return this.#call(retrieveLoanApplicationRoute, loanApplicationDetail, { path });
  }

  invitePortal({ requestUserId, loanId }: LoanName): Promise<InvitePortalResponse> {
    const path = { request_user_id: requestUserId, loan_id: loanId };
    return this.#call(invitePortalRoute, invitePortalResponse, { path });
  }

  /** `requestUserId` names an Admin. */
  rateSheet(requestUserId: string): Promise<RateSheetProduct[]> {
    const path = { request_user_id: requestUserId };
    return this.#call(listRateSheetRoute, rateSheet, { path });
  }

  /** A repeat under the same key is answered with the first request by a lender that knows keys. */
  createCharge(body: ChargeRequest, idempotencyKey: string): Promise<ChargeRequestResponse> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#call(createChargeRequestRoute, chargeRequestResponse, { body, headers });
  }

  /** All activity on one loan, found by its number. */
  async activity(requestUserId: string, loanNumber: string): Promise<Activity[]> {
    const found: Activity[] = [];
    for (let page = 1; ; page += 1) {
      const { count, results } = await this.#call(listAllTransactionsRoute, activityPage, {
        path: { request_user_id: requestUserId },
        query: { search: loanNumber, page: String(page), page_size: pageSize },
      });
      found.push(...results);
      if (found.length >= count || results.length === 0) return found;
    }
  }

  async #call<Schema extends z.ZodType>(
    route: { method: string; path: string; operationId?: string },
    schema: Schema,
    parts: CallParts,
  ): Promise<z.output<Schema>> {
    const operation = route.operationId ?? route.path;
    const startedAt = performance.now();
    const outcome = await this.#options.http.call(this.#request(route, parts));
    const answer = outcome.kind === 'answered' ? schema.safeParse(outcome.body) : undefined;
    const isUnreadable = answer?.success === false;
    this.#options.onCall?.({
      operation,
      outcome: isUnreadable ? 'unreadable' : outcome.kind,
      durationMs: performance.now() - startedAt,
    });
    if (outcome.kind !== 'answered') throw errorOfOutcome(operation, outcome);
    if (answer?.success) return answer.data;
    throw new LenderError(`${operation}: the answer is not of its form`, 'unknown', {
      status: outcome.status,
    });
  }

  #request(
    { method, path }: { method: string; path: string },
    { path: values = {}, query, body, headers, totalMs }: CallParts,
  ): HttpRequest {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return {
      method: method.toUpperCase() as HttpRequest['method'],
      url: `${this.#options.baseUrl}${filledPath(path, values)}${search}`,
      headers: { authorization: this.#authorization, ...headers },
      ...(body !== undefined && { body }),
      ...(totalMs !== undefined && { totalMs }),
    };
  }
}

interface CallParts {
  path?: Readonly<Record<string, string>>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  totalMs?: number;
}

/** `('/loan/{loan_id}/', { loan_id: 'a/b' }) => '/loan/a%2Fb/'` */
function filledPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
