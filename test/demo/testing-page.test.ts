import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { demoPersonas } from '../../demo/personas.ts';
import type { DemoOptions } from '../../demo/server.ts';
import {
  sandboxLenderLogin,
  sandboxPaymentIdentifier,
} from '../../server/config/sandbox-settings.ts';
import { magicOf, magicValues } from '../../server/lending/providers/magic-values.ts';
import { personas, sandboxApplicants } from '../../server/lending/providers/personas.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { en } from '../../widget/strings/en.ts';
import { constantsOf } from '../docs/source-constants.ts';
import { sampleOf, samplesOf } from '../helpers/docs-samples.ts';
import type { SandboxMessage } from '../helpers/sandbox.ts';
import { as, stepOf } from '../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../helpers/testbed.ts';
import { aShop } from './demo-shop.ts';

const page = await pageOf({});
const words = page.replaceAll(/<[^>]+>/g, '');

const listed = page.matchAll(/>(sbx:\w+)<\/code><\/dt>\s*<dd class="fact"><code>(\w+)</g);
/** The orders that it lists, each with how it says that the charge ends. */
const orders = [...listed].map(([, name = '', outcome = '']) => ({ name, outcome }));

async function pageOf(options: Partial<DemoOptions>): Promise<string> {
  return (await aShop(options).request('/docs/testing')).text();
}

function sandboxOf({ lenderUrl }: Testbed): DemoOptions['sandbox'] {
  return { ...sandboxLenderLogin, lendingUrl: lenderUrl };
}

function curlsOf(shown: string): string[] {
  return samplesOf(shown).filter((sample) => sample.startsWith('curl '));
}

describe('/docs/testing', () => {
  it('lists applicants, and says which numbers the sandbox takes', () => {
    for (const { ssn, outcome } of demoPersonas) {
      assert.ok(words.includes(ssn) && words.includes(outcome), ssn);
    }
    assert.ok(words.includes('begin with 900-01 to 900-49,'));
    const numbers = ['900-00-9999', '900-01-0000', '900-49-9999', '900-50-0000', '123-45-6789'];
    assert.deepEqual(
      numbers.map((ssn) => sandboxApplicants.acceptsSsn(ssn.replaceAll('-', ''))),
      [false, true, true, false, false],
    );
  });

  it('says who can be charged at once, and who never can', () => {
    for (const { ssn, outcome } of demoPersonas) {
      const persona = personas.find((each) => each.ssn === ssn.replaceAll('-', ''));
      const portal = persona?.persona.script.portal;
      assert.equal(
        outcome.includes('can be charged at once'),
        portal === 'active_at_acceptance',
        ssn,
      );
      assert.equal(outcome.includes('cannot be set up'), portal === 'stays_invited', ssn);
    }
  });

  it('says what the form says of any other number', () => {
    const [said] = en.form.errors.not_accepted.split('.');
    assert.ok(words.includes(`“${said}”`));
  });

  it('says how often one applicant may apply', async () => {
    const { softPullsPerDay } = await constantsOf('server/bff/store/person-pulls.ts');
    assert.ok(words.includes(`${softPullsPerDay} applications in 24 hours`));
  });

  it('lists every order that steers its charge, and says how long its id may be', () => {
    const known = magicValues.filter(({ field }) => field.includes('order_id'));
    assert.deepEqual(
      orders.map(({ name }) => name),
      known.flatMap(({ values }) => values),
    );
    const [, longest] = /at most (\d+) characters/.exec(words) ?? [];
    const isSteered = (length: number) => {
      const orderId = 'sbx:slow#'.padEnd(length, '1');
      return magicOf(sandboxPaymentIdentifier(orderId, randomUUID())) === 'slow';
    };
    assert.ok(isSteered(Number(longest)));
    assert.ok(!isSteered(Number(longest) + 1));
  });
});

describe('the calls of /docs/testing', () => {
  let testbed: Testbed;
  let samples: string;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    samples = await pageOf({ sandbox: sandboxOf(testbed) });
  });
  afterEach(() => testbed.close());

  /** Does what a sample does by curl. */
  async function call(label: string, paymentRequest = ''): Promise<unknown> {
    const sample = sampleOf(samples, `Shell, ${label}`).replace(
      '{payment_request_uuid}',
      paymentRequest,
    );
    const [address = ''] = /http:\S+/.exec(sample) ?? [];
    const [, credentials = ''] = /-u (\S+)/.exec(sample) ?? [];
    const [, body] = /-d '(.+)'/.exec(sample) ?? [];
    const isPost = body !== undefined || sample.includes('-X POST');
    const answer = await fetch(address, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    assert.equal(answer.status, 200, sample);
    return answer.json();
  }

  it('go to the lender of a sandbox that is this reader’s only', async () => {
    const publicDemo = { visitorKey: 'k'.repeat(32), trustedProxies: noProxies };
    const hosted = await pageOf({ sandbox: sandboxOf(testbed), publicDemo });
    const own = curlsOf(samples);
    assert.equal(own.length, 3);
    for (const sample of own) assert.ok(sample.includes(` ${testbed.lenderUrl}/`), sample);
    for (const sample of [...curlsOf(hosted), ...curlsOf(page)]) {
      assert.ok(sample.includes(' http://localhost:8788/'), sample);
    }
  });

  it('read the messages with their links', async () => {
    await acceptedPage(testbed);
    const messages = (await call('the messages')) as SandboxMessage[];
    assert.ok(messages.some(({ links }) => links.length > 0));
  });

  for (const { name, outcome } of orders) {
    it(`bring the charge of ${name} to its end, ${outcome}`, async () => {
      const checkout = await acceptedPage(testbed, { order_id: `${name}#1` });
      const charged = stepOf(await checkout.charge());
      assert.ok('payment_request_uuid' in charged);
      if (name.startsWith('sbx:consumer_')) await testbed.sandbox.advanceClock(0);
      else await call('approve a charge', String(charged.payment_request_uuid));
      await call('a week later');
      assert.equal(as(await checkout.step(), 'charge_outcome').outcome, outcome);
    });
  }
});
