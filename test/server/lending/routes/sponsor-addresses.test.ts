import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { anInvitation, invitePath } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

const innerHosts = ['localhost', 'hooks.inner', '192.168.1.20'];

let lending: TestLending;
before(async () => {
  lending = await startTestLending({ callbackAllowedHosts: innerHosts });
});
after(() => lending.close());

const calls = {
  'a soft pull': [softPullPath, aNewPersonsSoftPull()],
  'an invitation': [invitePath, anInvitation()],
  'an onboarding': ['/api/v1/sponsor/merchants/onboarding/', anOnboarding()],
} as const;

const errorsOf = async (answer: Response) => {
  const { errors } = (await answer.json()) as { errors?: Record<string, string[]> };
  return { status: answer.status, errors };
};

describe('a sponsor_callback_url that no callback may be posted to', () => {
  for (const [what, [path, body]] of Object.entries(calls)) {
    it(`is refused by ${what}, which says what would be right`, async () => {
      for (const [sponsor_callback_url, right] of [
        ['https://169.254.169.254/x', 'Send a public https address.'],
        ['https://10.0.0.1/x', 'Send a public https address.'],
        ['https://user:word@sponsor.example/x', 'Send an absolute https address.'],
        ['https://sponsor.example:8000/x', 'Use port 443 or 8443.'],
        ['http://other.inner:3000/x', 'Send an absolute https address.'],
      ] as const) {
        const changed = { ...body, sponsor_callback_url };
        assert.deepEqual(await errorsOf(await lending.call('POST', path, { body: changed })), {
          status: 400,
          errors: { sponsor_callback_url: [right] },
        });
      }
    });
  }
});

describe('a callback address on a host of CALLBACK_ALLOWED_HOSTS', () => {
  it('may be of plain http, at any port', async (t) => {
    const own = await startTestLending({ callbackAllowedHosts: innerHosts });
    t.after(() => own.close());
    const sponsor_callback_url = 'http://hooks.inner:3000/x';
    for (const [path, body] of Object.values(calls)) {
      const changed = { ...body, sponsor_callback_url };
      const answer = await own.call('POST', path, { body: changed });
      assert.ok(answer.ok, await answer.text());
    }
    const charge = async (transaction_callback_url: string) => {
      const body = aCharge(await anAcceptedLoan(own), { transaction_callback_url });
      return (await own.call('POST', chargePath, { body })).status;
    };
    assert.equal(await charge(sponsor_callback_url), 201);
    assert.equal(await charge('http://other.inner:3000/x'), 400);
  });
});

describe('a sponsor_redirect_url', () => {
  const select = async (sponsor_redirect_url: string) => {
    const body = aNewPersonsSoftPull();
    const pulled = await lending.call('POST', softPullPath, { body });
    const [offer] = ((await pulled.json()) as SoftPullResponse).offers;
    const path = `/api/v1/sponsor/consumers/offers/${offer?.offer_uuid}/select/`;
    return lending.call('PATCH', path, { body: { sponsor_redirect_url } });
  };

  for (const sponsor_redirect_url of [
    'http://192.168.1.20:8787/pay#x',
    'http://127.0.0.2:8080/',
    'http://shop.localhost:3000/cart',
  ]) {
    it(`may be ${sponsor_redirect_url}`, async () => {
      const body = aNewPersonsSoftPull({ sponsor_redirect_url });
      assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
      assert.equal((await select(sponsor_redirect_url)).status, 200);
    });
  }

  it('is https elsewhere', async () => {
    const sponsor_redirect_url = 'http://shop.example/cart';
    const refused = {
      status: 400,
      errors: { sponsor_redirect_url: ['Send an absolute https address.'] },
    };
    for (const [path, body] of Object.values(calls)) {
      const changed = { ...body, sponsor_redirect_url };
      const answer = await lending.call('POST', path, { body: changed });
      assert.deepEqual(await errorsOf(answer), refused);
    }
    assert.deepEqual(await errorsOf(await select(sponsor_redirect_url)), refused);
  });
});
