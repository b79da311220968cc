import { readFileSync } from 'node:fs';
import type { CheckoutsPage } from '../../../server/bff/merchant-api/checkouts.ts';
import type { Evidence } from './evidence.ts';
import type { Shop } from './shop.ts';

/** Looks for what should have been kept from somebody (I9, I10), and for failures in the logs. */
export async function checkWhatIsKept(evidence: Evidence): Promise<void> {
  checkCanaries(evidence);
  checkLogs(evidence);
  await checkTenants(evidence);
  await checkTokens(evidence);
}

/** I9: nothing of a person is in what the BFF keeps, logs or sends to a shop. */
function checkCanaries({ parts, wrong }: Evidence): void {
  const secrets = new Set(
    parts.people.flatMap(({ first_name, email, ssn, phone }) => [
      first_name,
      email.split('@')[0] ?? email,
      ssn,
      ssn.replaceAll('-', ''),
      phone.slice(-10),
    ]),
  );
  const places: [string, string][] = [
    ...['', '-wal'].map((ending): [string, string] => [
      `bff.db${ending}`,
      readFileSync(parts.bff.file + ending, 'latin1'),
    ]),
    ['a log', parts.logged.join('\n')],
    ['a webhook', JSON.stringify(parts.shops.map(({ heard }) => heard))],
    ['an address', parts.paths.join('\n')],
  ];
  for (const [place, text] of places) {
    for (const found of text.matchAll(looksLikeCanary)) {
      const isSecret = secrets.has(found[0]) && !isWithinDigest(text, found);
      if (isSecret) wrong('I9', `a person’s data is in ${place}`);
    }
  }
}

/** One week in a thousand has a digest with nine digits in it that are also somebody's. */
function isWithinDigest(text: string, { 0: match, index }: RegExpExecArray): boolean {
  const after = index + match.length;
  return hexOnly.test(text.slice(index - hexAround, index) + text.slice(after, after + hexAround));
}

const hexAround = 8;
const hexOnly = /^[0-9a-f]{16}$/;

const looksLikeCanary = /Zq[a-z]{9}|zq\.[a-z]{9}|900-?[1-4]\d-?\d{4}|555[2-9]\d{6}/g;

const crashes = /"event":"(due_work_failed|request_failed|call_end_not_written|poll_failed)"/;
/** Where a persona of the sandbox lets its bureau fail, and where an answer to the lender is lost. */
const planned = /sandbox-providers\.ts|(bureau|bank)-outside\.ts/;

/** Nothing failed in a way that nobody has thought of. */
function checkLogs({ parts, wrong }: Evidence): void {
  for (const line of parts.logged) {
    if (crashes.test(line) && !planned.test(line)) wrong('log', line.slice(0, 500));
  }
}

/** I10: nobody reads what is another merchant's. */
async function checkTenants({ parts, wrong }: Evidence): Promise<void> {
  const { facts, shops } = parts;
  for (const shop of shops) {
    for (const id of await listedIds(shop)) {
      const merchant = facts.merchants.get(id);
      if (merchant !== undefined && merchant !== shop.publishableKey) {
        wrong('I10', `${shop.name} reads checkout ${id} of another merchant in its list`);
      }
    }
    const foreign = [...facts.merchants].filter(([, merchant]) => merchant !== shop.publishableKey);
    for (const [id] of foreign.slice(0, 3)) {
      const answers = [
        await shop.call('GET', `/checkouts/${id}`),
        await shop.call('GET', `/checkouts/${id}/charges`),
        await shop.call('POST', `/checkouts/${id}/cancel`, {}, `foreign-${id}`),
      ];
      for (const answer of answers) {
        if (answer?.status !== 404) wrong('I10', `${shop.name} was answered ${answer?.status}`);
      }
    }
    const page = await shop.read<{ events: { checkout_id: string }[] }>('/events?limit=100');
    for (const { checkout_id: id } of page?.events ?? []) {
      const merchant = facts.merchants.get(id);
      if (merchant !== undefined && merchant !== shop.publishableKey) {
        wrong('I10', `${shop.name} reads an event of another merchant`);
      }
    }
  }
}

async function listedIds(shop: Shop): Promise<string[]> {
  const page = await shop.read<CheckoutsPage>('/checkouts?limit=100');
  return (page?.checkouts ?? []).map(({ checkout_id: id }) => id);
}

/** I10: a token opens its own checkout alone. */
async function checkTokens({ parts, wrong }: Evidence): Promise<void> {
  const tabs = parts.facts.tabs.slice(-2);
  const [one, other] = tabs;
  if (one === undefined || other === undefined || one.checkoutId === other.checkoutId) return;
  await one.comeBack();
  const answer = await one.call('GET', `/v1/checkouts/${other.checkoutId}`);
  if (answer.status < 400) wrong('I10', 'a token opens another checkout');
}
