import type { Connection } from '../../../platform/database/database.ts';
import { LendingError } from '../../errors.ts';
import { findMerchantUser, isEmailTaken } from '../../store/merchant-users.ts';
import { findMerchantByOwnId, isOnboardingEmail } from '../../store/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';

/** What must be unique per sponsor, by the name of its field. */
export interface UniqueFields {
  email: { field: string; value: string };
  userId: string;
  /** Of an onboarding, whose e-mail no earlier onboarding may have had either. */
  merchantIds?: { contractor_id: string; external_org_id?: string };
}

const taken = 'Is used already.';

/**
 * @throws LendingError `invalid` when one of the values is taken. The detail is one of the API's three sentences;
 * `errors` names every field.
 */
export async function refuseDuplicates(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  unique: UniqueFields,
): Promise<void> {
  const duplicate = await duplicateOf(connection, sponsorId, unique);
  if (duplicate) throw duplicate;
}

/** The refusal of a call that another one has just been faster than. */
export async function lostTo(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  unique: UniqueFields,
): Promise<LendingError> {
  const duplicate = await duplicateOf(connection, sponsorId, unique);
  return duplicate ?? new LendingError('invalid', 'user already exists');
}

async function duplicateOf(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  { email, userId, merchantIds }: UniqueFields,
): Promise<LendingError | undefined> {
  const errors: Record<string, string[]> = {};
  const details: string[] = [];
  const isTaken =
    (await isEmailTaken(connection, sponsorId, email.value)) ||
    (merchantIds && (await isOnboardingEmail(connection, sponsorId, email.value)));
  if (isTaken) {
    details.push('user already exists');
    errors[email.field] = [taken];
  }
  for (const [field, value] of Object.entries(merchantIds ?? {})) {
    if (!(await findMerchantByOwnId(connection, sponsorId, value))) continue;
    details.push('merchant already exists');
    errors[field] = [taken];
  }
  if (await findMerchantUser(connection, sponsorId, userId)) {
    details.push('merchant user already exists');
    errors.user_id = [taken];
  }
  const [first] = details;
  return first === undefined ? undefined : new LendingError('invalid', first, { errors });
}
