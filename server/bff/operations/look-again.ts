import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { lookAgain as backToOffers } from '../domain/selecting.ts';
import { assertMayLookAgain, type Rights } from '../domain/rights.ts';
import { stepOf } from '../domain/step.ts';
import { changeStored } from './change-checkout.ts';
import { trySync } from './sync-checkout.ts';

/** Back to the offers while the terms are not accepted. @throws BffError `wrong_step` */
export async function lookAgain(
  context: BffContext,
  { id }: Checkout,
  rights: Rights,
): Promise<CheckoutStep> {
  assertMayLookAgain(rights);
  await trySync(context, id);
  const { after } = await changeStored(context, id, backToOffers);
  return stepOf(after);
}
