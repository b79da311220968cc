import { isBalanced } from '../../../server/loan-math/fee-split.ts';
import { dollars, parseCents } from '../../../server/platform/money.ts';
import { textOf } from './applications.ts';
import type { Charge, NewCharge } from './books.ts';
import type { Desk } from './desk.ts';
import {
  type Answer,
  detail,
  fieldErrors,
  forbidden,
  gatewayPage,
  notFound,
  type ViewRequest,
} from './rest-framework.ts';

const kinds = [109, 111, 113];
const amountNames = [
  'consumer_charge_amount',
  'net_to_merchant_amount',
  'net_platform_fee',
  'net_to_sponsor_amount',
] as const;

const portalMissing = detail(400, 'The customer has no active Payment Portal account.');
export const bankMissing = detail(400, 'The merchant has no active bank account.');
export const notReachable = detail(424, 'The phone is opted out of SMS and there is no e-mail.');

/** POST `/merchants/payment-request/`; every call makes a charge request. */
export function createCharge(desk: Desk, { body }: ViewRequest): Answer {
  const user = textOf(body, 'request_user_id');
  if (desk.roleOf(user) === undefined) return forbidden;
  const loan = desk.books.findLoan(textOf(body, 'external_application_id'));
  if (loan === undefined) return fieldErrors({ external_application_id: 'Object does not exist.' });
  const amounts = amountsOf(body);
  if (amounts === undefined) return fieldErrors({ consumer_charge_amount: 'Not a valid number.' });
  const kind = Number(textOf(body, 'transaction_description'));
  if (!kinds.includes(kind)) return fieldErrors({ transaction_description: 'Not a valid choice.' });
  if (!isBalancedSplit(amounts)) return detail(400, 'The fee split does not balance.');
  if (loan.state !== 'accepted') return detail(400, 'The application is not Approved: Accepted.');
  if (!loan.isPortalActive) return portalMissing;
  if (!loan.persona.isReachable) return notReachable;
  const callbackUrl = textOf(body, 'transaction_callback_url');
  const charge = desk.books.addCharge({ ...amounts, loan, kind, callbackUrl, requestedBy: user });
  askConsumer(desk, charge);
  if (!loan.persona.isChargeAnswered) return gatewayPage(504);
  return { status: 201, body: { payment_request_uuid: charge.uuid } };
}

function askConsumer({ tell, pagesUrl }: Desk, { loan, uuid, cents }: Charge): void {
  const proof = `the last four digits of your SSN and loan number ${loan.number}`;
  tell(`To the consumer: approve ${dollars(cents)} at ${pagesUrl}/charges/${uuid}/ by ${proof}`);
}

type Amounts = Pick<NewCharge, 'cents' | 'merchantCents' | 'platformCents' | 'sponsorCents'>;

function amountsOf(body: ViewRequest['body']): Amounts | undefined {
  const texts = amountNames.map((name) => textOf(body, name));
  if (!texts.every((text) => /^\d{1,9}(\.\d{1,2})?$/.test(text))) return undefined;
  const [cents = 0, merchantCents = 0, platformCents = 0, sponsorCents = 0] = texts.map(parseCents);
  return { cents, merchantCents, platformCents, sponsorCents };
}

function isBalancedSplit(amounts: Amounts): boolean {
  return isBalanced(amounts.cents, {
    net_to_merchant_amount_cents: amounts.merchantCents,
    net_platform_fee_cents: amounts.platformCents,
    net_to_sponsor_amount_cents: amounts.sponsorCents,
  });
}

/** POST `/merchants/payment-request/{payment_request_uuid}/approve/` */
export function approveOnBehalf(desk: Desk, { path }: ViewRequest): Answer {
  if (!desk.settings.approvesOnBehalf) return forbidden;
  const charge = desk.books.findCharge(path.uuid ?? '');
  if (charge === undefined) return notFound;
  if (charge.state !== 'waiting') return detail(400, 'The request is not pending.');
  charge.state = 'Pending';
  charge.statusAt = desk.now();
  return detail(200, 'The request was approved.');
}

/** POST `/merchants/refund-payment-request/`; every call makes a refund, and names none. */
export function createRefund(desk: Desk, { body }: ViewRequest): Answer {
  if (desk.roleOf(textOf(body, 'request_user_id')) !== 'Admin') return forbidden;
  const charge = desk.books.findCharge(textOf(body, 'payment_request_uuid'));
  if (charge === undefined) return notFound;
  const amounts = amountsOf(body);
  if (amounts === undefined) return fieldErrors({ consumer_charge_amount: 'Not a valid number.' });
  if (!isBalancedSplit(amounts)) return detail(400, 'The fee split does not balance.');
  const isSettled = charge.state === 'Transferred';
  if (!isSettled && charge.state !== 'Pending') return detail(400, 'It cannot be refunded now.');
  const left = desk.books.unrefunded(charge);
  if (amounts.cents > left || amounts.cents === 0) {
    return detail(400, 'More than the maximum refundable amount.');
  }
  if (!isSettled && amounts.cents < charge.cents) {
    return detail(400, 'A transaction that is not settled can only be refunded in full.');
  }
  desk.books.addRefund(charge, amounts.cents, isSettled ? 'Submitted' : 'Transferred');
  if (!isSettled) charge.state = 'Reversed';
  return detail(200, 'The refund was sent.');
}

/** POST `/merchants/{request_user_id}/settled/` */
export function checkSettlement(desk: Desk, { path, body }: ViewRequest): Answer {
  if (desk.roleOf(path.request_user_id ?? '') === undefined) return forbidden;
  const charge = desk.books.findCharge(textOf(body, 'payment_request_uuid'));
  if (charge === undefined) return notFound;
  return { status: 200, body: { is_settled: charge.state === 'Transferred' } };
}

/** GET `/merchants/rate-sheets/{request_user_id}/` */
export function rateSheet(desk: Desk, { path }: ViewRequest): Answer {
  if (desk.roleOf(path.request_user_id ?? '') !== 'Admin') return forbidden;
  const { rateSheet: body } = desk.settings;
  return body === null ? notFound : { status: 200, body };
}
