import type { ApiTestbed } from './api-testbed.ts';
import type { Endpoint } from './calls/endpoint.ts';
import type { MerchantFixture } from './merchant-fixture.ts';
import { otherSponsor, type SponsorName } from './sponsors.ts';

/** One combination of the matrix. */
export interface Situation {
  /** `Salesrep, another’s`. */
  name: string;
  as: SponsorName;
  /** Absent where the sponsor itself calls. */
  user?: string;
  /** Who invited the consumer whom the call is about. */
  owner: string;
  status: number;
  /** True if the answer tells of the record; undefined where there is none to tell of. */
  shows?: boolean;
  /** The same call for a record that nobody has must be answered alike. */
  asUnknownRecord?: true;
}

/** Every combination that an endpoint's rules tell apart. */
export function situationsOf(
  endpoint: Endpoint,
  testbed: ApiTestbed,
  fixture: MerchantFixture,
): Situation[] {
  const { user, record } = endpoint.access;
  const namesSomething = record !== undefined || endpoint.method === 'GET';
  return [
    ...(user === undefined ? [theSponsor(endpoint, fixture)] : usersOf(endpoint, fixture)),
    ...(namesSomething ? strangers(endpoint, testbed, fixture) : []),
  ];
}

function theSponsor({ success }: Endpoint, { sponsor, users }: MerchantFixture): Situation {
  const owner = users.Salesrep;
  return { name: 'the sponsor', as: sponsor, owner, status: success, shows: true };
}

function usersOf(endpoint: Endpoint, fixture: MerchantFixture): Situation[] {
  const { user, record } = endpoint.access;
  const base = { as: fixture.sponsor, owner: fixture.users.Salesrep };
  const unknown = user?.in === 'path' ? 404 : 400;
  // A path is read before a body: of another sponsor's record there is nothing to say.
  const foreign = record?.in === 'path' ? 404 : unknown;
  const admin = fixture.users.Admin;
  return [
    ...roles.flatMap((role) => ofRole(role, endpoint, fixture)),
    { ...base, name: 'a deactivated Admin', user: fixture.deactivated, status: 403 },
    { ...base, name: 'an unknown user', user: 'nobody', status: unknown },
    { ...base, name: 'another sponsor, this user', as: otherSponsor, user: admin, status: foreign },
  ];
}

const roles = ['Admin', 'Salesmanager', 'Salesrep', 'Salesperson'] as const;

function ofRole(
  role: (typeof roles)[number],
  { access, success }: Endpoint,
  { sponsor, users, otherRep }: MerchantFixture,
): Situation[] {
  const { rights, record } = access;
  const right = rights[role];
  const ifAllowed = (status: number) => (right === undefined ? 403 : status);
  const anothers = right === 'own' && record !== undefined ? 403 : success;
  const base = { as: sponsor, user: users[role] };
  return [
    {
      ...base,
      name: `${role}, its own`,
      owner: users[role],
      status: ifAllowed(success),
      shows: true,
    },
    {
      ...base,
      name: `${role}, another’s`,
      owner: otherRep,
      status: ifAllowed(anothers),
      shows: right === 'all',
    },
  ];
}

/** Admins of other merchants, to whom a record of this one is as unknown as one that nobody has. */
function strangers(
  { access, success }: Endpoint,
  testbed: ApiTestbed,
  fixture: MerchantFixture,
): Situation[] {
  const { user, record } = access;
  const seen = { owner: fixture.users.Salesrep, shows: false };
  const base: Omit<Situation, 'name' | 'as'> =
    record === undefined
      ? { ...seen, status: success }
      : { ...seen, status: 404, asUnknownRecord: true };
  const anotherSponsor = { ...base, name: 'another sponsor', as: otherSponsor } as const;
  if (user === undefined) return [anotherSponsor];
  const { stranger, foreign } = testbed;
  return [
    {
      ...base,
      name: 'an Admin of another merchant',
      as: fixture.sponsor,
      user: stranger.users.Admin,
    },
    { ...anotherSponsor, user: foreign.users.Admin },
  ];
}
