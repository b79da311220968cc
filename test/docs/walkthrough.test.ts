import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { checkoutTextIds, messageTextIds } from '../../server/lending-api/texts/text-ids.ts';
import type { CheckoutStep, StepOf } from '../../widget/contract/step.ts';
import { en } from '../../widget/strings/en.ts';
import { personas } from '../helpers/bare-lender/personas.ts';
import { as, CheckoutAnswerError, CheckoutClient } from '../helpers/checkout-client.ts';
import { until } from '../helpers/until.ts';
import { deadLinks } from './links.ts';
import { codes, operations, read, root, table } from './read-readme.ts';
import { blocksOf, patternOf, walkthrough } from './read-walkthrough.ts';
import { Reader } from './reader.ts';

interface Reached {
  step: CheckoutStep;
  /** Of a refusal. */
  code: string | null;
}

/** What becomes of an application, by the applicant's last name. */
const decisions: Readonly<Record<string, (came: Reached) => boolean>> = {
  Declined: ({ step }) => step.screen === 'no_offers',
  Review: ({ step }) => step.screen === 'review',
  Late: ({ step }) => step.screen === 'working',
  Misspelt: ({ step, code }) => step.screen === 'details' && code === 'invalid_applicant',
  Priceless: ({ step }) => step.screen === 'ask_lender' && step.lender?.phone === '1-614-555-0100',
  Mixed: ({ step }) => step.screen === 'offers' && step.more_at_lender !== null,
};

/** And of a charge. */
const refusedCharges = { Portalless: 'portal_required', Unreachable: 'consumer_unreachable' };

