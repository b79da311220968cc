import type { AcceptedLoan } from '../../../helpers/accepted-page.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import type { TestBff } from '../../../helpers/bff.ts';
import type { FaultyProxy } from '../../../helpers/faulty-proxy.ts';
import type { ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { chargeRequests } from './charge-calls.ts';

/** What the suites that ask a lender only once need of it, whichever lender it is. */
export interface OnceTestbed {
  readonly bff: TestBff;
  readonly proxy: FaultyProxy;
  /** A page whose consumer has accepted the terms of the cheapest offer. */
  accepted(loan?: AcceptedLoan): Promise<ShopPage>;
  /** The charge requests that the lender has made. */
  charges(): Promise<readonly LendersCharge[]>;
  reject(uuid: string): Promise<unknown>;
  cancelAccount(page: ShopPage): Promise<unknown>;
  close(): Promise<void>;
}

export interface LendersCharge {
  readonly uuid: string;
  readonly isWaiting: boolean;
}

export function atEmbeddedLender(testbed: Testbed): OnceTestbed {
  const { bff, proxy, sandbox } = testbed;
  return {
    bff,
    proxy,
    accepted: (loan) => acceptedPage(testbed, loan),
    charges: async () =>
      (await chargeRequests(testbed)).map(({ id, status }) => ({
        uuid: id,
        isWaiting: status === 'Pending',
      })),
    reject: (uuid) => sandbox.paymentRequest(uuid, 'reject'),
    cancelAccount: async (page) =>
      sandbox.post('/api/v1/sponsor/consumers/accounts/cancel/', {
        request_user_id: 'hillside-admin',
        external_application_id: await testbed.applicationOf(page),
      }),
    close: testbed.close,
  };
}

export async function startEmbeddedOnce(): Promise<OnceTestbed> {
  return atEmbeddedLender(await startTestbed({ isRunning: false }));
}

export function atBareLender(testbed: BareTestbed): OnceTestbed {
  const { bff, proxy, lender } = testbed;
  return {
    bff,
    proxy,
    accepted: (loan) => acceptedAtBareLender(testbed, loan),
    charges: async () =>
      lender.books
        .chargesNow()
        .map(({ uuid, state }) => ({ uuid, isWaiting: state === 'waiting' })),
    reject: (uuid) => lender.controls.reject(uuid),
    cancelAccount: ({ checkoutId }) => lender.controls.cancelAccount(checkoutId),
    close: testbed.close,
  };
}

/** A lender that is not ours, and says enough for what was lost to be found in its records. */
export async function startBareOnce(): Promise<OnceTestbed> {
  const settings = { saysLoanNumber: true, loanListsOffers: true };
  return atBareLender(await startBareTestbed({ settings }));
}
