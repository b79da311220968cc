import {
  type InvitationSubmission,
  invitationSubmission,
} from '../../../lending-api/invitations.ts';
import type { Draft } from '../../operations/invitations/application-draft.ts';
import { wireValue } from './read-fields.ts';
import { fieldsOfStep, formSteps } from './steps.ts';

const VERSIONS = ['esign_consent_version', 'privacy_notice_version', 'sms_consent_version'];

/** The form as it is submitted; undefined when the schema finds something that no page has. */
export function submissionOf(
  draft: Draft,
  authorization: { version: string; sha256: string },
): InvitationSubmission | undefined {
  const answers = formSteps
    .flatMap((step) => fieldsOfStep[step])
    .map((field) => [field, wireValue(field, draft[field] ?? '')]);
  const parsed = invitationSubmission.safeParse({
    ...Object.fromEntries(answers),
    ...Object.fromEntries(VERSIONS.map((name) => [name, draft[name]])),
    soft_pull_consent: true,
    soft_pull_consent_version: authorization.version,
    soft_pull_consent_text_sha256: authorization.sha256,
  });
  return parsed.success ? parsed.data : undefined;
}
