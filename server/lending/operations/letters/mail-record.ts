import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { openApplicant } from '../../store/applicant-secrets.ts';
import { addressOf } from '../../store/letters.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { paperTo } from '../preferences/paper-to.ts';
import { esignOf } from '../preferences/preferences-of.ts';
import { queueLetter } from './queue-letter.ts';

/**
 * Puts a record of a loan into the post as well where the consumer has withdrawn the consent to
 * electronic ones, whose text promises further records on paper (E-SIGN 101(c)(1)(B)): the e-mail
 * is a courtesy then. Without an address, which is deleted in time, the e-mail is all there is.
 */
export async function mailRecord(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  content: string,
): Promise<void> {
  if ((await esignOf(tx, loan)) !== 'withdrawn') return;
  const { id: application_id, sponsor_id, first_name, last_name } = loan;
  if (paperTo(loan) !== 'address') {
    context.log.error({ event: 'documents_without_address', sponsor_id, application_id });
    return;
  }
  const lines = addressOf(openApplicant(context.sealer, loan));
  await queueLetter(context, tx, {
    sponsor_id,
    application_id,
    kind: 'record',
    recipient: { name: `${first_name} ${last_name}`, lines },
    content,
  });
}