describe('server/README.md, followed in an empty clone', () => {
  let reader: Reader;
  before(async () => {
    reader = await Reader.begin();
  });
  after(() => reader.end());

  const followAll = async (section: number) => {
    for (const block of blocksOf(section)) await reader.follow(block);
  };
  const shopOrigin = () => reader.here('http://localhost:3000');

  /** The consumer on the page of the newest checkout, as its browser calls. */
  async function consumer(): Promise<CheckoutClient> {
    const page = await (await fetch(`${shopOrigin()}/`)).text();
    const [, token = ''] = /client-token="([^"]+)"/.exec(page) ?? [];
    const client = new CheckoutClient({
      bffUrl: reader.here('http://localhost:8787'),
      origin: shopOrigin(),
      merchant: 'pk_staging_shop',
    });
    await client.resume(token);
    return client;
  }

  /** @returns where the consumer is then, and the code of a refusal */
  async function apply(client: CheckoutClient, last_name: string): Promise<Reached> {
    const email = `ada.${last_name.toLowerCase()}@sponsor.example`;
    return reached(client, () => client.apply({ last_name, email }));
  }

  async function walkToAccepted(last_name: string): Promise<CheckoutClient> {
    const client = await consumer();
    const { offers } = as((await apply(client, last_name)).step, 'offers');
    const { consumer_invitation_link } = await client.select(offers[0]?.offer_uuid ?? '');
    const back = await press(consumer_invitation_link, { press: 'Accept the terms' });
    const address = back.headers.get('location') ?? '';
    assert.ok(address.startsWith(`${shopOrigin()}/#soft_pull_resume=`), address);
    as(await client.step(), 'accepted');
    return client;
  }

  const answered = new Set<string>();

  /** By the link that the lender has sent. */
  async function answer(what: 'Approve' | 'Reject'): Promise<void> {
    const message = /approve \$8,400\.00 at (\S+) by .* loan number (\d+)\n/g;
    const [, url = '', loan_number = ''] = await until('the link', async () =>
      [...reader.printedIn('second').matchAll(message)].find(
        ([, each = '']) => !answered.has(each),
      ),
    );
    answered.add(url);
    const page = await press(url, { last_four: '0001', loan_number, press: what });
    assert.ok((await page.text()).includes(`<h1>${what}`));
  }

  const outcomeOf = (client: CheckoutClient, outcome: StepOf<'charge_outcome'>['outcome']) =>
    until(outcome, async () => {
      const step = await client.step();
      return step.screen === 'charge_outcome' && step.outcome === outcome ? step : undefined;
    });

  it('1 to 4: all is laid out', async () => {
    for (const section of [1, 2, 3, 4]) await followAll(section);
    const texts = await reader.type('ls .staging/texts');
    assert.deepEqual(texts.trim().split('\n'), [...checkoutTextIds, ...messageTextIds].toSorted());
  });

  it('5: the lender is checked', () => followAll(5));

  it('6: the BFF runs', () => followAll(6));

  it('7: a consumer borrows and is charged', async () => {
    const [make, serve, charges, check] = blocksOf(7);
    assert.ok(make && serve && charges && check);
    await reader.follow(make);
    await reader.follow(serve);
    await until('the page', () => fetch(shopOrigin()).catch(() => undefined));
    const client = await walkToAccepted('Sample');
    as(await client.charge(), 'charge_pending');
    await answer('Approve');
    await outcomeOf(client, 'approved');
    await reader.follow(charges);

    await reader.type('new_checkout order-2');
    await walkToAccepted('Second');
    await reader.follow(check);
    await answer('Reject');
    await reader.sees('second', /(?:^Callback to \S+: 200$[\s\S]*?){4}/m);
    assert.doesNotMatch(reader.printedIn('second'), /^Callback to \S+: (?!200)/m);
  });

  it('8: each last name has a row', () => {
    const rows = table('Last name', walkthrough).map(([name]) => codes(name)[0]);
    assert.deepEqual(rows.sort(), Object.keys(personas).sort());
  });

  for (const [name, isAsSaid] of Object.entries(decisions)) {
    it(`8: ${name} comes to what the page says`, async () => {
      await reader.type(`new_checkout order-${name}`);
      const came = await apply(await consumer(), name);
      assert.ok(isAsSaid(came), JSON.stringify(came));
    });
  }

  for (const [name, code] of Object.entries(refusedCharges)) {
    it(`8: ${name} comes to what the page says`, async () => {
      await reader.type(`new_checkout order-${name}`);
      const client = await walkToAccepted(name);
      const came = await reached(client, () => client.charge());
      assert.equal(came.code, code);
      assert.equal(as(came.step, 'accepted').blocked, name === 'Portalless' ? code : null);
    });
  }

  it('8: what cannot be read is logged', async () => {
    await reader.sees('third', /"event":"answer_not_readable".*"kind":"softPull","reason":"apr"/);
  });

  it('8: a charge that the lender has not confirmed is resolved', async () => {
    const [ask, resolve] = blocksOf(8);
    assert.ok(ask && resolve);
    await reader.type('new_checkout order-3');
    const client = await walkToAccepted('Unconfirmed');
    as(await client.charge(), 'working');
    // Two minutes pass for the BFF.
    reader.signal('third', 'SIGUSR2');
    await outcomeOf(client, 'unresolved');
    await reader.follow(ask);
    await reader.follow(resolve);
    await reader.sees('third', /"event":"charge_resolved".*"key":"pk_staging_shop"/);
    await answer('Approve');
    await outcomeOf(client, 'approved');
  });

  it('9: the merchant is live', async () => {
    await reader.type('umask 022');
    await followAll(9);
    assert.equal(await reader.type('find .live -maxdepth 1 -perm /077'), '');
    assert.equal(await reader.type('git status --porcelain -- .staging .live'), '');
  });

  it('9: the start says what the page says that it says', async () => {
    for (const [setting, message] of table('With', walkthrough)) {
      const [[change = ''], [shown = '']] = [codes(setting), codes(message)];
      const start = `(set -a; . .live/settings.env; ${change} npm start -s; echo ended with $?)`;
      assert.match(await reader.type(start), patternOf(`${shown}\nended with 1`), change);
    }
  });
});

describe('server/README.md', () => {
  it('quotes what consumers read', () => {
    const known = new Set([...textsOf(en), en.outcome.accepted.charge('$8,400.00')]);
    const quoted = [...walkthrough.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);
    assert.notEqual(quoted.length, 0);
    assert.deepEqual(
      quoted.filter((text) => !known.has(text)),
      [],
    );
  });

  it('leads to files and headings that exist, and is led to by README.md', () => {
    assert.deepEqual(deadLinks('server/README.md'), []);
    assert.ok(read('README.md').includes('](server/README.md)'));
  });

  it('watches for metrics and events that there are', () => {
    const metrics = table('Metric', operations).flatMap(([cell]) => codes(cell));
    const sources = readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`server/${name}`));
    const isKnown = (name: string) =>
      metrics.includes(name) || sources.some((source) => source.includes(`'${name}'`));
    const watched = table('Watch', walkthrough).flatMap(([cell]) => codes(cell));
    assert.deepEqual(
      watched.filter((name) => !isKnown(name)),
      ['GET …/charges'],
    );
  });
});

/** Where the consumer is after a call that may be refused. */
async function reached(
  client: CheckoutClient,
  call: () => Promise<CheckoutStep>,
): Promise<Reached> {
  try {
    return { step: await call(), code: null };
  } catch (error) {
    if (!(error instanceof CheckoutAnswerError)) throw error;
    const { code } = error.answer.body as { code: string };
    return { step: await client.step(), code };
  }
}

/** As a browser sends a form. */
function press(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
