import { currentText } from '../../server/lending-api/texts/registry.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';

export const softPullPath = '/api/v1/sponsor/consumers/soft-pull/';

const onDate = '2026-03-02';
const authorization = currentText('soft_pull_authorization', 'en', onDate);

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

const nominal = {
  request_user_id: 'hillside-rep-1',
  external_application_id: 'app-1',
  requested_amount: '8400.00',
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '1985-04-12',
  ssn: '900-10-0001',
  email: 'ada.sample@example.test',
  phone: '+16145550123',
  address_1: '12 Hillside Avenue',
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment: '1250.00',
  annual_income: '84000.00',
  employment_status: 'employed',
  soft_pull_consent: true,
  soft_pull_consent_version: authorization.version,
  soft_pull_consent_text_sha256: sha256Hex(authorization.text),
  soft_pull_consent_at: '2026-03-02T15:00:00Z',
  esign_consent: true,
  esign_consent_version: currentText('esign_consent', 'en', onDate).version,
  esign_consent_at: '2026-03-02T14:59:00Z',
  privacy_notice_ack: true,
  privacy_notice_version: currentText('privacy_notice', 'en', onDate).version,
  consent_ip_address: '203.0.113.7',
  consent_user_agent: 'Sample Browser 1.0',
  consent_session_id: 'session-1',
  sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
  sponsor_redirect_url: 'https://shop.example/checkout#resume',
};
