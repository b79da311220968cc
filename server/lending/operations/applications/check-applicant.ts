import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import type { LendingContext } from '../../context.ts';
import { ageOfMajority, isOfAge } from '../../domain/application/age-of-majority.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { LendingError } from '../../errors.ts';
import { textDigest } from './soft-pull-consents.ts';

type FieldErrors = Record<string, string[]>;

/**
 * Checks what the schema cannot know: the number's range, the age in the state, and that each
 * consent names a text that was published. Throws `invalid` with the fields.
 */
export function checkApplicant(
  { config, providers }: Pick<LendingContext, 'config' | 'providers'>,
  request: InvitationSubmission,
  now: number,
): void {
  const errors: FieldErrors = {
    ...(!providers.applicants.acceptsSsn(request.ssn) && {
      ssn: ['This number cannot be used here.'],
    }),
    ...(!isOfAge(request.date_of_birth, request.state, easternDate(now)) && {
      date_of_birth: [`Applicants must be at least ${ageOfMajority(request.state)} years old.`],
    }),
    ...unknownTexts(config.texts, request),
  };
  if (Object.keys(errors).length === 0) return;
  throw new LendingError('invalid', 'Some fields are not valid.', { errors });
}

const UNKNOWN_VERSION = ['No text of this version was published.'];

function unknownTexts(texts: RegulatedTexts, request: InvitationSubmission): FieldErrors {
  const { esign_consent_version, privacy_notice_version, sms_consent, sms_consent_version } =
    request;
  return {
    ...unknownAuthorization(texts, request),
    ...(!texts.isPublished('esign_consent', esign_consent_version) && {
      esign_consent_version: UNKNOWN_VERSION,
    }),
    ...(!texts.isPublished('privacy_notice', privacy_notice_version) && {
      privacy_notice_version: UNKNOWN_VERSION,
    }),
    ...(sms_consent === true &&
      !texts.isPublished('sms_consent', sms_consent_version ?? '') && {
        sms_consent_version: UNKNOWN_VERSION,
      }),
  };
}

function unknownAuthorization(texts: RegulatedTexts, request: InvitationSubmission): FieldErrors {
  const version = request.soft_pull_consent_version;
  const sha256 = request.soft_pull_consent_text_sha256;
  if (!texts.isPublished('soft_pull_authorization', version)) {
    return { soft_pull_consent_version: UNKNOWN_VERSION };
  }
  return texts.findByDigest('soft_pull_authorization', { version, sha256 }, textDigest)
    ? {}
    : { soft_pull_consent_text_sha256: ['This is not the digest of the published text.'] };
}
