import type { Merchant } from '../context.ts';
import type { Caller } from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { Session } from '../store/sessions.ts';

/** What the middleware of this app hands on. */
export interface BffEnv {
  Variables: {
    correlationId: string;
    /**
     * The publishable key, once the request has named its merchant: from then on only its origins
     * may read the answer.
     */
    merchantId: string | undefined;
    /**
     * Once the caller has shown that it may know the checkout. In a merchant's call it is what stands
     * in the address, before anything is looked up.
     */
    checkoutId: string | undefined;
  };
}

/** Within `/v1/merchant`: the secret key is that of this merchant. */
export interface MerchantEnv {
  Variables: BffEnv['Variables'] & { merchant: Merchant };
}

/** Within `/v1/checkouts/{id}`: the token is good, and its caller may go on with the checkout. */
export interface SessionEnv {
  Variables: BffEnv['Variables'] & { checkout: Checkout; session: Session; caller: Caller };
}
