/** A valid onboarding request; each test changes what it is about. */
export function anOnboarding(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    first_name: 'Dana',
    last_name: 'Quarry',
    user_business_email: 'dana@quarry.example.test',
    mobile_phone: '+16145550170',
    user_id: 'quarry-admin',
    business_name: 'Quarry Roofing',
    business_address_1: '7 Quarry Road',
    business_phone: '+16145550171',
    city: 'Columbus',
    state: 'OH',
    zip_code: '43215',
    contractor_id: 'quarry',
    sponsor_callback_url: 'https://sponsor.example/callbacks',
    ...change,
  };
}

export function aMerchantUser(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    request_user_id: 'hillside-admin',
    first_name: 'Noor',
    last_name: 'Vale',
    email: 'Noor@Hillside.example.test',
    phone_number: '+16145550180',
    user_type: 'Salesrep',
    user_id: 'hillside-rep-3',
    ...change,
  };
}

export function aPaymentDetail(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    request_user_id: 'hillside-admin',
    name_on_check: 'Hillside Heating & Air',
    address_zip: '43215',
    email: 'money@hillside.example.test',
    ach_account_number: '11122233344',
    ach_routing_number: '021000021',
    bank_account_type: 'checking',
    holder_type: 'business',
    ...change,
  };
}
