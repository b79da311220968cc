import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodings } from '../../conformance/encodings.ts';
import { anApplicationBody } from '../../helpers/applicant-corpus.ts';
import { applyOverHttp } from '../../helpers/apply-over-http.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import {
  type CanaryApplicant,
  type CanaryKind,
  canaryAccount,
  canaryApplicant,
  canaryKinds,
} from '../../helpers/canaries.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { inParallel } from '../../helpers/in-parallel.ts';
import { LeakScanner } from '../../helpers/leak-scanner.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../helpers/merchant-bodies.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { aSoftPull } from '../../helpers/soft-pull.ts';
import { type Mistake, withMistake } from '../plant.ts';

export interface CanariesRun {
  /** The number of the first applicant. */
  readonly from: number;
  readonly applications: number;
  readonly mistake?: Mistake;
}

export interface CanariesReport {
  readonly applications: number;
  /** Merchants with a bank account. */
  readonly accounts: number;
  /** Searched. */
  readonly bytes: number;
  /** `bff.db-wal: email` */
  readonly hits: readonly string[];
}

/** The lender must know whom it lends to; the rest is sealed there too. */
const sealedAtLender: readonly CanaryKind[] = ['ssn', 'birth_date', 'income', 'account'];

/** Of so many applicants, one is sent wrongly, one goes to the lender itself, one has a merchant. */
const wrongOf = 10;
const directOf = 10;
const merchantOf = 25;
const wholeWayOf = 50;
const atOnce = 8;

const main = join(import.meta.dirname, '../../../server/main.ts');

/**
 * Applicants like no others go through the whole product: as they should, wrongly, and by the lender's
 * own API. Then all that it has written and answered is searched for them, in raw bytes.
 */
export async function runCanaries(run: CanariesRun): Promise<CanariesReport> {
  const people = Array.from({ length: run.applications }, (_none, n) =>
    canaryApplicant(run.from + n),
  );
  const accounts = people
    .filter((_person, n) => n % merchantOf === 0)
    .map((_person, n) => canaryAccount(run.from + n));
  const product = await serve({
    root: await scratchRoot(),
    environment: withMistake(run.mistake),
  });
  try {
    const scanner = new LeakScanner(people, accounts);
    const search = new Search(scanner);
    await applyAsAll(product, people, accounts, search);
    await readEverything(product, search);
    await backUp(product);
    await search.inFiles(product);
    await product.stop();
    await search.inFiles(product);
    const { bytes, hits } = search;
    return { applications: people.length, accounts: accounts.length, bytes, hits: [...hits] };
  } finally {
    await product.remove();
  }
}

/** What has been searched, and what was found there. */
class Search {
  bytes = 0;
  readonly hits = new Set<string>();
  readonly #scanner: LeakScanner;

  constructor(scanner: LeakScanner) {
    this.#scanner = scanner;
  }

