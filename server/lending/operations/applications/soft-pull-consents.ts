import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import type { RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingConfig } from '../../context.ts';
import { type ConsentEvent, consentOf } from '../../store/consent-events.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';

type Subject = Pick<ApplicationRow, 'id' | 'sponsor_id' | 'person_index' | 'locale'>;

type ReportedTimes = 'soft_pull_consent_at' | 'esign_consent_at' | 'sms_consent_at';

type Consents = InvitationSubmission & Partial<Pick<SoftPullRequest, ReportedTimes>>;

/** When, where and by whom the consents were taken. */
export type ConsentOrigin = Pick<
  ConsentEvent,
  'acceptedAt' | 'ipAddress' | 'userAgent' | 'sessionId' | 'origin' | 'collectedBy'
> & { isAttested?: boolean };

/** The evidence of an application's consents, in the order in which they were asked for. */
export function softPullConsents(
  { texts }: Pick<LendingConfig, 'texts'>,
  application: Subject,
  consents: Consents,
  { isAttested = false, ...origin }: ConsentOrigin,
): ConsentEvent[] {
  const locale = localeShown(texts, consents, application);
  const shared = { ...consentOf({ ...application, locale }), ...origin };
  const text = (id: TextId, version: string) => ({
    id,
    version,
    sha256: textDigest(texts.find(id, version, locale)?.text ?? ''),
  });
  const action = (taken: 'checked' | 'clicked') => (isAttested ? 'attested' : taken);
  return [
    {
      ...shared,
      consentType: 'privacy_ack',
      action: action('checked'),
      text: text('privacy_notice', consents.privacy_notice_version),
    },
    {
      ...shared,
      consentType: 'esign',
      action: action('checked'),
      text: text('esign_consent', consents.esign_consent_version),
      ...reportedAt(consents.esign_consent_at),
    },
    {
      ...shared,
      consentType: 'soft_pull',
      action: action('clicked'),
      text: {
        id: 'soft_pull_authorization',
        version: consents.soft_pull_consent_version,
        sha256: consents.soft_pull_consent_text_sha256,
      },
      ...reportedAt(consents.soft_pull_consent_at),
    },
    ...(consents.sms_consent === true
      ? [
          {
            ...shared,
            consentType: 'sms',
            action: action('checked'),
            text: text('sms_consent', consents.sms_consent_version ?? ''),
            ...reportedAt(consents.sms_consent_at),
          } as const,
        ]
      : []),
  ];
}

/**
 * The evidence of a request that is answered with an earlier application. A consent to SMS is for one
 * number, and only the application's own will be texted.
 */
export function consentsOfRepeat(
  config: Pick<LendingConfig, 'texts'>,
  earlier: Subject & Pick<ApplicationRow, 'phone'>,
  consents: Consents,
  origin: ConsentOrigin,
): ConsentEvent[] {
  const events = softPullConsents(config, earlier, consents, origin);
  if (consents.phone === earlier.phone) return events;
  return events.filter(({ consentType }) => consentType !== 'sms');
}

function reportedAt(time: string | undefined): Pick<ConsentEvent, 'clientReportedAt'> {
  return time === undefined ? {} : { clientReportedAt: time };
}

/** The language of the authorization that was shown: its digest tells, whatever `locale` says. */
function localeShown(
  texts: RegulatedTexts,
  consents: Consents,
  { locale }: Subject,
): ApplicationRow['locale'] {
  const version = consents.soft_pull_consent_version;
  const sha256 = consents.soft_pull_consent_text_sha256;
  const shown = texts.findByDigest('soft_pull_authorization', { version, sha256 }, textDigest);
  return shown?.locale ?? locale;
}

const known = new Map<string, string>();

/** The SHA-256 of a published text in hex: a soft pull needs the same few each time. */
export function textDigest(text: string): string {
  const digest = known.get(text) ?? sha256Hex(text);
  known.set(text, digest);
  return digest;
}
