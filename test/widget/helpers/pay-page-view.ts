import type { PayPageView } from '../../../widget/contract/pay-page.ts';

/** What the BFF says of a link. */
export function payPageView(parts: Partial<PayPageView> = {}): PayPageView {
  return {
    checkout_id: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11',
    merchant: 'pk_test',
    state: 'open',
    is_held: false,
    shop: 'Hillside',
    theme: {},
    locale: 'en',
    lender: null,
    order: null,
    ...parts,
  };
}
