import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ApiErrorCode, type Blocker, problem } from '../../server/bff/merchant-api/answers.ts';
import { type ChargeView, charge } from '../../server/bff/merchant-api/charges.ts';
import {
  type CheckoutView,
  type CreatedCheckout,
  checkoutView,
  createdCheckout,
} from '../../server/bff/merchant-api/checkouts.ts';
import { type CreditLimitView, creditLimit } from '../../server/bff/merchant-api/credit-limit.ts';
import { type RefundView, refund, refundsPage } from '../../server/bff/merchant-api/refunds.ts';
import { type ReportView, report } from '../../server/bff/merchant-api/report.ts';
import {
  type SettlementsPage,
  settlementsPage,
} from '../../server/bff/merchant-api/settlements.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { shopKey, shopOrigin, type TestBff } from './bff.ts';
import type { PageAnswer } from './shop-page.ts';

/** A merchant's server: its calls with the secret key. */
export class MerchantServer {
  readonly bff: TestBff;
  readonly #authorization: string;

  constructor(bff: TestBff, secretKey = shopKey) {
    this.bff = bff;
    this.#authorization = basicAuthHeader({ username: secretKey, password: '' });
  }

  /** A GET, as it is answered. */
  async read(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.bff.app.request(`/v1/merchant${path}`, {
      headers: { authorization: this.#authorization, ...headers },
    });
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const answer = await this.bff.app.request(`/v1/merchant${path}`, {
      method,
      headers: {
        authorization: this.#authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body: parsed };
  }

  /** POST `/checkouts`; the parts are of its body. */
  post(parts: Record<string, unknown> = {}, key?: string): Promise<PageAnswer> {
    const body = { amount: '8400.00', order_id: 'S-1', return_url: `${shopOrigin}/pay`, ...parts };
    return this.call('POST', '/checkouts', body, keyHeader(key));
  }

  async make(parts: Record<string, unknown> = {}, key?: string): Promise<CreatedCheckout> {
    return createdCheckout.parse(expected(await this.post(parts, key), 201));
  }

  async view(id: string): Promise<CheckoutView> {
    return checkoutView.parse(expected(await this.call('GET', `/checkouts/${id}`), 200));
  }

  /** POST `/checkouts/{id}/link` */
  askLink(id: string, key: string = randomUUID()): Promise<PageAnswer> {
    return this.call('POST', `/checkouts/${id}/link`, {}, keyHeader(key));
  }

  async link(id: string, key?: string): Promise<CreatedCheckout> {
    return createdCheckout.parse(expected(await this.askLink(id, key), 200));
  }

  /** POST `/checkouts/{id}/cancel` */
  askCancel(id: string, key: string = randomUUID()): Promise<PageAnswer> {
    return this.call('POST', `/checkouts/${id}/cancel`, {}, keyHeader(key));
  }

  async cancel(id: string, key?: string): Promise<CheckoutView> {
    return checkoutView.parse(expected(await this.askCancel(id, key), 200));
  }

  /** POST `/checkouts/{id}/credit-limit` */
  askLimit(id: string, amount: string, key: string = randomUUID()): Promise<PageAnswer> {
    return this.call('POST', `/checkouts/${id}/credit-limit`, { amount }, keyHeader(key));
  }

  async raiseLimit(id: string, amount: string, key?: string): Promise<CreditLimitView> {
    return creditLimit.parse(expected(await this.askLimit(id, amount, key), 200));
  }

  /** POST `/checkouts/{id}/charges` */
  ask(
    id: string,
    parts: Record<string, unknown> = {},
    key: string = randomUUID(),
  ): Promise<PageAnswer> {
    const body = { transaction_description: 109, amount: '8400.00', ...parts };
    return this.call('POST', `/checkouts/${id}/charges`, body, keyHeader(key));
  }

  async charge(id: string, parts: Record<string, unknown> = {}, key?: string): Promise<ChargeView> {
    return charge.parse(expected(await this.ask(id, parts, key), 201));
  }

  /** POST `/checkouts/{id}/charges/{charge}/approve` */
  askApproval(
    { id, chargeId }: { id: string; chargeId: string },
    parts: Record<string, unknown> = {},
    key: string = randomUUID(),
  ): Promise<PageAnswer> {
    const evidence = { authorization_method: 'signed_contract', authorization_reference: 'HC-1' };
    const path = `/checkouts/${id}/charges/${chargeId}/approve`;
    return this.call('POST', path, { ...evidence, ...parts }, keyHeader(key));
  }

  async approve(of: { id: string; chargeId: string }, key?: string): Promise<ChargeView> {
    return charge.parse(expected(await this.askApproval(of, {}, key), 200));
  }

  /** POST `/checkouts/{id}/charges/{charge}/refunds` */
  askRefund(
    { id, chargeId }: { id: string; chargeId: string },
    body: Record<string, unknown> = {},
    key: string = randomUUID(),
  ): Promise<PageAnswer> {
    const path = `/checkouts/${id}/charges/${chargeId}/refunds`;
    return this.call('POST', path, body, keyHeader(key));
  }

  async refund(
    of: { id: string; chargeId: string },
    body: Record<string, unknown> = {},
    key?: string,
  ): Promise<RefundView> {
    return refund.parse(expected(await this.askRefund(of, body, key), 201));
  }

  async refunds({ id, chargeId }: { id: string; chargeId: string }): Promise<RefundView[]> {
    const answer = await this.call('GET', `/checkouts/${id}/charges/${chargeId}/refunds`);
    return refundsPage.parse(expected(answer, 200)).refunds;
  }

  /** POST `/checkouts/{id}/charges/{charge}/refunds/{refund}/resolve` */
  askResolveRefund(
    { id, chargeId, refundId }: { id: string; chargeId: string; refundId: string | undefined },
    body: object,
    key: string = randomUUID(),
  ): Promise<PageAnswer> {
    const path = `/checkouts/${id}/charges/${chargeId}/refunds/${refundId}/resolve`;
    return this.call('POST', path, body, keyHeader(key));
  }

  async settlements(query = ''): Promise<SettlementsPage> {
    return settlementsPage.parse(expected(await this.call('GET', `/settlements${query}`), 200));
  }

  async report(query = ''): Promise<ReportView> {
    return report.parse(expected(await this.call('GET', `/report${query}`), 200));
  }

  async charges(id: string): Promise<ChargeView[]> {
    const { body } = await this.call('GET', `/checkouts/${id}/charges`);
    return (body as { charges: unknown[] }).charges.map((each) => charge.parse(each));
  }
}

/** The code of a problem, and what stands in the way. */
export function problemOf({ body }: PageAnswer): { code: ApiErrorCode; blockedBy?: Blocker } {
  const { code, blocked_by: blockedBy } = problem.parse(body);
  return { code, ...(blockedBy && { blockedBy }) };
}

/** What stands in the way of a call that is refused with this code. */
export function blockerOf(answer: PageAnswer, code: ApiErrorCode): Blocker | undefined {
  const found = problemOf(answer);
  assert.equal(found.code, code);
  return found.blockedBy;
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key };
}

function expected(answer: PageAnswer, status: number): unknown {
  if (answer.status === status) return answer.body;
  throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
