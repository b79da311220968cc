import type {
  Merchant,
  MerchantBankAccount,
  MerchantDetail,
} from '../../../lending-api/merchants.ts';
import { bankAccountStatus } from '../../../lending-api/payment-detail.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { bankAccountStatusAt } from '../../domain/bank-account.ts';
import { orNull, timestamp } from '../../domain/formats.ts';
import { merchantStatusAt } from '../../domain/states/merchant.ts';
import { LendingError } from '../../errors.ts';
import { findBankAccount } from '../../store/bank-accounts.ts';
import { liveLinkUrl } from '../../store/links.ts';
import { listMerchantUsers } from '../../store/merchant-users.ts';
import {
  findMerchantByOwnId,
  listMerchants as listRows,
  selectedProductIds,
} from '../../store/merchants.ts';
import type { BankAccountRow, MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import { MICRO_DEPOSITS_EXPIRED } from './micro-deposits.ts';

/**
 * A merchant by its external_org_id, else by its contractor_id.
 * @throws LendingError `not_found`, for another sponsor's merchant too
 */
export async function retrieveMerchant(
  context: LendingContext,
  sponsor: Sponsor,
  ownId: string,
): Promise<MerchantDetail> {
  const { query } = context.database;
  const merchant = await findMerchantByOwnId(query, sponsor.id, ownId);
  if (!merchant) throw new LendingError('not_found', 'Not found.');
  const now = context.clock.now(sponsor.id);
  const account = await findBankAccount(query, sponsor.id, merchant.id);
  const selected = await selectedProductIds(query, sponsor.id, merchant.id);
  const facts = { account, selectedProductsCount: selected.size };
  const shown = toMerchant(merchant, facts, now);
  const users = await listMerchantUsers(query, sponsor.id, merchant.id);
  const link = shown.status === 'Invited' ? await invitationLink(context, merchant, now) : null;
  return {
    ...shown,
    business_address_1: merchant.business_address_1,
    business_address_2: merchant.business_address_2,
    sponsor_callback_url: merchant.sponsor_callback_url,
    sponsor_redirect_url: merchant.sponsor_redirect_url,
    onboarding_completed_at: orNull(merchant.onboarding_completed_at, timestamp),
    terms_version: merchant.terms_version,
    bank_account: account ? toBankAccount(account, now) : null,
    features: { ...sponsor.features },
    users: users.map(toUser),
    ...(link !== null && { invitation_link: link }),
  };
}

function invitationLink(
  { database, sealer, config }: LendingContext,
  { id: subjectId }: MerchantRow,
  now: number,
): Promise<string | null> {
  return liveLinkUrl(database.query, { sealer, config }, { kind: 'onboarding', subjectId, now });
}

function toBankAccount(account: BankAccountRow, now: number): MerchantBankAccount {
  const status = shownStatus(account, now);
  return {
    ach_routing_number: account.ach_routing_number,
    ach_account_last4: account.ach_account_last4,
    bank_account_type: account.bank_account_type,
    holder_type: account.holder_type,
    sec_code: account.sec_code,
    status,
    status_reason: status === account.status ? account.status_reason : MICRO_DEPOSITS_EXPIRED,
  };
}

function toUser({ user_id, user_type, status }: MerchantUserRow): MerchantDetail['users'][number] {
  return { user_id, user_type, status };
}

/** The sponsor's merchants, the newest first. */
export async function listMerchants(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
): Promise<Merchant[]> {
  const now = clock.now(sponsor.id);
  const rows = await listRows(database.query, sponsor.id);
  return rows.map(({ bank_account_status, micro_deposits_expire_at, ...row }) => {
    const account =
      bank_account_status === null || micro_deposits_expire_at === null
        ? undefined
        : { status: bank_account_status, micro_deposits_expire_at };
    const facts = { account, selectedProductsCount: row.selected_products_count };
    return toMerchant(row, facts, now);
  });
}

/** What a merchant is shown with of its bank account and products. */
interface MerchantFacts {
  account: Pick<BankAccountRow, 'status' | 'micro_deposits_expire_at'> | undefined;
  selectedProductsCount: number;
}

/** A merchant as the list shows it at a time. */
function toMerchant(
  merchant: MerchantRow,
  { account, selectedProductsCount }: MerchantFacts,
  now: number,
): Merchant {
  return {
    platform_merchant_id: merchant.id,
    contractor_id: merchant.contractor_id,
    external_org_id: merchant.external_org_id,
    business_name: merchant.business_name,
    city: merchant.city,
    state: merchant.state,
    zip_code: merchant.zip_code,
    business_phone: merchant.business_phone,
    status: merchantStatusAt(merchant, now),
    bank_account_status: account ? shownStatus(account, now) : null,
    selected_products_count: selectedProductsCount,
    created: timestamp(merchant.created_at),
    activated_at: orNull(merchant.activated_at, timestamp),
  };
}

/** The account in use at a time; one that was replaced is not in use. */
function shownStatus(
  account: Pick<BankAccountRow, 'status' | 'micro_deposits_expire_at'>,
  now: number,
): Exclude<Merchant['bank_account_status'], null> {
  return bankAccountStatus.parse(bankAccountStatusAt(account, now));
}
