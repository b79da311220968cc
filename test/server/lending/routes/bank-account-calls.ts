import assert from 'node:assert/strict';
import { verifyMicroDepositsRefusal } from '../../../../server/lending-api/payment-detail.ts';
import { answered } from '../../../helpers/answered.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../helpers/merchant-bodies.ts';

export const detailPath = '/api/v1/sponsor/merchants/payment-detail/';
export const verifyPath = (user = 'hillside-admin') =>
  `${detailPath}verify-micro-deposits/${user}/`;

/** Accounts of the sandbox: its deposits are known, come back, have run out on arrival. */
export const knownAccount = { ach_routing_number: '110000000', ach_account_number: '000123456789' };
export const returnedAccount = { ach_account_number: '000000000013' };
export const expiredAccount = { ach_account_number: '000000000014' };

/** What the known account is sent, and what it is not. */
export const rightAmounts = ['0.32', '0.45'] as const;
export const wrongAmounts = ['0.01', '0.02'] as const;

/** What the tests of a merchant's bank account ask as its Admin, and what is stored of it. */
export class BankAccountCalls {
  readonly #lending: TestLending;

  constructor(lending: TestLending) {
    this.#lending = lending;
  }

  register(change: Record<string, unknown> = {}): Promise<Response> {
    return this.#lending.call('POST', detailPath, { body: aPaymentDetail(change) });
  }

  async registerAgain(change: Record<string, unknown> = {}): Promise<void> {
    await answered(await this.register(change), 201);
  }

  /** The known account, which waits for its amounts, in the place of another one. */
  async registerKnown(): Promise<void> {
    await this.registerAgain();
    await this.registerAgain(knownAccount);
  }

  verify(...micro_deposits_amounts: readonly string[]): Promise<Response> {
    return this.#lending.call('POST', verifyPath(), { body: { micro_deposits_amounts } });
  }

  /** As many wrong attempts as end a verification. */
  async failAttempts(): Promise<void> {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await answered(await this.verify(...wrongAmounts), 400);
    }
  }

  accounts() {
    return this.#lending.context.database.query
      .selectFrom('bank_accounts')
      .selectAll()
      .orderBy('created_at')
      .execute();
  }

  async accountInUse() {
    const inUse = (await this.accounts()).filter(({ status }) => status !== 'Replaced');
    const [account, ...others] = inUse;
    assert.ok(account);
    assert.deepEqual(others, []);
    return account;
  }
}

/** How a registration or a verification is refused. */
export async function verifyRefusal(response: Response, status: number) {
  return verifyMicroDepositsRefusal.parse(await answered(response, status));
}
