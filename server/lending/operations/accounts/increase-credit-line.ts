import type { Transaction } from 'kysely';
import type { DetailResponse } from '../../../lending-api/answers.ts';
import type { CreditLineIncreaseRequest } from '../../../lending-api/consumer-accounts.ts';
import { formatCents, parseCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { refusalOfIncrease } from '../../domain/credit-line-increase.ts';
import { creditLineIncreaseMachine } from '../../domain/states/credit-line-increase.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { areIncreasesUnavailable } from '../../providers/sandbox-providers.ts';
import { findCreditLineIncrease, insertCreditLineIncrease } from '../../store/accounts.ts';
import { moveApplication } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { heldActingUser } from '../acting-user.ts';
import { openAccount } from './open-account.ts';
import { discloseRevisedTerms, revisedTermsOf } from './revised-terms.ts';

/**
 * Raises the limit of a consumer account, once and at once, and sends the consumer the revised
 * disclosure (Sponsor Lending API, consumer account). Throws
 * `invalid` and `wrong_state` (400), `forbidden`, `not_found`, `unavailable` (503).
 */
export async function increaseCreditLine(
  context: LendingContext,
  sponsor: Sponsor,
  input: CreditLineIncreaseRequest,
): Promise<DetailResponse> {
  const newLimitCents = parseCents(input.cli_amount);
  await context.database.transaction(async (tx) => {
    const acting = await heldActingUser(tx, context.database, {
      sponsorId: sponsor.id,
      requestUserId: input.request_user_id,
      action: 'increase_credit_line',
      namedIn: 'body',
    });
    requireAvailable(context, input);
    const account = await openAccount(context, tx, sponsor, acting, input);
    await requireIncreasable(tx, account, newLimitCents);
    await increase(context, tx, account, { newLimitCents, requestedBy: input.request_user_id });
  });
  return { detail: `The credit limit is now ${formatCents(newLimitCents)}.` };
}

function requireAvailable(
  { config }: LendingContext,
  { external_application_id }: CreditLineIncreaseRequest,
): void {
  if (config.environment !== 'sandbox' || !areIncreasesUnavailable(external_application_id)) return;
  throw new LendingError('unavailable', 'Credit line increases are currently unavailable.');
}

async function requireIncreasable(
  tx: Transaction<LendingSchema>,
  account: ApplicationTable,
  newLimitCents: number,
): Promise<void> {
  const earlier = await findCreditLineIncrease(tx, account);
  const refusal = refusalOfIncrease(
    {
      ...account,
      application_status: account.status,
      increase: earlier ? 'Completed' : 'None',
    },
    newLimitCents,
  );
  if (refusal === null) return;
  if (!refusal.is_amount) throw new LendingError('wrong_state', refusal.message);
  throw new LendingError('invalid', refusal.message, { errors: { cli_amount: [refusal.message] } });
}

async function increase(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationTable,
  { newLimitCents, requestedBy }: { newLimitCents: number; requestedBy: string },
): Promise<void> {
  const { id, sponsor_id, credit_limit_cents } = account;
  const at = context.clock.now(sponsor_id);
  transition(creditLineIncreaseMachine, 'None', 'increased');
  const isFirst = await insertCreditLineIncrease(tx, {
    application_id: id,
    sponsor_id,
    previous_limit_cents: credit_limit_cents ?? 0,
    new_limit_cents: newLimitCents,
    requested_by: requestedBy,
    increased_at: at,
  });
  if (!isFirst) throw new Error(`account ${id} was increased without its lock`);
  const revised = await revisedTermsOf(context, tx, account, newLimitCents);
  const increased = await moveApplication(tx, account, {
    event: 'credit_line_increased',
    actor: requestedBy,
    at,
    change: { credit_limit_cents: newLimitCents, selected_terms: JSON.stringify(revised.offer) },
  });
  await discloseRevisedTerms(context, tx, increased, {
    terms: revised.terms,
    previousLimitCents: credit_limit_cents ?? 0,
  });
}
