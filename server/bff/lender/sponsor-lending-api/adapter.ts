import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import { isRefusal, LenderError } from '../lender-error.ts';
import type {
  ChargeAnswer,
  ChargeCall,
  ChargeList,
  ChargeQuery,
  ChargeRecord,
  Lender,
  LenderOptions,
  LoanName,
  LoanReading,
  PortalReading,
  RateSheetProduct,
  SelectCall,
  SelectionReading,
  SoftPullCall,
} from '../lender.ts';
import { type Answer, type Call, Calls } from './calls.ts';
import { readCharges } from './read-charges.ts';
import { readChargeAnswer } from './read-charge-answer.ts';
import { type ListCall, readList } from './read-list.ts';
import { readLoan, readPortal } from './read-loan.ts';
import { offerFields } from './read-offers.ts';
import { readRateSheet } from './read-rate-sheet.ts';
import { chargeBody, dateRange, selectBody, softPullBody, usDateRange } from './requests.ts';
import { type Fields, readFields, readMoney, readText, readTime, readUuid } from './values.ts';

const merchants = '/api/v1/sponsor/merchants';
const consumers = '/api/v1/sponsor/consumers';
const pageSize = '100';

/** The Sponsor Lending API, read with tolerance: what is not documented is taken where it is there. */
export default function createSponsorLendingApi(options: LenderOptions): Lender {
  return new SponsorLendingApi(options);
}

class SponsorLendingApi implements Lender {
  readonly offerFields = offerFields;
  readonly probe: Lender['probe'];
  readonly #calls: Calls;
  readonly #options: LenderOptions;

  constructor(options: LenderOptions) {
    this.#options = options;
    this.#calls = new Calls(options);
    this.probe = {
      url: `${options.baseUrl}${rateSheetPath(options.probeUserId)}`,
      headers: { authorization: basicAuthHeader(options) },
    };
  }

  softPull(call: SoftPullCall): Promise<LoanReading> {
    const request: Call = {
      operation: 'softPull',
      method: 'POST',
      path: `${consumers}/soft-pull/`,
      body: softPullBody(call),
      totalMs: this.#options.softPullMs,
    };
    return this.#calls.make(request, loanOf);
  }

  async select(call: SelectCall): Promise<SelectionReading> {
    const request: Call = {
      operation: 'selectOffer',
      method: 'PATCH',
      path: `${consumers}/offers/${encodeURIComponent(call.offerUuid)}/select/`,
    };
    try {
      return await this.#calls.make({ ...request, body: selectBody(call) }, selectionOf);
    } catch (error) {
      const isOfBody = isRefusal(error, 400) || isRefusal(error, 422);
      // Without its body the call would take the whole offer, which is more debt than was chosen.
      if (!isOfBody || call.isOtherAmount) throw error;
      return this.#calls.make(request, selectionOf);
    }
  }

  loan(name: LoanName): Promise<LoanReading> {
    const operation = 'retrieveLoanApplication';
    return this.#calls.make({ operation, method: 'GET', path: loanPath(name) }, loanOf);
  }

  async invitePortal(name: LoanName): Promise<PortalReading> {
    const path = `${loanPath(name)}invite-portal/`;
    try {
      return await this.#calls.make({ operation: 'invitePortal', method: 'POST', path }, portalOf);
    } catch (error) {
      const isSent = error instanceof LenderError && error.unreadable !== undefined;
      if (isSent) return { portalStatus: null, eligibility: null };
      throw error;
    }
  }

  createCharge(call: ChargeCall): Promise<ChargeAnswer> {
    const request: Call = {
      operation: 'createChargeRequest',
      method: 'POST',
      path: `${merchants}/payment-request/`,
      body: chargeBody(call),
      headers: { 'idempotency-key': call.idempotencyKey },
    };
    return this.#calls.make(request, readChargeAnswer);
  }

  /** One list after the other, in the order in which a charge goes through them: it is missed by none. */
  async charges(query: ChargeQuery): Promise<ChargeList> {
    const admin = encodeURIComponent(query.adminUserId);
    const pending = await this.#list('pending', {
      operation: 'listPendingChargeRequests',
      path: `${merchants}/payment-request/${admin}/`,
      query: dateRange(query),
      isPaged: false,
    });
    const transactions = await this.transactions(query);
    const activity = await this.#list('activity', {
      operation: 'listAllTransactions',
      path: `${merchants}/${admin}/all-transactions/`,
      query: {
        ...usDateRange(query),
        ...(query.loanNumber !== null && { search: query.loanNumber }),
        page_size: pageSize,
      },
      isPaged: true,
    });
    return together([pending, transactions, activity]);
  }

  transactions(query: ChargeQuery): Promise<ChargeList> {
    return this.#list('transactions', {
      operation: 'listTransactions',
      path: `${merchants}/transactions/${encodeURIComponent(query.adminUserId)}/`,
      query: dateRange(query),
      isPaged: false,
    });
  }

  async rateSheet(adminUserId: string): Promise<readonly RateSheetProduct[]> {
    const operation = 'listRateSheet';
    const path = rateSheetPath(adminUserId);
    const { rows } = await readList(this.#calls, { operation, path, query: {}, isPaged: false });
    return readRateSheet(rows, this.#calls.noticing(operation));
  }

  async #list(list: ChargeRecord['list'], call: ListCall): Promise<ChargeList> {
    const { rows, isWhole } = await readList(this.#calls, call);
    const noticing = this.#calls.noticing(call.operation);
    const records = readCharges(rows, { list, field: 'results', noticing });
    return { records, isWhole: isWhole && records.length === rows.length };
  }
}

function rateSheetPath(adminUserId: string): string {
  return `${merchants}/rate-sheets/${encodeURIComponent(adminUserId)}/`;
}

function loanPath({ requestUserId, loanId }: LoanName): string {
  const user = encodeURIComponent(requestUserId);
  return `${merchants}/loan-applications/${user}/loan/${encodeURIComponent(loanId)}/`;
}

function loanOf({ body, noticing, lacks }: Answer): LoanReading {
  const fields = readFields(body);
  if (fields === null) throw lacks('decision');
  return readLoan(fields, noticing);
}

function selectionOf({ body }: Answer): SelectionReading {
  const fields: Fields = readFields(body) ?? {};
  return {
    link: readText(fields.consumer_invitation_link),
    linkExpiresAt: readTime(fields.link_expires_at),
    offerUuid: readUuid(fields.offer_uuid),
    selectedAmount: readMoney(fields.selected_amount),
  };
}

function portalOf({ body, noticing }: Answer): PortalReading {
  return readPortal(readFields(body) ?? {}, noticing);
}

function together(lists: readonly ChargeList[]): ChargeList {
  return {
    records: lists.flatMap(({ records }) => records),
    isWhole: lists.every(({ isWhole }) => isWhole),
  };
}
