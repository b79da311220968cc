import { consumerRequests } from '../../server/lending-api/examples/consumer-requests.ts';
import { type SoftPullResponse, softPullResponse } from '../../server/lending-api/soft-pull.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';
import { answered } from './answered.ts';
import type { TestLending } from './lending.ts';

export const softPullPath = '/api/v1/sponsor/consumers/soft-pull/';

const onDate = '2026-03-02';
const authorization = sampleTexts.current('soft_pull_authorization', 'en', onDate);

const spanishAuthorization = sampleTexts.current('soft_pull_authorization', 'es', onDate);
/** What a request in Spanish has in place of the same in English. */
export const inSpanish = {
  locale: 'es',
  soft_pull_consent_version: spanishAuthorization.version,
  soft_pull_consent_text_sha256: sha256Hex(spanishAuthorization.text),
};

/** A complete soft-pull request of the first persona; `undefined` takes a field away. */
export function aSoftPull(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const body: Record<string, unknown> = { ...nominal, ...change };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

let people = 0;

/** A request of a person that no other test of this process has used. */
export function aNewPersonsSoftPull(
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  people += 1;
  return aSoftPull({
    external_application_id: `app-${people}`,
    email: `person-${people}@example.test`,
    ...change,
  });
}

export function sendSoftPull(
  lending: TestLending,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return lending.call('POST', softPullPath, { body, headers });
}

/** A soft pull that was decided, with no field in its answer that the API does not name. */
export async function decidedSoftPull(
  lending: TestLending,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<SoftPullResponse> {
  const answer = await answered(await sendSoftPull(lending, body, headers), 200);
  return softPullResponse.strict().parse(answer);
}

const nominal = {
  ...(consumerRequests.softPull?.body as Readonly<Record<string, unknown>>),
  request_user_id: 'hillside-rep-1',
  external_application_id: 'app-1',
  soft_pull_consent_version: authorization.version,
  soft_pull_consent_text_sha256: sha256Hex(authorization.text),
  esign_consent_version: sampleTexts.current('esign_consent', 'en', onDate).version,
  privacy_notice_version: sampleTexts.current('privacy_notice', 'en', onDate).version,
  sms_consent: undefined,
  sms_consent_version: undefined,
  sms_consent_at: undefined,
  sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
  sponsor_redirect_url: 'https://shop.example/checkout#resume',
};
