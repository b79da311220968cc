import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import { findText, findTextByDigest } from '../../../lending-api/texts/registry.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { type ConsentEvent, consentOf } from '../../store/consent-events.ts';
import type { ApplicationTable } from '../../store/schema.ts';

type Subject = Pick<ApplicationTable, 'id' | 'sponsor_id' | 'person_index'>;

/** The evidence of a soft pull's consents, in the order in which they were asked for. */
export function softPullConsents(
  application: Subject,
  request: SoftPullRequest,
  acceptedAt: number,
): ConsentEvent[] {
  const locale = localeShown(request);
  const shared = {
    ...consentOf({ ...application, locale }),
    acceptedAt,
    ipAddress: request.consent_ip_address,
    userAgent: request.consent_user_agent,
    sessionId: request.consent_session_id,
    collectedBy: 'sponsor_api',
  } as const;
  const text = (id: TextId, version: string) => textEvidence(id, version, locale);
  const events: ConsentEvent[] = [
    {
      ...shared,
      consentType: 'privacy_ack',
      action: 'checked',
      text: text('privacy_notice', request.privacy_notice_version),
    },
    {
      ...shared,
      consentType: 'esign',
      action: 'checked',
      text: text('esign_consent', request.esign_consent_version),
      clientReportedAt: request.esign_consent_at,
    },
    {
      ...shared,
      consentType: 'soft_pull',
      action: 'clicked',
      text: {
        id: 'soft_pull_authorization',
        version: request.soft_pull_consent_version,
        sha256: request.soft_pull_consent_text_sha256,
      },
      clientReportedAt: request.soft_pull_consent_at,
    },
  ];
  if (request.sms_consent !== true) return events;
  const { sms_consent_version = '', sms_consent_at } = request;
  events.push({
    ...shared,
    consentType: 'sms',
    action: 'checked',
    text: text('sms_consent', sms_consent_version),
    ...(sms_consent_at !== undefined && { clientReportedAt: sms_consent_at }),
  });
  return events;
}

/** The language of the authorization that was shown: its digest tells, whatever `locale` says. */
function localeShown(request: SoftPullRequest): SoftPullRequest['locale'] {
  const version = request.soft_pull_consent_version;
  const sha256 = request.soft_pull_consent_text_sha256;
  const shown = findTextByDigest('soft_pull_authorization', { version, sha256 }, sha256Hex);
  return shown?.locale ?? request.locale;
}

function textEvidence(
  id: TextId,
  version: string,
  locale: SoftPullRequest['locale'],
): NonNullable<ConsentEvent['text']> {
  return { id, version, sha256: sha256Hex(findText(id, version, locale)?.text ?? '') };
}
