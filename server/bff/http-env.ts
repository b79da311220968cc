import type { Merchant } from './context.ts';
import type { Checkout } from './domain/checkout.ts';
import type { SessionTimes } from './domain/session.ts';

/** What the middleware of this app hands on. */
export interface BffEnv {
  Variables: {
    correlationId: string;
    /** Whose origins may read the answer; undefined while the request has named no merchant. */
    merchant: Merchant | undefined;
  };
}

/** Within `/v1/checkouts/{id}`: the token is good, and its caller may go on with the checkout. */
export interface SessionEnv {
  Variables: BffEnv['Variables'] & { checkout: Checkout; session: SessionTimes };
}
