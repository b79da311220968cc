import type {
  MerchantOnboardingRequest,
  MerchantOnboardingResponse,
} from '../../../lending-api/merchant-onboarding.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { insertMerchantUser } from '../../store/merchant-users.ts';
import { insertMerchant } from '../../store/merchants.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import { scheduleSweep } from '../retention.ts';
import { requireCallable, requireReturnPage } from '../sponsor-addresses.ts';
import { lostTo, refuseDuplicates, type UniqueFields } from './duplicates.ts';
import { INVITATION_MS, sendMerchantInvitation } from './send-merchant-invitation.ts';

/**
 * Registers a merchant and its first Admin and sends the invitation (server/lending/DECISIONS.md,
 * Merchants and users).
 * @throws LendingError `invalid` for an id or e-mail that is taken and for an address that mail
 * does not reach
 */
export async function onboardMerchant(
  context: LendingContext,
  sponsor: Sponsor,
  input: MerchantOnboardingRequest,
): Promise<MerchantOnboardingResponse> {
  const unique = uniqueFieldsOf(input);
  await refuseDuplicates(context.database.query, sponsor.id, unique);
  requireCallable(context, 'sponsor_callback_url', input.sponsor_callback_url);
  requireReturnPage(context, input.sponsor_redirect_url);
  await refuseUndeliverable(context, input);
  const { merchant, admin } = newRows(context, sponsor, input);
  return context.database.transaction(async (tx) => {
    await refuseDuplicates(tx, sponsor.id, unique);
    const { email, userId } = unique;
    if (!(await insertMerchant(tx, merchant))) throw await lostTo(tx, sponsor.id, unique);
    if (!(await insertMerchantUser(tx, admin))) {
      throw await lostTo(tx, sponsor.id, { email, userId });
    }
    await scheduleSweep(tx, merchant, merchant.created_at);
    return {
      platform_merchant_user_id: admin.id,
      platform_merchant_id: merchant.id,
      invitation_link: await sendMerchantInvitation(context, tx, merchant, admin),
    };
  });
}

function uniqueFieldsOf(input: MerchantOnboardingRequest): UniqueFields {
  const { user_id, contractor_id, external_org_id } = input;
  return {
    email: { field: 'user_business_email', value: input.user_business_email.toLowerCase() },
    userId: user_id,
    merchantIds: { contractor_id, ...(external_org_id !== undefined && { external_org_id }) },
  };
}

async function refuseUndeliverable(
  { providers }: LendingContext,
  input: MerchantOnboardingRequest,
): Promise<void> {
  const { business_address_1, business_address_2, city, state, zip_code } = input;
  const address = { address_1: business_address_1, address_2: business_address_2 };
  if (await providers.addresses.isDeliverable({ ...address, city, state, zip_code })) return;
  throw new LendingError('invalid', 'The business address could not be verified.', {
    errors: { business_address_1: ['Mail does not reach this address.'] },
  });
}

function newRows(
  { ids, clock }: LendingContext,
  sponsor: Sponsor,
  input: MerchantOnboardingRequest,
): { merchant: MerchantRow; admin: MerchantUserRow } {
  const now = clock.now(sponsor.id);
  const email = input.user_business_email.toLowerCase();
  const written = {
    sponsor_id: sponsor.id,
    status: 'Invited' as const,
    created_at: now,
    modified_at: now,
  };
  const merchant = {
    ...written,
    id: ids.uuid(),
    contractor_id: input.contractor_id,
    external_org_id: input.external_org_id ?? input.contractor_id,
    user_business_email: email,
    business_name: input.business_name,
    business_address_1: input.business_address_1,
    business_address_2: input.business_address_2 ?? null,
    business_phone: input.business_phone,
    city: input.city,
    state: input.state,
    zip_code: input.zip_code,
    sponsor_callback_url: input.sponsor_callback_url,
    sponsor_redirect_url: input.sponsor_redirect_url ?? null,
    invitation_expires_at: now + INVITATION_MS,
    terms_version: null,
    onboarding_completed_at: null,
    activated_at: null,
  };
  const admin = {
    ...written,
    id: ids.uuid(),
    merchant_id: merchant.id,
    user_id: input.user_id,
    first_name: input.first_name,
    middle_name: input.middle_name ?? null,
    last_name: input.last_name,
    email,
    phone_number: input.mobile_phone,
    user_type: 'Admin' as const,
  };
  return { merchant, admin };
}
