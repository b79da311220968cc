import { randomUUID } from 'node:crypto';
import { problemWith } from './answers.ts';
import { addressOf, type Call, type Endpoint, withField } from './calls/endpoint.ts';
import { changedTables, snapshot } from './snapshot.ts';
import { otherSponsor, type SponsorName, type Team, type World } from './world.ts';

/** One combination of the matrix. */
interface Situation {
  /** `Salesrep, another's`. */
  name: string;
  as: SponsorName;
  /** Absent where the sponsor itself calls. */
  user?: string;
  /** Who invited the consumer whom the call is about. */
  owner: string;
  status: number;
  /** Whether the answer tells of the record; undefined where there is none to tell of. */
  shows?: boolean;
  /** The same call for a record that nobody has must be answered alike. */
  asUnknownRecord?: true;
}

/** What a matrix row found wrong, and how many combinations it went through. */
export interface AccessReport {
  tried: number;
  problems: string[];
}

/**
 * Makes an endpoint's call for every role, for a user that is unknown, not active, of another
 * merchant or of another sponsor, on records of its own and of another user's, and compares the
 * answers with the rules; a call that is refused must change nothing.
 */
export async function checkAccess(world: World, endpoint: Endpoint): Promise<AccessReport> {
  const team = await world.newTeam();
  const situations = situationsOf(endpoint, world, team);
  const refused = situations.filter(({ status }) => status >= 400);
  const allowed = situations.filter(({ status }) => status < 400);
  return {
    tried: situations.length,
    problems: [
      ...(await checkRefused(world, endpoint, team, refused)),
      ...(await checkAllowed(world, endpoint, team, allowed)),
    ],
  };
}

function situationsOf(
  { method, access, success }: Endpoint,
  world: World,
  team: Team,
): Situation[] {
  const { user, rights, record } = access;
  const owner = team.users.Salesrep;
  const own = { as: team.sponsor, owner };
  const foreign = { as: otherSponsor, owner } as const;
  const unknownRecord = { status: 404, asUnknownRecord: true, shows: false } as const;
  const elsewhere = record === undefined ? { status: success, shows: false } : unknownRecord;
  const found: Situation[] = [];
  if (user === undefined) {
    found.push({ ...own, name: 'the sponsor', status: success, shows: true });
  } else {
    const unknown = user.in === 'path' ? 404 : 400;
    // A path is read before a body: of another sponsor's record there is nothing to say.
    const foreignUser = record?.in === 'path' ? 404 : unknown;
    found.push(
      ...rolesOf(team, rights).flatMap((role) => situationsOfRole(role, access, success, team)),
      { ...own, name: 'a deactivated Admin', user: team.deactivated, status: 403 },
      { ...own, name: 'an unknown user', user: 'nobody', status: unknown },
      {
        ...foreign,
        name: 'another sponsor, this user',
        user: team.users.Admin,
        status: foreignUser,
      },
    );
  }
  const namesSomething = record !== undefined || method === 'GET';
  if (user !== undefined && namesSomething) {
    const admin = world.stranger.users.Admin;
    found.push({ ...own, ...elsewhere, name: 'an Admin of another merchant', user: admin });
  }
  if (namesSomething) {
    const admin = world.foreign.users.Admin;
    const as = { ...foreign, ...elsewhere, name: 'another sponsor' };
    found.push(user === undefined ? as : { ...as, user: admin });
  }
  return found;
}

interface RoleOf {
  role: string;
  user: string;
  right: 'all' | 'own' | undefined;
}

function rolesOf({ users }: Team, rights: Endpoint['access']['rights']): RoleOf[] {
  const roles = ['Admin', 'Salesmanager', 'Salesrep', 'Salesperson'] as const;
  return roles.map((role) => ({ role, user: users[role], right: rights[role] }));
}

function situationsOfRole(
  { role, user, right }: RoleOf,
  { record }: Endpoint['access'],
  success: number,
  { sponsor, otherRep }: Team,
): Situation[] {
  const anothers = right === 'own' && record !== undefined ? 403 : success;
  const base = { as: sponsor, user };
  return [
    {
      ...base,
      name: `${role}, its own`,
      owner: user,
      status: right === undefined ? 403 : success,
      shows: true,
    },
    {
      ...base,
      name: `${role}, another’s`,
      owner: otherRep,
      status: right === undefined ? 403 : anothers,
      shows: right === 'all',
    },
  ];
}

/** Refusals change nothing, so calls that are prepared once serve them all. */
async function checkRefused(
  world: World,
  endpoint: Endpoint,
  team: Team,
  situations: readonly Situation[],
): Promise<string[]> {
  const calls = new Map<string, Call>();
  for (const { owner } of situations) {
    if (calls.has(owner)) continue;
    calls.set(owner, await endpoint.prepare(world, { team, user: team.users.Admin, owner }));
  }
  const before = await snapshot(world.lending);
  const problems: string[] = [];
  for (const situation of situations) {
    const call = calls.get(situation.owner) ?? {};
    problems.push(...(await compare(world, endpoint, call, situation)));
  }
  const changed = changedTables(before, await snapshot(world.lending));
  if (changed.length > 0) problems.push(`refused calls changed ${changed.join(', ')}`);
  return problems;
}

async function checkAllowed(
  world: World,
  endpoint: Endpoint,
  team: Team,
  situations: readonly Situation[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const situation of situations) {
    const user = team.users.Admin;
    const call = await endpoint.prepare(world, { team, user, owner: situation.owner });
    problems.push(...(await compare(world, endpoint, call, situation)));
  }
  return problems;
}

async function compare(
  world: World,
  endpoint: Endpoint,
  prepared: Call,
  situation: Situation,
): Promise<string[]> {
  const { access } = endpoint;
  const { name, user, status, shows } = situation;
  const call = user === undefined ? prepared : withField(prepared, access.user, user);
  const answer = await send(world, endpoint, call, situation.as);
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
    const other = await send(world, endpoint, unknown, situation.as);
    if (other.status !== answer.status || other.text !== answer.text) {
      problems.push(`${name}: a record that exists is answered unlike one that does not`);
    }
  }
  return problems;
}

async function send(
  { lending }: World,
  endpoint: Endpoint,
  call: Call,
  as: SponsorName,
): Promise<{ status: number; text: string }> {
  const address = addressOf(endpoint, call);
  const response = await lending.call(endpoint.method, address, { body: call.body, as });
  return { status: response.status, text: await response.text() };
}
