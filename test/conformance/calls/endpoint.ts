import type { UserType } from '../../../server/lending-api/merchant-users.ts';
import type { ApiTestbed, Body } from '../api-testbed.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';

/** One call of an endpoint. */
export interface Call {
  /** Values for the parameters of the path. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Body | readonly Body[];
  /** Text that stands in the answer where the record it belongs to may be seen. */
  shows?: string;
}

export interface Who {
  fixture: MerchantFixture;
  /** The user_id on whose behalf the call is made. */
  user: string;
  /** The user_id that invited the consumer whom the call is about. */
  owner: string;
}

/** `all`: of the whole merchant; `own`: where the user invited the consumer. */
export type Rights = Readonly<Partial<Record<UserType, 'all' | 'own'>>>;

export interface Field {
  in: 'path' | 'body';
  name: string;
}

/** Who may make a call, as the description and the decisions say it. */
export interface Access {
  /** Where the user on whose behalf it is made is named; absent where the sponsor itself calls. */
  user?: Field;
  /** Roles that are missing may not. */
  rights: Rights;
  /** What the call names of a merchant's. */
  record?: Field;
}

/** One endpoint of the description. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH';
  /** As the description writes it. */
  path: string;
  success: 200 | 201;
  access: Access;
  /** Makes what the call needs and gives a call that is answered with `success`. */
  prepare(testbed: ApiTestbed, who: Who): Promise<Call>;
}

export const BASE = '/api/v1/sponsor';

export const adminOnly: Rights = { Admin: 'all' };
export const everyone: Rights = {
  Admin: 'all',
  Salesmanager: 'all',
  Salesrep: 'own',
  Salesperson: 'own',
};
/** The API lists no Salesperson for these. */
export const withoutSalesperson: Rights = { Admin: 'all', Salesmanager: 'all', Salesrep: 'own' };

export const userInPath: Field = { in: 'path', name: 'request_user_id' };
export const userInBody: Field = { in: 'body', name: 'request_user_id' };

/** The address of a call, with its query. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, call: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(call.path?.[name] ?? ''),
  );
  return call.query ? `${filled}?${new URLSearchParams(call.query)}` : filled;
}

/** The call with another value in one of its fields. */
export function withField(call: Call, field: Field | undefined, value: string): Call {
  if (field === undefined) return call;
  const key = field.in;
  return { ...call, [key]: { ...call[key], [field.name]: value } };
}
