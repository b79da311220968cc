import type { UserType } from '../../lending-api/merchant-users.ts';

/** The sponsor that the demo merchant belongs to. */
export const DEMO_SPONSOR_ID = 'sponsor@example.test';

/** The seeded merchant of the sandbox (design, section 4). */
export const demoMerchant = {
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

export const demoUsers: readonly DemoUser[] = [
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

/** The account whose micro-deposits are known to be 0.32 and 0.45 (lending decisions, 5). */
export const demoBankAccount = {
  name_on_check: 'Hillside Heating & Air',
  address_zip: '43215',
  ach_account_number: '000123456789',
  ach_routing_number: '110000000',
  bank_account_type: 'checking',
  holder_type: 'business',
  sec_code: 'CCD',
  micro_deposits_cents: [32, 45],
} as const;
