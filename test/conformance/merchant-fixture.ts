import type { UserType } from '../../server/lending-api/merchant-users.ts';
import { aMerchantUser, anOnboarding, aPaymentDetail } from '../helpers/merchant-bodies.ts';
import type { ApiTestbed, Body } from './api-testbed.ts';
import { firstSponsor, type SponsorName } from './sponsors.ts';

const merchants = '/api/v1/sponsor/merchants';

/** An Active merchant with a verified bank account, every product and users of every kind. */
export interface MerchantFixture {
  sponsor: SponsorName;
  contractorId: string;
  merchantId: string;
  /** A user_id by role. */
  users: Record<UserType, string>;
  /** A Salesrep beside the one in `users`. */
  otherRep: string;
  deactivated: string;
}

export async function newMerchantFixture(
  testbed: ApiTestbed,
  sponsor: SponsorName = firstSponsor,
): Promise<MerchantFixture> {
  const fixture = await newMerchant(testbed, sponsor);
  const { users } = fixture;
  const account = verifiableAccount(users.Admin);
  await testbed.must(['POST', `${merchants}/payment-detail/`, account], sponsor);
  const verification = `${merchants}/payment-detail/verify-micro-deposits/${users.Admin}/`;
  const amounts = { micro_deposits_amounts: ['0.32', '0.45'] };
  await testbed.must(['POST', verification, amounts], sponsor);
  const product_ids = await productIds(testbed, fixture);
  const selection = { request_user_id: users.Admin, product_ids };
  await testbed.must(['PATCH', `${merchants}/rate-sheets/`, selection], sponsor);
  return fixture;
}

/** As a new fixture, but without a bank account and without products. */
export async function newMerchant(
  testbed: ApiTestbed,
  sponsor: SponsorName = firstSponsor,
): Promise<MerchantFixture> {
  const contractorId = testbed.fresh('merchant');
  const admin = `${contractorId}-admin`;
  const onboarding = anOnboarding({
    contractor_id: contractorId,
    user_id: admin,
    user_business_email: `${contractorId}@example.test`,
  });
  const onboarded = await testbed.must(['POST', `${merchants}/onboarding/`, onboarding], sponsor);
  await testbed.sandbox(`/merchants/${contractorId}/complete-onboarding`, {}, sponsor);
  const hire = (role: UserType, name: string = role.toLowerCase()) =>
    createUser(testbed, sponsor, { admin, role, user_id: `${contractorId}-${name}` });
  const deactivated = await hire('Admin', 'gone');
  const leave = { request_user_id: admin, user_id: deactivated, is_active: false };
  await testbed.must(['PATCH', `${merchants}/users/`, leave], sponsor);
  return {
    sponsor,
    contractorId,
    merchantId: String(onboarded.platform_merchant_id),
    users: {
      Admin: admin,
      Salesmanager: await hire('Salesmanager'),
      Salesrep: await hire('Salesrep'),
      Salesperson: await hire('Salesperson'),
    },
    otherRep: await hire('Salesrep', 'other-rep'),
    deactivated,
  };
}

async function createUser(
  testbed: ApiTestbed,
  sponsor: SponsorName,
  { admin, role, user_id }: { admin: string; role: UserType; user_id: string },
): Promise<string> {
  const user = {
    request_user_id: admin,
    user_id,
    email: `${user_id}@example.test`,
    user_type: role,
  };
  await testbed.must(['POST', `${merchants}/users/`, aMerchantUser(user)], sponsor);
  return user_id;
}

/** Every product of the fixture's rate sheet. */
export async function productIds(
  testbed: ApiTestbed,
  { users, sponsor }: MerchantFixture,
): Promise<unknown[]> {
  const sheet = await testbed.must(['GET', `${merchants}/rate-sheets/${users.Admin}/`], sponsor);
  return (sheet as unknown as Body[]).map(({ product_id }) => product_id);
}

/** The account whose micro-deposits are 0.32 and 0.45. */
export function verifiableAccount(request_user_id: string): Body {
  const account = { ach_account_number: '000123456789', ach_routing_number: '110000000' };
  return aPaymentDetail({ request_user_id, ...account });
}
