import type { Transaction } from 'kysely';
import type { UserType } from '../../lending-api/merchant-users.ts';
import { dayMs } from '../../platform/durations.ts';
import type { LendingContext } from '../context.ts';
import { defaultRateSheet } from '../domain/offers/default-rate-sheet.ts';
import { scheduleSweep } from '../operations/retention.ts';
import { insertBankAccount, sealBankAccount } from '../store/bank-accounts.ts';
import { insertMerchantUser } from '../store/merchant-users.ts';
import { insertMerchant, replaceSelectedProducts } from '../store/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';

/** The sponsor that the demo merchant belongs to. */
const demoSponsorId = 'sponsor@example.test';

/** The seeded merchant of the sandbox. */
const demoMerchant = {
  contractor_id: 'hillside-hvac',
  business_name: 'Hillside Heating & Air',
  business_address_1: '418 Hillside Avenue',
  business_phone: '+16145550110',
  city: 'Columbus',
  state: 'OH',
  zip_code: '43215',
};

interface DemoUser {
  user_id: string;
  user_type: UserType;
  first_name: string;
  last_name: string;
}

const demoUsers: readonly DemoUser[] = [
  { user_id: 'hillside-admin', user_type: 'Admin', first_name: 'Morgan', last_name: 'Hill' },
  {
    user_id: 'hillside-manager',
    user_type: 'Salesmanager',
    first_name: 'Riley',
    last_name: 'Stone',
  },
  { user_id: 'hillside-rep-1', user_type: 'Salesrep', first_name: 'Casey', last_name: 'Brook' },
  { user_id: 'hillside-rep-2', user_type: 'Salesrep', first_name: 'Jamie', last_name: 'Field' },
];

/** The account whose micro-deposits are known to be 0.32 and 0.45. */
const demoBankAccount = {
  name_on_check: 'Hillside Heating & Air',
  address_zip: '43215',
  ach_account_number: '000123456789',
  ach_routing_number: '110000000',
  bank_account_type: 'checking',
  holder_type: 'business',
  sec_code: 'CCD',
  micro_deposits_cents: [32, 45],
} as const;

/** Makes the demo merchant of `sponsor@example.test` where it is missing; a repeat changes nothing. */
export async function seedSandbox(context: LendingContext): Promise<void> {
  const { config, database } = context;
  if (!config.sponsors.some(({ id }) => id === demoSponsorId)) return;
  await database.transaction(async (tx) => {
    const merchantId = await seedMerchant(context, tx);
    if (merchantId === undefined) return;
    await seedUsers(context, tx, merchantId);
    await seedBankAccount(context, tx, merchantId);
    const everyProduct = new Set(defaultRateSheet.map((product) => product.product_id));
    await replaceSelectedProducts(tx, demoSponsorId, merchantId, everyProduct);
  });
}

/** The new merchant's id, or undefined when it is there already. */
async function seedMerchant(
  { config, clock, ids }: LendingContext,
  tx: Transaction<LendingSchema>,
): Promise<string | undefined> {
  const now = clock.now(demoSponsorId);
  const id = ids.uuid();
  const isNew = await insertMerchant(tx, {
    ...demoMerchant,
    id,
    sponsor_id: demoSponsorId,
    external_org_id: demoMerchant.contractor_id,
    user_business_email: null,
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
  await scheduleSweep(tx, { id, sponsor_id: demoSponsorId }, now);
  return id;
}

async function seedUsers(
  { clock, ids }: LendingContext,
  tx: Transaction<LendingSchema>,
  merchantId: string,
): Promise<void> {
  const now = clock.now(demoSponsorId);
  for (const [index, user] of demoUsers.entries()) {
    await insertMerchantUser(tx, {
      ...user,
      id: ids.uuid(),
      sponsor_id: demoSponsorId,
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
  const now = clock.now(demoSponsorId);
  const { ach_account_number, micro_deposits_cents, ...fields } = demoBankAccount;
  const key = { id: ids.uuid(), sponsor_id: demoSponsorId };
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
