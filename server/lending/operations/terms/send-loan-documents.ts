import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { loanDocumentsEmail } from '../../domain/messages/loan-messages.ts';
import { longDate } from '../../domain/wording.ts';
import { plainText } from '../../pages/plain-text.ts';
import type { Disclosure } from '../../pages/terms/disclosures.ts';
import type { LoanTerms } from '../../pages/terms/loan-terms.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { portalUrlOf } from '../portal/portal-url.ts';

/** E-mails the consumer's copy of what was signed. */
export async function sendLoanDocuments(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  terms: LoanTerms,
  documents: readonly Disclosure[],
): Promise<void> {
  const { sponsor_id, merchant_id, locale, email } = application;
  const portalUrl = await portalUrlOf(context, tx, application);
  const message = loanDocumentsEmail({
    locale,
    loan_number: application.consumer_application_human_readable_id,
    merchant_name: terms.merchant_name,
    purchase_window_end_date: longDate(terms.purchase_window_end_date, locale),
    documents: documents.map(({ html }) => plainText(html)).join('\n\n'),
    portal_url: portalUrl,
  });
  await queueMessage(context, tx, {
    ...message,
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: 'loan_documents',
    channel: 'email',
    recipient: email,
    links: portalUrl === null ? [] : [portalUrl],
  });
}
