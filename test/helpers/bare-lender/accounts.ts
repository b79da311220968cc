import { textOf } from './applications.ts';
import type { Loan } from './books.ts';
import type { Desk } from './desk.ts';
import {
  type Answer,
  detail,
  fieldErrors,
  forbidden,
  notFound,
  type ViewRequest,
} from './rest-framework.ts';

/** POST `/consumers/accounts/cancel/`: refused where nothing was accepted. */
export function cancelAccount(desk: Desk, request: ViewRequest): Answer {
  const found = accountOf(desk, request);
  if ('refusal' in found) return found.refusal;
  const { loan } = found;
  if (loan.state !== 'accepted') return detail(400, 'The application cannot be cancelled.');
  if (hasActivity(desk, loan)) return detail(403, 'The account has activity.');
  for (const charge of desk.books.charges) {
    if (charge.loan === loan && charge.state === 'waiting') charge.state = 'canceled';
  }
  loan.state = 'cancelled';
  return detail(200, 'The account was deactivated.');
}

/** POST `/consumers/accounts/credit-line-increase/`: once, up to twice what was asked for. */
export function increaseCreditLine(desk: Desk, request: ViewRequest): Answer {
  const found = accountOf(desk, request);
  if ('refusal' in found) return found.refusal;
  const { loan } = found;
  if (loan.state !== 'accepted') return detail(400, 'The application is not accepted.');
  if (hasActivity(desk, loan)) return detail(400, 'The balance spent is not 0.');
  if (loan.increasedTo !== null) return detail(400, 'The increase was already performed.');
  const cents = Math.round(Number(textOf(request.body, 'cli_amount')) * 100);
  if (!(cents > loan.requestedCents && cents <= 2 * loan.requestedCents)) {
    return fieldErrors({ cli_amount: 'It is not within what was approved.' });
  }
  loan.increasedTo = cents;
  return detail(200, 'The credit limit was updated.');
}

function accountOf(desk: Desk, { body }: ViewRequest): { loan: Loan } | { refusal: Answer } {
  const user = textOf(body, 'request_user_id');
  if (desk.roleOf(user) === undefined) return { refusal: forbidden };
  const loan = desk.books.findLoan(textOf(body, 'external_application_id'));
  if (loan === undefined) return { refusal: notFound };
  return desk.maySee(user, loan) ? { loan } : { refusal: forbidden };
}

const unspent: ReadonlySet<string> = new Set([
  'waiting',
  'rejected',
  'expired',
  'canceled',
  'Failed',
  'Reversed',
]);

function hasActivity({ books }: Desk, loan: Loan): boolean {
  return books.chargesNow().some((charge) => {
    if (charge.loan !== loan || unspent.has(charge.state)) return false;
    return books.unrefunded(charge) > 0;
  });
}