  in(place: string, bytes: Buffer | string, kinds: readonly CanaryKind[] = canaryKinds): void {
    const searched = Buffer.from(bytes);
    this.bytes += searched.length;
    for (const kind of this.#scanner.inBytes(searched, kinds)) this.hits.add(`${place}: ${kind}`);
  }

  async inFiles({ dataDir, logFile }: Product): Promise<void> {
    for (const hit of await this.#scanner.inFolder(dataDir, forbiddenIn)) this.hits.add(hit);
    this.bytes += await sizeOf(dataDir);
    this.in('log', await readFile(logFile));
  }
}

/** A database of the lender, or a copy of one. */
function forbiddenIn(file: string): readonly CanaryKind[] {
  return /(?:^|\/)lending\.db/.test(file) ? sealedAtLender : canaryKinds;
}

async function applyAsAll(
  product: Product,
  people: readonly CanaryApplicant[],
  accounts: readonly string[],
  search: Search,
): Promise<void> {
  const isDirect = (_person: CanaryApplicant, n: number) => n % directOf === 1;
  const byPage = people.filter((person, n) => !isDirect(person, n));
  const wholeWays = Math.ceil(byPage.length / wholeWayOf);
  const streamed = await applyOverHttp(product, byPage, { wholeWays });
  search.in('streams', streamed.join('\n'));
  await inParallel(atOnce, people.filter(isDirect), (person, n) =>
    applyAtLender(product, person, n, search),
  );
  const wrong = people.filter((_person, n) => n % wrongOf === 2);
  await inParallel(atOnce, wrong, (person) => applyWrongly(product, person, search));
  await inParallel(atOnce, accounts, (account) => registerAccount(product, account));
}

/** In each content type that the lender takes. */
async function applyAtLender(
  { lendingUrl }: Product,
  person: CanaryApplicant,
  n: number,
  search: Search,
): Promise<void> {
  const body = aSoftPull({ ...person, external_application_id: randomUUID() });
  const encode = Object.values(encodings)[n % 3] ?? encodings.JSON;
  const encoded = encode?.(body);
  const answer = await fetch(`${lendingUrl}/api/v1/sponsor/consumers/soft-pull/`, {
    method: 'POST',
    headers: {
      authorization: authorizationOf('sponsor@example.test'),
      ...(encoded?.contentType && { 'content-type': encoded.contentType }),
    },
    body: encoded?.body ?? '',
  });
  // It tells its sponsor, who sent it, whose application it is.
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the lender answered ${answer.status}: ${text}`);
  search.in('answer to a soft pull', text, sealedAtLender);
}

/** As no page does: what of it is answered, logged or counted? */
async function applyWrongly(
  { bffUrl, demoUrl: origin, lendingUrl }: Product,
  person: CanaryApplicant,
  search: Search,
): Promise<void> {
  const client = new CheckoutClient({ bffUrl, origin });
  await client.open(await sampleOrder(bffUrl));
  const body = anApplicationBody({ ...person });
  const json = JSON.stringify(body);
  const query = new URLSearchParams({ ...person }).toString();
  const address = `${bffUrl}/v1/checkouts/${client.id}`;
  const token = `Bearer ${client.token}`;
  const send = async (url: string, init: RequestInit, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/json' };
    const all = { origin, authorization: token, ...type, ...headers };
    const answer = await fetch(url, { method: 'POST', ...init, headers: all });
    search.in('answer to a wrong request', await answer.text());
    search.in('headers of that answer', [...answer.headers].flat().join('\n'));
  };
  const sponsor = { authorization: authorizationOf('sponsor@example.test') };
  const escaped = json.replaceAll(/[0-9@]/g, (letter) => {
    return `\\u00${letter.charCodeAt(0).toString(16)}`;
  });
  await send(`${address}/application`, {
    body: JSON.stringify({ ...body, phone: '1', state: 'x' }),
  });
  await send(`${address}/application`, { body: json.slice(0, -5) });
  await send(`${address}/application`, { body: `${json}${json}` });
  await send(`${address}/application`, { body: json }, { 'content-type': 'text/plain' });
  await send(`${address}/application`, { body: JSON.stringify({ [person.ssn]: person.email }) });
  await send(`${address}/application?${query}`, { body: '{}' });
  await send(`${address}/${encodeURIComponent(person.email)}/${person.ssn}`, { body: '{}' });
  await send(`${bffUrl}/v1/checkouts/${person.ssn}?${query}`, { method: 'GET' });
  await send(`${bffUrl}/v1/disclosures/en?${query}`, { method: 'GET' });
  await send(`${bffUrl}/v1/resume`, { body: JSON.stringify({ resume: person.email, ...person }) });
  await send(
    `${bffUrl}/v1/merchant/checkouts`,
    { body: json },
    { authorization: `Basic ${btoa(`${person.email}:${person.ssn}`)}` },
  );
  await send(`${lendingUrl}/terms/${person.ssn}?${query}`, { method: 'GET' });
  await send(
    `${lendingUrl}/api/v1/sponsor/consumers/soft-pull/?${query}`,
    { body: escaped },
    sponsor,
  );
  await send(
    `${lendingUrl}/api/v1/sponsor/consumers/soft-pull/`,
    { body: json.slice(0, -3) },
    sponsor,
  );
  await send(
    `${lendingUrl}/api/v1/sponsor/consumers/soft-pull/`,
    { body: query },
    { ...sponsor, 'content-type': 'application/x-www-form-urlencoded' },
  );
}

/** A merchant of its own, whose account number is known to nobody else. */
async function registerAccount({ lendingUrl }: Product, account: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = {
      authorization: authorizationOf('sponsor@example.test'),
      'content-type': 'application/json',
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${lendingUrl}${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  // Named by its turn: its number stands in no name.
  const contractor_id = `canary-${[...account].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
  const user_id = `${contractor_id}-admin`;
  const user_business_email = `${contractor_id}@example.test`;
  const merchants = '/api/v1/sponsor/merchants';
  await post(
    `${merchants}/onboarding/`,
    anOnboarding({ contractor_id, user_id, user_business_email }),
  );
  await post(`/sandbox/v1/merchants/${contractor_id}/complete-onboarding`, {});
  const detail = aPaymentDetail({ request_user_id: user_id, ach_account_number: account });
  await post(`${merchants}/payment-detail/`, detail);
}

/** What the services tell of all that. */
async function readEverything(product: Product, search: Search): Promise<void> {
  const { bffUrl, lendingUrl } = product;
  const sandbox = new Sandbox(lendingUrl);
  search.in('callbacks', JSON.stringify(await sandbox.events()));
  for (const url of [bffUrl, lendingUrl]) {
    search.in(
      `metrics of ${url === bffUrl ? 'the BFF' : 'the lender'}`,
      await textOf(`${url}/metrics`),
    );
  }
  search.in('lint of the lender', JSON.stringify(await sandbox.get('/sandbox/v1/lint')));
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Into the folder of the data, where it is searched with the rest. */
async function backUp({ dataDir }: Product): Promise<void> {
  const env = { ...bareEnvironment(), DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [main, 'backup', join(dataDir, 'backups')], { env });
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
