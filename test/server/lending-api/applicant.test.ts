import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfAge } from '../../../server/lending/domain/age-of-majority.ts';
import { softPullRequest } from '../../../server/lending-api/soft-pull.ts';
import { anApplicationBody, applicantCorpus, corpusToday } from '../../helpers/applicant-corpus.ts';

const fromTheCaller = {
  request_user_id: 'rep-1',
  external_application_id: 'application-1',
  requested_amount: '8400.00',
  consent_ip_address: '203.0.113.7',
  consent_user_agent: 'test',
  consent_session_id: 'session-1',
  sponsor_callback_url: 'https://sponsor.example/callback',
};

/** The fields that the service refuses: by its schema, and by the age of majority. */
function refusedFields(body: Record<string, unknown>): string[] {
  const { error } = softPullRequest.safeParse({ ...fromTheCaller, ...body });
  const fields = new Set(error?.issues.map((issue) => issue.path.join('.')));
  const { date_of_birth, state } = body;
  if (typeof date_of_birth === 'string' && !fields.has('date_of_birth')) {
    if (!isOfAge(date_of_birth, String(state), corpusToday)) fields.add('date_of_birth');
  }
  return [...fields].sort();
}

describe('the applicant of a soft pull', () => {
  for (const { name, change, fields } of applicantCorpus) {
    it(`${fields.length === 0 ? 'accepts' : 'refuses'} ${name}`, () =>
      assert.deepEqual(refusedFields(anApplicationBody(change)), [...fields].sort()));
  }

  it('is told once of each thing that is wrong', () => {
    for (const { name, change } of applicantCorpus) {
      const { error } = softPullRequest.safeParse({
        ...fromTheCaller,
        ...anApplicationBody(change),
      });
      const told = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
      assert.deepEqual(told, [...new Set(told)], name);
    }
  });

  it('hands on trimmed, normalised values', () => {
    const body = { ...fromTheCaller, ...anApplicationBody({ annual_income: 84_000 }) };
    const parsed = softPullRequest.parse({ ...body, ssn: ' 900-10-0001 ', middle_name: null });
    assert.equal(parsed.ssn, '900100001');
    assert.equal(parsed.annual_income, '84000.00');
    assert.equal(parsed.middle_name, undefined);
    assert.equal(parsed.locale, 'en');
  });

  it('reads the same from a form, where everything is text', () => {
    const asForm = Object.fromEntries(
      Object.entries(anApplicationBody()).map(([field, value]) => [field, String(value)]),
    );
    assert.deepEqual(
      softPullRequest.parse({ ...fromTheCaller, ...asForm }),
      softPullRequest.parse({ ...fromTheCaller, ...anApplicationBody() }),
    );
  });

  for (const requested_amount of ['499.99', '100000.01', '-500', 'abc', '500.001']) {
    it(`refuses a requested amount of ${requested_amount}`, () => {
      const body = { ...fromTheCaller, ...anApplicationBody(), requested_amount };
      assert.deepEqual(
        softPullRequest.safeParse(body).error?.issues.map((issue) => issue.path.join('.')),
        ['requested_amount'],
      );
    });
  }
});
