import type { Transaction } from 'kysely';
import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import type { RegulatedText } from '../../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { digestOf, plainText, type ShownDocument } from '../../documents/document.ts';
import { documentContextFor } from '../../documents/document-context.ts';
import { disclosuresOf, signatureRecord } from '../../documents/loan-disclosures.ts';
import type { LoanTerms } from '../../documents/loan-terms.ts';
import { longDate, timestamp } from '../../domain/formats.ts';
import { purchaseWindow } from '../../domain/loan.ts';
import { loanDocumentsEmail } from '../../domain/messages/loan-messages.ts';
import { applicationMachine } from '../../domain/states/application.ts';
import { portalAccountMachine } from '../../domain/states/portal-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';
import { moveApplication } from '../../store/applications.ts';
import {
  type ConsentEvent,
  consentOf,
  type Facts,
  recordConsent,
  recordConsents,
  recordConsentTo,
} from '../../store/consent-events.ts';
import { holdMerchant } from '../../store/merchants.ts';
import { endOffers, moveOffer } from '../../store/offers.ts';
import { listStepUpCodes } from '../../store/one-time-codes.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LinkRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { scriptOf } from '../applications/offers-of-application.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';
import {
  checkIdentity,
  type IdentityClaim,
  lockOpenLink,
  openHostedLink,
} from '../identity/hosted-link.ts';
import { CLOSED, type LinkOutcome, type ProofOutcome, type Visitor } from '../identity/visitor.ts';
import { isPortalAwaited, portalUrlOf } from '../portal/portal-url.ts';
import { queueConsumerMessage } from '../queue-message.ts';
import { keepDocuments } from './keep-documents.ts';
import { type SelectedLoan, selectedLoanOf } from './loan-terms-of.ts';
import { type Spouse, sendSpouseNotice } from './send-spouse-notice.ts';
import { askStepUp, codeChannelFor, needsStepUp } from './step-up.ts';

interface TermsAcceptance {
  typedName: string;
  /** `typed_name` on the page; `attested` where the sandbox accepts for the consumer. */
  action: 'typed_name' | 'attested';
  /** digestOf() what the page showed; null where there was no page. */
  shown: string | null;
  visitor: Visitor | null;
  /** Null where there was no page. */
  signer: KnownSigner | null;
  /** Of a married Wisconsin resident; the spouse gets a notice of the loan. */
  spouse?: Spouse | undefined;
}

/** How the signer was known. */
interface KnownSigner {
  /** On which the last four digits were given. */
  link: Pick<LinkRow, 'token_digest'>;
  /** Epoch milliseconds. */
  identityProvedAt: number;
}

/**
 * `changed`: other documents hold by now than were shown. `expired`: the offer has.
 * `merchant_closed`: nothing could ever be charged to the loan.
 */
type AcceptanceResult = 'accepted' | 'changed' | 'expired' | 'merchant_closed';

/** The last four digits on the terms page. Passing may bring a step-up first. */
export async function identifyForTerms(
  context: LendingContext,
  token: string,
  claim: IdentityClaim,
): Promise<ProofOutcome> {
  const { query } = context.database;
  const opened = await openHostedLink(query, 'terms', token);
  const isSent = opened !== undefined && needsStepUp(opened.application);
  // Found before the transaction, which waits for nobody outside.
  const channel = isSent ? await codeChannelFor(context, query, opened.application) : 'email';
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    if (!hosted) return CLOSED;
    const { application, merchant } = hosted;
    const result = await checkIdentity(context, tx, hosted, claim);
    const isAsked = needsStepUp(application) && merchant.status !== 'Closed';
    if (result.kind === 'passed' && isAsked) await askStepUp(context, tx, application, channel);
    return result;
  });
}

interface AcceptanceOnPage extends Omit<TermsAcceptance, 'signer'> {
  /** When the question of this very link was answered (epoch ms); the caller has seen the proof. */
  identityProvedAt: number;
}

/** Accepts once: a repeat finds the loan accepted and does nothing. */
export function acceptTermsByLink(
  context: LendingContext,
  token: string,
  { identityProvedAt, ...acceptance }: AcceptanceOnPage,
): Promise<LinkOutcome<AcceptanceResult>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    if (hosted?.application.status !== 'Approved: Offer Selected') return CLOSED;
    if (needsStepUp(hosted.application)) return CLOSED;
    const signer = { link: hosted.link, identityProvedAt };
    return { kind: await acceptTerms(context, tx, hosted.application, { ...acceptance, signer }) };
  });
}

/**
 * Accepts the loan's terms (server/lending/DECISIONS.md, Applications and accounts): the account is
 * Active, its purchase window begins, the documents are kept and sent, the sponsor is called back.
 * The application is locked. Nothing happens when the answer is not `accepted`.
 * @throws IllegalTransitionError when the application has no selected offer to accept
 */
