import { randomUUID } from 'node:crypto';
import { problemWith } from './answers.ts';
import type { ApiTestbed } from './api-testbed.ts';
import { addressOf, type Call, type Endpoint, withField } from './calls/endpoint.ts';
import { type MerchantFixture, newMerchantFixture } from './merchant-fixture.ts';
import { type Situation, situationsOf } from './situations.ts';
import { changedTables, snapshot } from './snapshot.ts';
import type { SponsorName } from './sponsors.ts';

/**
 * Makes an endpoint's call for every role, for a user that is unknown, not active, of another
 * merchant or of another sponsor, on records of its own and of another user's, and compares the
 * answers with the rules; a call that is refused must change nothing. A line for each thing wrong.
 */
export async function checkAccess(testbed: ApiTestbed, endpoint: Endpoint): Promise<string[]> {
  const fixture = await newMerchantFixture(testbed);
  const situations = situationsOf(endpoint, testbed, fixture);
  const refused = situations.filter(({ status }) => status >= 400);
  const allowed = situations.filter(({ status }) => status < 400);
  return [
    ...(await checkRefused(testbed, endpoint, fixture, refused)),
    ...(await checkAllowed(testbed, endpoint, fixture, allowed)),
  ];
}

/** Refusals change nothing, so calls that are prepared once serve them all. */
async function checkRefused(
  testbed: ApiTestbed,
  endpoint: Endpoint,
  fixture: MerchantFixture,
  situations: readonly Situation[],
): Promise<string[]> {
  const calls = new Map<string, Call>();
  for (const { owner } of situations) {
    if (calls.has(owner)) continue;
    calls.set(
      owner,
      await endpoint.prepare(testbed, { fixture, user: fixture.users.Admin, owner }),
    );
  }
  const before = await snapshot(testbed.lending);
  const problems: string[] = [];
  for (const situation of situations) {
    const call = calls.get(situation.owner) ?? {};
    problems.push(...(await compare(testbed, endpoint, call, situation)));
  }
  const changed = changedTables(before, await snapshot(testbed.lending));
  if (changed.length > 0) problems.push(`refused calls changed ${changed.join(', ')}`);
  return problems;
}

async function checkAllowed(
  testbed: ApiTestbed,
  endpoint: Endpoint,
  fixture: MerchantFixture,
  situations: readonly Situation[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const situation of situations) {
    const user = fixture.users.Admin;
    const call = await endpoint.prepare(testbed, { fixture, user, owner: situation.owner });
    problems.push(...(await compare(testbed, endpoint, call, situation)));
  }
  return problems;
}

async function compare(
  testbed: ApiTestbed,
  endpoint: Endpoint,
  prepared: Call,
  situation: Situation,
): Promise<string[]> {
  const { access } = endpoint;
  const { name, user, status, shows } = situation;
  const call = user === undefined ? prepared : withField(prepared, access.user, user);
  const answer = await send(testbed, endpoint, call, situation.as);
  const problems: string[] = [];
  if (answer.status !== status) {
    problems.push(`${name}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
  }
  const wrong = problemWith(endpoint, answer.status, answer.text);
  if (wrong !== undefined) problems.push(`${name}: ${wrong.slice(0, 300)}`);
  if (call.shows !== undefined && shows !== undefined) {
    const isShown = answer.text.includes(call.shows);
    if (isShown !== shows) problems.push(`${name}: the record is ${isShown ? '' : 'not '}shown`);
  }
  if (situation.asUnknownRecord) {
    const unknown = withField(call, access.record, randomUUID());
    const other = await send(testbed, endpoint, unknown, situation.as);
    if (other.status !== answer.status || other.text !== answer.text) {
      problems.push(`${name}: a record that exists is answered unlike one that does not`);
    }
  }
  return problems;
}

async function send(
  { lending }: ApiTestbed,
  endpoint: Endpoint,
  call: Call,
  as: SponsorName,
): Promise<{ status: number; text: string }> {
  const address = addressOf(endpoint, call);
  const response = await lending.call(endpoint.method, address, { body: call.body, as });
  return { status: response.status, text: await response.text() };
}
