import type { Transaction } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import type { RegulatedText } from '../../../lending-api/texts/regulated-texts.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { documentContextFor } from '../../documents/document-context.ts';
import { merchantTermsShown, merchantTermsSigned } from '../../documents/merchant-terms.ts';
import { longMoment } from '../../domain/formats.ts';
import { merchantTermsEmail } from '../../domain/messages/merchant-messages.ts';
import { recordConsent } from '../../store/consent-events.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { CLOSED, type LinkOutcome, type Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../queue-message.ts';
import { keepDocuments } from '../terms/keep-documents.ts';
import { finishOnboarding } from './complete-onboarding.ts';
import {
  lockOnboardingLink,
  merchantEvidence,
  type OnboardingLink,
  openOnboardingLink,
} from './onboarding-link.ts';

export interface MerchantTermsAcceptance {
  typedName: string;
  /** Digest of the document that the page showed. */
  shown: string;
  locale: Locale;
  visitor: Visitor;
}

/** The Terms & Conditions in force today on the sponsor's clock. */
export function merchantTerms(
  { clock, config }: Pick<LendingContext, 'clock' | 'config'>,
  sponsorId: string,
  locale: Locale,
): RegulatedText {
  return config.texts.current('merchant_terms', locale, easternDate(clock.now(sponsorId)));
}

/**
 * Accepts the Terms & Conditions from the hosted page, which completes the onboarding with its
 * callback and the underwriter's decision, and e-mails the Admin a copy. Whoever calls has seen the
 * code given. `changed`: another version is in force by now.
 */
export async function acceptMerchantTerms(
  context: LendingContext,
  token: string,
  acceptance: MerchantTermsAcceptance,
): Promise<LinkOutcome<'accepted' | 'changed'>> {
  const named = await openOnboardingLink(context.database.query, token);
  if (!named) return CLOSED;
  const decision = await context.providers.underwriting.assess(named.merchant);
  const terms = merchantTerms(context, named.merchant.sponsor_id, acceptance.locale);
  const { sha256 } = await merchantTermsShown(
    documentContextFor(context.config, acceptance.locale),
    terms,
  );
  if (sha256 !== acceptance.shown) return { kind: 'changed' };
  return context.database.transaction(async (tx) => {
    const opened = await lockOnboardingLink(context, tx, token);
    if (opened?.merchant.status !== 'Onboarding') return CLOSED;
    await recordSignature(context, tx, opened, terms, acceptance);
    await sendCopy(context, tx, opened, terms, acceptance.locale);
    const terms_version = terms.version;
    await finishOnboarding(context, tx, opened.merchant, { decision, terms_version });
    return { kind: 'accepted' };
  });
}

/** Keeps the signed document and the evidence of it. */
async function recordSignature(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { merchant, admin }: OnboardingLink,
  terms: RegulatedText,
  { typedName, shown, locale, visitor }: MerchantTermsAcceptance,
): Promise<void> {
  const { id, sponsor_id } = merchant;
  const signedAt = context.clock.now(sponsor_id);
  const documentContext = documentContextFor(context.config, locale);
  const signature = { typedName, signedAt };
  const signed = await merchantTermsSigned(documentContext, terms, signature);
  const owner = { id, sponsor_id, locale };
  await keepDocuments(context, tx, owner, { documents: [signed], earlier: 0 });
  await recordConsent(tx, context, {
    ...merchantEvidence(context, merchant, admin, { locale, visitor }),
    consentType: 'merchant_terms_signature',
    action: 'typed_name',
    text: { id: terms.id, version: signed.version, sha256: sha256Hex(terms.text) },
    documentSha256: [shown, signed.sha256],
  });
}

async function sendCopy(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { merchant, admin }: OnboardingLink,
  { text }: RegulatedText,
  locale: Locale,
): Promise<void> {
  const { id, sponsor_id, business_name } = merchant;
  const accepted = longMoment(context.clock.now(sponsor_id), locale);
  await queueMessage(context, tx, {
    ...merchantTermsEmail({ locale, business_name, accepted, terms: text }),
    sponsor_id,
    application_id: null,
    merchant_id: id,
    kind: 'merchant_terms',
    channel: 'email',
    recipient: admin.email,
    links: [],
  });
}
