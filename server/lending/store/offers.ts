import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepare, prepareInsert } from '../../platform/database/prepare.ts';
import { type OfferEvent, offerMachine } from '../domain/states/offer.ts';
import { statesBefore, transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import type { OfferRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

export const insertOffers = prepareInsert<LendingSchema, 'offers'>('offers');

export function findOffer(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<OfferRow | undefined> {
  return connection
    .selectFrom('offers')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The application's offers in the order in which they are shown; superseded ones are left out. */
export async function listOffers(
  connection: LendingConnection,
  sponsorId: string,
  applicationId: string,
): Promise<OfferRow[]> {
  const { rows } = await selectOffers(connection, { sponsorId, applicationId });
  return rows;
}

const selectOffers = prepare(
  (db: LendingConnection, args: { sponsorId: string; applicationId: string }) =>
    db
      .selectFrom('offers')
      .selectAll()
      .where('sponsor_id', '=', args.sponsorId)
      .where('application_id', '=', args.applicationId)
      .where('status', '<>', 'Superseded')
      .orderBy('position'),
);

/**
 * Moves one offer by an event.
 * @throws IllegalTransitionError when the table has no such move; LendingError when the row has left
 *   the state in which it was read
 */
export async function moveOffer(
  tx: Transaction<LendingSchema>,
  offer: Pick<OfferRow, 'id' | 'sponsor_id' | 'status'>,
  event: OfferEvent,
): Promise<void> {
  const result = await tx
    .updateTable('offers')
    .set({ status: transition(offerMachine, offer.status, event) })
    .where('id', '=', offer.id)
    .where('sponsor_id', '=', offer.sponsor_id)
    .where('status', '=', offer.status)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) {
    throw new LendingError('wrong_state', 'The offer has just changed.');
  }
}

/** Ends every offer of an application that the event can end. */
export async function endOffers(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  applicationId: string,
  event: 'expired' | 'superseded',
): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ status: event === 'expired' ? 'Expired' : 'Superseded' })
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .where('status', 'in', statesBefore(offerMachine, event))
    .execute();
}
