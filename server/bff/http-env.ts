import type { Merchant } from './context.ts';
import type { Caller } from './domain/admission.ts';
import type { Authenticated } from './operations/authenticate.ts';

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
  Variables: BffEnv['Variables'] & Authenticated & { caller: Caller };
}
