import type { Transaction } from 'kysely';
import type {
  MerchantUser,
  MerchantUserStatus,
  UpdateMerchantUserRequest,
} from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { merchantUserMachine } from '../../domain/states/merchant-user.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import {
  findMerchantUser,
  isEmailTaken,
  listActiveAdmins,
  updateMerchantUser as updateRow,
} from '../../store/merchant-users.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { lockOpenMerchant } from './open-merchant.ts';
import { toMerchantUser } from './retrieve-merchant-user.ts';

/**
 * Changes a user of the Admin's merchant (server/lending/DECISIONS.md, Merchants and users).
 * @throws LendingError `not_found` for a user whom the merchant does not have, `invalid` for an
 * e-mail that is taken, `wrong_state` when the merchant would be left without an active Admin,
 * IllegalTransitionError for a user who has not accepted the invitation, and as `lockOpenMerchant()`
 */
export async function updateMerchantUser(
  context: LendingContext,
  sponsor: Sponsor,
  input: UpdateMerchantUserRequest,
): Promise<MerchantUser> {
  return context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId: input.request_user_id,
      namedIn: 'body',
      action: 'manage_users',
    });
    const user = await findNamedUser(tx, merchant, input.user_id);
    const change = changeOf(user, input);
    await refuseTakenEmail(tx, user, change);
    await requireActiveAdmin(tx, user, { ...user, ...change });
    if (Object.keys(change).length === 0) return toMerchantUser(user, merchant);
    const modified_at = context.clock.now(sponsor.id);
    return toMerchantUser(await updateRow(tx, user, { ...change, modified_at }), merchant);
  });
}

async function findNamedUser(
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow,
  userId: string,
): Promise<MerchantUserRow> {
  const user = await findMerchantUser(tx, merchant.sponsor_id, userId);
  if (user?.merchant_id === merchant.id) return user;
  throw new LendingError('not_found', 'Not found.');
}

type Change = Partial<
  Pick<
    MerchantUserRow,
    'first_name' | 'last_name' | 'email' | 'phone_number' | 'user_type' | 'status'
  >
>;

function changeOf(
  user: MerchantUserRow,
  { first_name, last_name, email, phone_number, user_type, is_active }: UpdateMerchantUserRequest,
): Change {
  const status = is_active === undefined ? undefined : statusAfter(user, is_active);
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(phone_number !== undefined && { phone_number }),
    ...(user_type !== undefined && { user_type }),
    ...(status !== undefined && { status }),
  };
}

function statusAfter({ status }: MerchantUserRow, isActive: boolean): MerchantUserStatus {
  if (isActive === (status === 'Active')) return status;
  return transition(merchantUserMachine, status, isActive ? 'reactivated' : 'deactivated');
}

async function refuseTakenEmail(
  tx: Transaction<LendingSchema>,
  user: MerchantUserRow,
  { email }: Change,
): Promise<void> {
  if (email === undefined || email === user.email) return;
  if (!(await isEmailTaken(tx, user.sponsor_id, email))) return;
  throw new LendingError('invalid', 'user already exists', {
    errors: { email: ['Is used already.'] },
  });
}

/** The merchant is locked, so that two changes cannot each count on the other's Admin. */
async function requireActiveAdmin(
  tx: Transaction<LendingSchema>,
  before: MerchantUserRow,
  after: MerchantUserRow,
): Promise<void> {
  if (!isActiveAdmin(before) || isActiveAdmin(after)) return;
  const admins = await listActiveAdmins(tx, before.sponsor_id, before.merchant_id);
  if (admins.some(({ id }) => id !== before.id)) return;
  throw new LendingError('wrong_state', 'The merchant must keep one active Admin.');
}

function isActiveAdmin({ user_type, status }: MerchantUserRow): boolean {
  return user_type === 'Admin' && status === 'Active';
}
