import type { RequestExamples } from './request-example.ts';

const admin = 'birchwood-admin';
const rep = 'birchwood-rep-1';
const application = 'order-10042';
const charge = '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10';

const split = {
  consumer_charge_amount: '1000.00',
  net_to_merchant_amount: '940.00',
  net_platform_fee: '40.00',
  net_to_sponsor_amount: '20.00',
};

export const fundingRequests: RequestExamples = {
  createChargeRequest: {
    body: {
      request_user_id: rep,
      external_application_id: application,
      transaction_description: 109,
      ...split,
      transaction_callback_url: 'https://sponsor.example/callbacks/charges',
      payment_identifier: 'invoice-7',
      description: 'Deposit for six windows',
    },
  },
  listPendingChargeRequests: {
    path: { request_user_id: rep },
    query: { begin_date: '2026-03-01', end_date: '2026-03-31' },
  },
  approveChargeRequest: {
    path: { payment_request_uuid: charge },
    body: {
      request_user_id: rep,
      authorization_method: 'signed_contract',
      authorization_reference: 'contract 2026-118',
    },
  },
  listTransactions: {
    path: { request_user_id: rep },
    query: { begin_date: '2026-03-01', end_date: '2026-03-31' },
  },
  listAllTransactions: {
    path: { request_user_id: rep },
    query: { begin_date: '03/01/2026', end_date: '03/31/2026', page: '1', page_size: '25' },
  },
  listAvailableTransactions: {
    path: { request_user_id: rep },
    query: { page: '1', page_size: '25' },
  },
  checkSettlement: {
    path: { request_user_id: rep },
    body: { payment_request_uuid: charge },
  },
  listRefundableTransactions: {
    path: { request_user_id: admin, external_application_id: application },
  },
  createRefund: {
    body: {
      request_user_id: admin,
      payment_request_uuid: charge,
      consumer_charge_amount: '333.33',
      net_to_merchant_amount: '313.33',
      net_platform_fee: '13.33',
      net_to_sponsor_amount: '6.67',
      transaction_callback_url: 'https://sponsor.example/callbacks/refunds',
      reason: 'One window less',
    },
  },
};
