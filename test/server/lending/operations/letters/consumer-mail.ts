import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { mailLetter } from '../../../../../server/lending/operations/letters.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';

/** What a loan's consumer is sent, by a service whose own deliveries are stopped. */
export function consumerMail({ context }: TestLending) {
  const lettersOf = ({ id }: ApplicationRow) =>
    storedRows(context)
      .selectFrom('letters')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('created_at')
      .execute();

  const messagesOf = ({ id }: ApplicationRow) =>
    storedRows(context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('created_at')
      .execute();

  /** What is said of electronic records. */
  const say = (loan: ApplicationRow, consentType: 'esign' | 'revocation') =>
    context.database.transaction((tx) =>
      recordConsent(tx, context, {
        ...consentOf(loan),
        consentType,
        text: { id: 'esign_consent', version: '2026-01', sha256: '' },
        action: 'clicked',
        acceptedAt: context.clock.now(loan.sponsor_id),
        collectedBy: 'hosted',
      }),
    );

  return {
    lettersOf,
    messagesOf,
    say,
    /** A loan whose consumer agreed to electronic records and took it back. */
    async onPaper(change: Partial<ApplicationRow> = {}): Promise<ApplicationRow> {
      const loan = await anAcceptedLoan({ context }, change);
      await say(loan, 'esign');
      await say(loan, 'revocation');
      return loan;
    },
    /** Its messages go out, or come back. */
    async deliver(loan: ApplicationRow): Promise<void> {
      for (const { id: key, sponsor_id: scope } of await messagesOf(loan)) {
        await deliverMessage(context, { key, scope });
      }
    },
    async mail(loan: ApplicationRow): Promise<void> {
      const now = context.clock.now(loan.sponsor_id);
      for (const { id: key, sponsor_id: scope } of await lettersOf(loan)) {
        await mailLetter(context, { key, scope, now });
      }
    },
  };
}
