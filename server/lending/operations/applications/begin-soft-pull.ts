import type { Transaction } from 'kysely';
import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import type { LendingContext } from '../../context.ts';
import { findApplicationByExternalId, insertFreshApplication } from '../../store/applications.ts';
import { startConsents } from '../../store/consent-events.ts';
import {
  hasEarlierApplication,
  lockApplicationsOfPerson,
  lockPerson,
} from '../../store/persons.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { shareApplication } from '../../store/shared-applications.ts';
import { selectedProductIds } from '../../store/selected-products.ts';
import { withOfferCodeTerms } from '../offer-codes/offer-code-terms.ts';
import { type Begun, beginDecision } from './begin-decision.ts';
import { insertNewApplication, usedAlready, type NewApplication } from './new-application.ts';
import { softPullConsents } from './soft-pull-consents.ts';

/**
 * Finds the application that answers the request already, or writes a new one down, with its
 * consents, before any bureau is asked. Throws `invalid` when an id was used for something else, or
 * for an offer code that cannot be used.
 */
export async function beginSoftPull(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  fresh: NewApplication,
): Promise<Begun> {
  const { sponsor_id, merchant_id, person_index, external_application_id } = fresh.application;
  await lockPerson(tx, context.database, sponsor_id, person_index);
  const [isKnown, selected] = await Promise.all([
    hasEarlierApplication(tx, fresh.application),
    selectedProductIds(tx, sponsor_id, merchant_id),
  ]);
  const found =
    isKnown && (await findApplicationByExternalId(tx, sponsor_id, external_application_id));
  if (found) return replay(found, fresh.application);
  const application = await withOfferCodeTerms(context, tx, fresh.application);
  const earlier = isKnown
    ? await lockApplicationsOfPerson(tx, context.database, fresh.application)
    : [];
  return beginDecision(
    context,
    tx,
    { ...fresh, application, earlier, selected },
    {
      write: (row) => insert(context, tx, request, { row, isKnown }),
      answeredBy: (earlier) => share(tx, earlier, fresh.application),
    },
  );
}

/** The same request again is answered as before, another one under a used id is refused. */
function replay(found: ApplicationTable, fresh: ApplicationTable): Begun {
  if (found.request_index !== fresh.request_index) throw usedAlready('external_application_id');
  return { kind: found.status === 'Started' ? 'under_way' : 'answered', application: found };
}

/** Whoever was answered with another user's application may go on with it. */
async function share(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, invited_by }: ApplicationTable,
  { invited_by: user_id, created_at: shared_at }: ApplicationTable,
): Promise<void> {
  if (invited_by === user_id) return;
  await shareApplication(tx, { application_id: id, user_id, sponsor_id, shared_at });
}

async function insert(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  { row: asked, isKnown }: { row: ApplicationTable; isKnown: boolean },
): Promise<ApplicationTable> {
  if (!isKnown) await insertFreshApplication(tx, asked, asked.invited_by);
  const row = isKnown ? await insertNewApplication(context, tx, asked) : asked;
  const consents = softPullConsents(context.config, row, request, {
    acceptedAt: row.created_at,
    ipAddress: request.consent_ip_address,
    userAgent: request.consent_user_agent,
    sessionId: request.consent_session_id,
    collectedBy: 'sponsor_api',
  });
  await startConsents(tx, context, consents);
  return row;
}
