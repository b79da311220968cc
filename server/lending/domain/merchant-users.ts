import type { UserType } from '../../lending-api/merchant-users.ts';

/** What a call does on behalf of a merchant user. */
export type Action =
  | 'manage_users'
  | 'manage_bank_account'
  | 'manage_rate_sheet'
  | 'refund'
  /** Invite a consumer or submit a soft pull. */
  | 'invite'
  | 'view_consumers'
  | 'request_charge'
  | 'cancel_account'
  | 'increase_credit_line';

/** `all`: of the whole merchant; `own`: where the user sent the invitation. */
export type Reach = 'all' | 'own';

const consumerActions = {
  invite: 'all',
  view_consumers: 'all',
  request_charge: 'all',
  cancel_account: 'all',
  increase_credit_line: 'all',
} as const;

/**
 * server/lending/DECISIONS.md, Roles. The API lists no Salesperson for cancel and credit line
 * increase.
 */
const reachOf: Readonly<Record<UserType, { readonly [Each in Action]?: Reach }>> = {
  Admin: {
    ...consumerActions,
    manage_users: 'all',
    manage_bank_account: 'all',
    manage_rate_sheet: 'all',
    refund: 'all',
  },
  Salesmanager: consumerActions,
  Salesrep: {
    invite: 'own',
    view_consumers: 'own',
    request_charge: 'own',
    cancel_account: 'own',
    increase_credit_line: 'own',
  },
  Salesperson: { invite: 'own', view_consumers: 'own', request_charge: 'own' },
};

/** How far a role may go with an action, or undefined when it may not. */
export function reach(userType: UserType, action: Action): Reach | undefined {
  return reachOf[userType][action];
}

/** What of a batch must be unique in it and among the stored users. */
interface NamedUser {
  user_id: string;
  email: string;
}

/** Values as they were sent, each once. */
export interface BatchDuplicates {
  user_id: string[];
  emails: string[];
}

/**
 * The user_ids and e-mails of a batch that are stored already or come twice in it
 * (server/lending/DECISIONS.md, Merchants and users). E-mails are the same whatever their case;
 * stored ones are lower case.
 */
export function batchDuplicates(
  batch: readonly NamedUser[],
  stored: readonly NamedUser[],
): BatchDuplicates {
  const ids = batch.map(({ user_id }) => user_id);
  const emails = batch.map(({ email }) => email);
  return {
    user_id: duplicatesIn(
      ids,
      stored.map(({ user_id }) => user_id),
      (id) => id,
    ),
    emails: duplicatesIn(
      emails,
      stored.map(({ email }) => email),
      (email) => email.toLowerCase(),
    ),
  };
}

function duplicatesIn(
  sent: readonly string[],
  stored: readonly string[],
  sameAs: (value: string) => string,
): string[] {
  const taken = new Set(stored);
  const counts = new Map<string, number>();
  for (const value of sent) counts.set(sameAs(value), (counts.get(sameAs(value)) ?? 0) + 1);
  const isDuplicate = (value: string) =>
    taken.has(sameAs(value)) || (counts.get(sameAs(value)) ?? 0) > 1;
  return [...new Set(sent.filter(isDuplicate))];
}
