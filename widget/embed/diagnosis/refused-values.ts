import type { WidgetErrorCode } from '../../contract/flow-message.ts';
import type { Finding, Patient } from './finding.ts';

/** What the BFF has said against a value, and the attribute that it came by. */
const refusals: Partial<Record<WidgetErrorCode, { message: string; fix: string }>> = {
  order_invalid: {
    message: 'The BFF has refused the order: its token is spent, past its time or wrongly signed.',
    fix: 'order-token="…" or client-token="…"',
  },
  amount_out_of_range: {
    message: 'The BFF has refused the amount: it is not one that the merchant finances.',
    fix: 'amount="8400.00"',
  },
  invalid_request: {
    message:
      'The BFF could not read amount or return-url: an amount is text such as 8400.00, an address one of a listed origin.',
    fix: 'amount="8400.00" return-url="https://…"',
  },
};

/** Names the value that was refused last, unless the page has set another since. */
export function refusedValues({ refused }: Patient): Finding[] {
  const refusal = refused && refusals[refused];
  return refusal ? [{ code: 'wrong_value', ...refusal }] : [];
}
