import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anInvitation, invitePath } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const calls = {
  'a soft pull': [softPullPath, aNewPersonsSoftPull()],
  'an invitation': [invitePath, anInvitation()],
  'an onboarding': ['/api/v1/sponsor/merchants/onboarding/', anOnboarding()],
} as const;

const addresses = [
  'https://169.254.169.254/x',
  'https://10.0.0.1/x',
  'https://user:word@sponsor.example/x',
  'https://sponsor.example:8000/x',
];

describe('a sponsor_callback_url that no callback may be posted to', () => {
  for (const [what, [path, body]] of Object.entries(calls)) {
    it(`is refused by ${what}, which names the field`, async () => {
      for (const sponsor_callback_url of addresses) {
        const answer = await lending.call('POST', path, {
          body: { ...body, sponsor_callback_url },
        });
        const { errors } = (await answer.json()) as { errors?: Record<string, unknown> };
        assert.equal(answer.status, 400, sponsor_callback_url);
        assert.deepEqual(Object.keys(errors ?? {}), ['sponsor_callback_url']);
      }
    });
  }
});
