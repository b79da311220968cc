import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { purchaseWindow } from '../../domain/loan.ts';
import { applicationMachine } from '../../domain/states/application.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { digestOf, disclosuresOf } from '../../pages/terms/disclosures.ts';
import { readerFor } from '../../pages/reader.ts';
import { signatureRecord } from '../../pages/terms/signature-record.ts';
import { moveApplication } from '../../store/applications.ts';
import { endOffers, moveOffer } from '../../store/offers.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { OFFERS_EXPIRY, SUSPENSION } from '../applications/application-timers.ts';
import { scriptOf } from '../applications/offers-of-application.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';
import type { Visitor } from '../identity/visitor.ts';
import { portalAfterAcceptance } from '../portal/portal-after-acceptance.ts';
import { type SelectedLoan, selectedLoanOf } from './loan-terms-of.ts';
import { recordSignature } from './record-signature.ts';
import { sendLoanDocuments } from './send-loan-documents.ts';
import { type Spouse, sendSpouseNotice } from './send-spouse-notice.ts';

export interface TermsAcceptance {
  typedName: string;
  /** `typed_name` on the page; `attested` where the sandbox accepts for the consumer. */
  action: 'typed_name' | 'attested';
  /** digestOf() what the page showed; null where there was no page. */
  shown: string | null;
  visitor: Visitor | null;
  /** Of a married Wisconsin resident; the spouse gets a notice of the loan. */
  spouse?: Spouse | undefined;
}

/** `changed`: other documents hold by now than were shown. `expired`: the offer has. */
export type AcceptanceResult = 'accepted' | 'changed' | 'expired';

/**
 * Accepts the loan's terms (lending decisions, 6.4): the account is Active, its purchase window
 * begins, the documents are kept and sent, the sponsor is called back. The application is locked.
 * Nothing happens when the answer is not `accepted`. Throws an IllegalTransitionError when the
 * application has no selected offer to accept.
 */
export async function acceptTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  acceptance: TermsAcceptance,
): Promise<AcceptanceResult> {
  transition(applicationMachine, application.status, 'terms_accepted');
  const now = context.clock.now(application.sponsor_id);
  const loan = await selectedLoanOf(context, tx, application);
  if (now >= loan.offer.expires_at) return 'expired';
  const reader = readerFor(context.config, application.locale);
  const shown = await disclosuresOf(reader, loan.terms);
  if (acceptance.shown !== null && acceptance.shown !== digestOf(shown)) return 'changed';
  const signature = await signatureRecord(reader, {
    typedName: acceptance.typedName,
    signedAt: now,
    onDate: loan.terms.on_date,
  });
  const accepted = await openAccount(context, tx, application, loan);
  const signed = { documents: [...shown, signature], terms: loan.terms };
  await recordSignature(context, tx, accepted, acceptance, signed);
  const { spouse, visitor } = acceptance;
  if (spouse) await sendSpouseNotice(context, tx, accepted, { spouse, terms: loan.terms, visitor });
  await sendLoanDocuments(context, tx, accepted, loan.terms, [...shown, signature]);
  const isInvited = accepted.application_path === 'invitation';
  const stage = isInvited ? 'loan_documents_accepted' : 'loan_terms_accepted';
  await recordApplicationEvent(context, tx, accepted, stage);
  return 'accepted';
}

async function openAccount(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { offer, selectedTerms, terms }: SelectedLoan,
): Promise<ApplicationTable> {
  const { id, sponsor_id } = application;
  const now = clock.now(sponsor_id);
  const { suspended_after_ms, portal } = scriptOf(application);
  await moveOffer(tx, offer, 'accepted');
  await endOffers(tx, sponsor_id, id, 'superseded');
  await unschedule(tx, OFFERS_EXPIRY, id);
  if (suspended_after_ms !== null) {
    const dueAt = now + suspended_after_ms;
    await schedule(tx, { kind: SUSPENSION, key: id, scope: sponsor_id, dueAt });
  }
  return moveApplication(tx, application, {
    event: 'terms_accepted',
    actor: 'consumer',
    at: now,
    change: {
      account_status: 'Active',
      portal_account_status: portalAfterAcceptance(application.portal_account_status, portal),
      credit_limit_cents: terms.credit_limit_cents,
      selected_terms: selectedTerms,
      accepted_at: now,
      purchase_window_ends_at: purchaseWindow(now, terms.purchase_window_days).ends_at,
    },
  });
}