export async function acceptTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  acceptance: TermsAcceptance,
): Promise<AcceptanceResult> {
  transition(applicationMachine, application.status, 'terms_accepted');
  const { sponsor_id, merchant_id } = application;
  const now = context.clock.now(sponsor_id);
  if (context.database.engine === 'postgres') {
    await holdMerchant(tx, { sponsorId: sponsor_id, id: merchant_id });
  }
  const loan = await selectedLoanOf(context, tx, application);
  if (loan.isMerchantClosed) return 'merchant_closed';
  if (now >= loan.offer.expires_at) return 'expired';
  const documentContext = documentContextFor(context.config, application.locale);
  const shown = await disclosuresOf(documentContext, loan.terms);
  if (acceptance.shown !== null && acceptance.shown !== digestOf(shown)) return 'changed';
  const signature = await signatureRecord(documentContext, {
    typedName: acceptance.typedName,
    signedAt: now,
    onDate: loan.terms.on_date,
  });
  const accepted = await openAccount(context, tx, application, loan);
  const signed = { documents: [...shown, signature], terms: loan.terms };
  await recordSignature(context, tx, accepted, acceptance, signed);
  const { spouse } = acceptance;
  if (spouse) await sendSpouseNotice(context, tx, accepted, { spouse, terms: loan.terms });
  await sendLoanDocuments(context, tx, accepted, loan.terms, [...shown, signature]);
  const isInvited = accepted.application_path === 'invitation';
  const stage = isInvited ? 'loan_documents_accepted' : 'loan_terms_accepted';
  await recordApplicationEvent(context, tx, accepted, stage);
  return 'accepted';
}

async function openAccount(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { offer, selectedTerms, terms }: SelectedLoan,
): Promise<ApplicationRow> {
  const { id, sponsor_id } = application;
  const now = clock.now(sponsor_id);
  const { suspended_after_ms, portal } = scriptOf(application);
  await moveOffer(tx, offer, 'accepted');
  await endOffers(tx, sponsor_id, id, 'superseded');
  await unschedule(tx, timerKinds.offersExpiry, id);
  if (suspended_after_ms !== null) {
    const dueAt = now + suspended_after_ms;
    await schedule(tx, { kind: timerKinds.suspension, key: id, scope: sponsor_id, dueAt });
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

/** What is signed: the documents, and the terms that they were made of. */
interface Signed {
  documents: readonly ShownDocument[];
  terms: Pick<LoanTerms, 'hard_inquiry_on_accept'>;
}

/**
 * Keeps the documents as they were shown, and the evidence that they were signed and of how the
 * signer was known, with the consent to a hard inquiry where the offer brings one.
 */
async function recordSignature(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  acceptance: Pick<TermsAcceptance, 'action' | 'visitor' | 'signer'>,
  { documents, terms }: Signed,
): Promise<void> {
  const now = context.clock.now(application.sponsor_id);
  const shown = await keepDocuments(context, tx, application, { documents, earlier: 0 });
  const { texts } = context.config;
  const textOf = (id: TextId) => texts.current(id, application.locale, easternDate(now));
  const signed = evidence(application, acceptance, textOf('loan_terms_signature'), now);
  const statement = evidence(application, acceptance, textOf('mla_statement'), now);
  const inquiry = evidence(application, ticked(acceptance), textOf('hard_pull_consent'), now);
  await recordConsents(tx, context, application.id, [
    ...(application.mla_covered === 1
      ? [{ ...statement, consentType: 'mla_statement_shown', documentSha256: shown } as const]
      : []),
    ...(terms.hard_inquiry_on_accept
      ? [{ ...inquiry, consentType: 'hard_pull', documentSha256: shown } as const]
      : []),
  ]);
  const { signer } = acceptance;
  const event = { ...signed, consentType: 'loan_terms_signature', documentSha256: shown } as const;
  if (signer === null) return recordConsent(tx, context, event);
  const facts = await identityFacts(tx, application, signer);
  await recordConsentTo(tx, context, event, { facts, shown: null });
}

async function identityFacts(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { link, identityProvedAt }: KnownSigner,
): Promise<Facts> {
  const codes = await listStepUpCodes(tx, application);
  const isCodeGiven = codes.some(({ used_at }) => used_at !== null);
  return {
    identity_proved_by: isCodeGiven ? 'ssn_last4, one_time_code' : 'ssn_last4',
    identity_proved_at: timestamp(identityProvedAt),
    link_token_sha256: link.token_digest,
  };
}

type Given = { action: ConsentEvent['action'] } & Pick<TermsAcceptance, 'visitor'>;

/** The consent to the inquiry has its own box on the page. */
function ticked({ action, visitor }: Pick<TermsAcceptance, 'action' | 'visitor'>): Given {
  return { action: action === 'typed_name' ? 'checked' : action, visitor };
}

function evidence(
  application: ApplicationRow,
  { action, visitor }: Given,
  { id, version, text }: RegulatedText,
  now: number,
): Omit<ConsentEvent, 'consentType'> {
  return {
    ...consentOf(application),
    action,
    text: { id, version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...(visitor !== null && visitor),
    collectedBy: visitor === null ? 'sponsor_api' : 'hosted',
  };
}

/** E-mails the consumer's copy of what was signed. */
async function sendLoanDocuments(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  terms: LoanTerms,
  documents: readonly ShownDocument[],
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

/** Acceptance invites to the Payment Portal: its page links there. A persona may be active at once. */
function portalAfterAcceptance(
  status: PortalAccountStatus,
  portal: ApplicantScript['portal'],
): PortalAccountStatus {
  const invited = transition(portalAccountMachine, status, 'invited');
  return portal === 'active_at_acceptance'
    ? transition(portalAccountMachine, invited, 'set_up')
    : invited;
}
