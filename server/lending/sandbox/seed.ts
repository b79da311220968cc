import { dayMs } from '../../platform/durations.ts';
import type { Transaction } from 'kysely';
import type { LendingContext } from '../context.ts';
import { defaultRateSheet } from '../domain/products/default-rate-sheet.ts';
import { sealBankAccount } from '../store/bank-account-secrets.ts';
import { scheduleSweep } from '../operations/retention.ts';
import { insertBankAccount } from '../store/bank-accounts.ts';
import { insertMerchantUser } from '../store/merchant-users.ts';
import { insertMerchant } from '../store/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';
import { replaceSelectedProducts } from '../store/selected-products.ts';
import { DEMO_SPONSOR_ID, demoBankAccount, demoMerchant, demoUsers } from './demo-merchant.ts';

/** Makes the demo merchant of `sponsor@example.test` where it is missing; a repeat changes nothing. */
export async function seedSandbox(context: LendingContext): Promise<void> {
  const { config, database } = context;
  if (!config.sponsors.some(({ id }) => id === DEMO_SPONSOR_ID)) return;
  await database.transaction(async (tx) => {
    const merchantId = await seedMerchant(context, tx);
    if (merchantId === undefined) return;
    await seedUsers(context, tx, merchantId);
    await seedBankAccount(context, tx, merchantId);
    const everyProduct = new Set(defaultRateSheet.map((product) => product.product_id));
    await replaceSelectedProducts(tx, DEMO_SPONSOR_ID, merchantId, everyProduct);
  });
}

/** The new merchant's id, or undefined when it is there already. */
async function seedMerchant(
  { config, clock, ids }: LendingContext,
  tx: Transaction<LendingSchema>,
): Promise<string | undefined> {
  const now = clock.now(DEMO_SPONSOR_ID);
  const id = ids.uuid();
  const isNew = await insertMerchant(tx, {
    ...demoMerchant,
    id,
    sponsor_id: DEMO_SPONSOR_ID,
    external_org_id: demoMerchant.contractor_id,
    business_address_2: null,
    sponsor_callback_url: `${config.publicUrl}/sandbox/receiver/hillside`,
    sponsor_redirect_url: null,
    status: 'Active',
    invitation_expires_at: now,
    terms_version: '2026-01',
    onboarding_completed_at: now,
    activated_at: now,
    created_at: now,
    modified_at: now,
  });
  if (!isNew) return undefined;
  await scheduleSweep(tx, { id, sponsor_id: DEMO_SPONSOR_ID }, now);
  return id;
}

async function seedUsers(
  { clock, ids }: LendingContext,
  tx: Transaction<LendingSchema>,
  merchantId: string,
): Promise<void> {
  const now = clock.now(DEMO_SPONSOR_ID);
  for (const [index, user] of demoUsers.entries()) {
    await insertMerchantUser(tx, {
      ...user,
      id: ids.uuid(),
      sponsor_id: DEMO_SPONSOR_ID,
      merchant_id: merchantId,
      middle_name: null,
      email: `${user.user_id}@hillside.example.test`,
      phone_number: `+1614555011${index + 1}`,
      status: 'Active',
      created_at: now,
      modified_at: now,
    });
  }
}

async function seedBankAccount(
  { clock, ids, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  merchantId: string,
): Promise<void> {
  const now = clock.now(DEMO_SPONSOR_ID);
  const { ach_account_number, micro_deposits_cents, ...fields } = demoBankAccount;
  const key = { id: ids.uuid(), sponsor_id: DEMO_SPONSOR_ID };
  await insertBankAccount(tx, {
    ...fields,
    ...key,
    ...sealBankAccount(sealer, key, { ach_account_number, micro_deposits_cents }),
    merchant_id: merchantId,
    status: 'Verified',
    status_reason: null,
    email: 'hillside-admin@hillside.example.test',
    wrong_attempts: 0,
    initiations: 0,
    micro_deposits_sent_at: now,
    micro_deposits_expire_at: now + 14 * dayMs,
    verified_at: now,
    created_at: now,
    modified_at: now,
  });
}
