import type { Selectable } from 'kysely';
import type { MerchantUserStatus, UserType } from '../../../lending-api/merchant-users.ts';
import type { BankAccountType, HolderType, SecCode } from '../../../lending-api/payment-detail.ts';
import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { BankAccountStatus } from '../../domain/states/bank-account.ts';

export interface MerchantTable {
  /** platform_merchant_id */
  id: string;
  sponsor_id: string;
  contractor_id: string;
  external_org_id: string;
  /**
   * The onboarding's, lower case, whatever the first Admin's is now. Null for the demo merchant, and
   * where an earlier version let another merchant have it too.
   */
  user_business_email: string | null;
  business_name: string;
  business_address_1: string;
  business_address_2: string | null;
  business_phone: string;
  city: string;
  state: string;
  zip_code: string;
  sponsor_callback_url: string;
  sponsor_redirect_url: string | null;
  status: MerchantStatus;
  invitation_expires_at: number;
  terms_version: string | null;
  onboarding_completed_at: number | null;
  activated_at: number | null;
  created_at: number;
  modified_at: number;
}

export type MerchantRow = Selectable<MerchantTable>;

export interface MerchantUserTable {
  /** platform_merchant_user_id */
  id: string;
  sponsor_id: string;
  merchant_id: string;
  user_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  /** Lower case. */
  email: string;
  phone_number: string;
  user_type: UserType;
  status: MerchantUserStatus;
  created_at: number;
  modified_at: number;
}

export type MerchantUserRow = Selectable<MerchantUserTable>;

export interface BankAccountTable {
  id: string;
  sponsor_id: string;
  merchant_id: string;
  status: BankAccountStatus;
  status_reason: string | null;
  name_on_check: string;
  address_zip: string;
  email: string;
  ach_account_number_sealed: string;
  ach_account_number_index: string;
  ach_account_last4: string;
  ach_routing_number: string;
  bank_account_type: BankAccountType;
  holder_type: HolderType;
  sec_code: SecCode;
  micro_deposits_sealed: string;
  wrong_attempts: number;
  initiations: number;
  micro_deposits_sent_at: number;
  micro_deposits_expire_at: number;
  verified_at: number | null;
  created_at: number;
  modified_at: number;
}

export type BankAccountRow = Selectable<BankAccountTable>;

export interface SelectedProductTable {
  merchant_id: string;
  product_id: string;
  sponsor_id: string;
}

/** A one-time code that was sent to a merchant's Admin; the code itself is made again, not stored. */
export interface OnboardingCodeTable {
  merchant_id: string;
  /** From 1; the newest is the only one that is taken. */
  generation: number;
  sponsor_id: string;
  failed_tries: number;
  /** Keyed digest of the last wrong answer; of the right one, with the visit in which it was given. */
  last_answer_digest: string | null;
  sent_at: number;
  /** A code is taken once. */
  used_at: number | null;
}

export type OnboardingCodeRow = Selectable<OnboardingCodeTable>;

export interface OfferCodeTable {
  merchant_id: string;
  /** Counts within its merchant, from 1. */
  id: number;
  sponsor_id: string;
  /** In capitals; taken for good, by a deleted code too. */
  offer_code_name: string;
  description: string | null;
  /** JSON array. */
  product_ids: string;
  min_amount_cents: number | null;
  max_amount_cents: number | null;
  /** First and last day, `YYYY-MM-DD`. */
  start_date: string | null;
  end_date: string | null;
  is_deleted: number;
  created_at: number;
  modified_at: number;
}

export type OfferCodeRow = Selectable<OfferCodeTable>;
