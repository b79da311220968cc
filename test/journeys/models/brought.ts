import { newOrderId } from '../../../demo/cart.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { walkTo } from '../../helpers/walk-checkout.ts';
import type { Journey, VisitOptions } from './journey.ts';
import type { TypedApplicant } from './typed-applicant.ts';
import type { Visit } from './visit.ts';

/** Where a checkout can stand for whoever comes back to it. */
type Reached = 'offers' | 'redirect' | 'accepted' | 'charge_pending' | 'charge_outcome';

/** An order of the shop, and the calls of the browser in which it was begun. */
export interface BroughtOrder {
  orderId: string;
  client: CheckoutClient;
}

/** An order whose checkout stands there already, without a browser. */
export async function orderAt(
  screen: Reached,
  { product: { bffUrl, demoUrl }, sandbox }: Pick<Journey, 'product' | 'sandbox'>,
  applicant: TypedApplicant,
): Promise<BroughtOrder> {
  const client = new CheckoutClient({ bffUrl, origin: demoUrl });
  const orderId = newOrderId();
  await client.open(await sampleOrder(bffUrl, orderId));
  await walkTo(screen, { client, sandbox, applicant: asSent(applicant) });
  return { orderId, client };
}

/**
 * A person who comes back to a checkout that stands there already, by the address to which the
 * lender sends them: for what happens from there on. What was typed before went by the same calls.
 */
export async function visitAt(
  screen: Reached,
  here: Journey,
  applicant: TypedApplicant,
  options: VisitOptions = {},
): Promise<Visit> {
  const { orderId, client } = await orderAt(screen, here, applicant);
  const visit = await here.visit({ ...options, startsAt: 'nowhere' });
  await visit.page.goto(
    `${here.product.demoUrl}/?order=${orderId}#soft_pull_resume=${client.resumeHandle}`,
  );
  await visit.checkout.at(screen);
  return visit;
}

/** What the form makes of what was typed into it. */
function asSent(typed: TypedApplicant) {
  const [month, day, year] = typed.date_of_birth.split('/');
  return {
    ...typed,
    middle_name: undefined,
    suffix: undefined,
    address_2: undefined,
    employer_name: undefined,
    date_of_birth: `${year}-${month}-${day}`,
    phone: `+1${typed.phone.replaceAll(/\D/g, '')}`,
    monthly_housing_payment: asAmount(typed.monthly_housing_payment),
    annual_income: asAmount(typed.annual_income),
  };
}

/** `'1,250' => '1250.00'` */
function asAmount(typed: string): string {
  return `${typed.replaceAll(',', '')}.00`;
}
