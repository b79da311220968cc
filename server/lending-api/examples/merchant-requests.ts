import type { RequestExamples } from './request-example.ts';

const admin = 'birchwood-admin';
const merchant = '7c1a0f52-9d0e-4b6b-8a41-1f2b3c4d5e6f';
const standardProduct = '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001';
const reducedRateProduct = '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6002';

export const merchantRequests: RequestExamples = {
  onboardMerchant: {
    body: {
      first_name: 'Robin',
      last_name: 'Birch',
      user_business_email: 'robin@birchwood.example.test',
      mobile_phone: '+16145550140',
      user_id: admin,
      business_name: 'Birchwood Windows',
      business_address_1: '9 Birch Street',
      business_phone: '+16145550141',
      city: 'Columbus',
      state: 'OH',
      zip_code: '43215',
      contractor_id: 'birchwood',
      sponsor_callback_url: 'https://sponsor.example/callbacks/onboarding',
      sponsor_redirect_url: 'https://sponsor.example/welcome',
    },
  },
  createMerchantUser: {
    body: {
      request_user_id: admin,
      first_name: 'Sam',
      last_name: 'Alder',
      email: 'sam@birchwood.example.test',
      phone_number: '+16145550142',
      user_type: 'Salesrep',
      user_id: 'birchwood-rep-1',
    },
  },
  updateMerchantUser: {
    body: { request_user_id: admin, user_id: 'birchwood-rep-1', phone_number: '+16145550149' },
  },
  batchCreateUsers: {
    path: { request_user_id: admin },
    body: [
      {
        first_name: 'Kim',
        last_name: 'Rowan',
        email: 'kim@birchwood.example.test',
        phone_number: '+16145550143',
        user_type: 'Salesmanager',
        user_id: 'birchwood-manager',
      },
      {
        first_name: 'Lee',
        last_name: 'Hazel',
        email: 'lee@birchwood.example.test',
        phone_number: '+16145550144',
        user_type: 'Salesperson',
        user_id: 'birchwood-person-1',
      },
    ],
  },
  retrieveMerchantUser: { path: { user_id: 'birchwood-rep-1' } },
  listMerchants: {},
  retrieveMerchant: { path: { external_org_id: 'birchwood' } },
  registerPaymentDetail: {
    body: {
      request_user_id: admin,
      name_on_check: 'Birchwood Windows',
      address_zip: '43215',
      email: 'money@birchwood.example.test',
      ach_account_number: '000123456789',
      ach_routing_number: '110000000',
      bank_account_type: 'checking',
      holder_type: 'business',
      sec_code: 'CCD',
    },
  },
  initiateMicroDeposits: { path: { request_user_id: admin } },
  verifyMicroDeposits: {
    path: { request_user_id: admin },
    body: { micro_deposits_amounts: ['0.32', '0.45'] },
  },
  listRateSheet: { path: { request_user_id: admin } },
  selectProducts: {
    body: { request_user_id: admin, product_ids: [standardProduct, reducedRateProduct] },
  },
  createOfferCode: {
    path: { merchant_uuid: merchant },
    body: {
      offer_code_name: 'SPRING-26',
      description: 'Windows in spring',
      product_ids: [standardProduct],
      max_amount: '20000.00',
      start_date: '2026-03-01',
      end_date: '2026-05-31',
    },
  },
  listOfferCodes: { path: { merchant_uuid: merchant } },
  retrieveOfferCode: { path: { merchant_uuid: merchant, id: '1' } },
  deactivateOfferCode: {
    path: { merchant_uuid: merchant, id: '1' },
    body: { is_deleted: true },
  },
  listStatements: { path: { request_user_id: admin } },
  retrieveStatement: { path: { request_user_id: admin, id: '202603' } },
};
