import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { loanDocumentsEmail } from '../../domain/messages/loan-messages.ts';
import { longDate } from '../../domain/wording.ts';
import { plainText } from '../../pages/plain-text.ts';
import type { Disclosure } from '../../pages/terms/disclosures.ts';
import type { LoanTerms } from '../../pages/terms/loan-terms.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { queueConsumerMessage } from '../messages/queue-consumer-message.ts';
import { isPortalAwaited, portalUrlOf } from '../portal/portal-url.ts';

/** E-mails the consumer's copy of what was signed. */
export async function sendLoanDocuments(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  terms: LoanTerms,
  documents: readonly Disclosure[],
): Promise<void> {
  const { locale } = application;
  const url = await portalUrlOf(context, tx, application);
  const message = loanDocumentsEmail({
    locale,
    loan_number: application.consumer_application_human_readable_id,
    merchant_name: terms.merchant_name,
    purchase_window_end_date: longDate(terms.purchase_window_end_date, locale),
    documents: documents.map(({ html }) => plainText(html)).join('\n\n'),
    portal: { url, isAwaited: isPortalAwaited(application) },
  });
  await queueConsumerMessage(context, tx, application, {
    kind: 'loan_documents',
    channel: 'email',
    message,
    links: [url],
  });
}
