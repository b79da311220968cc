import type { EventType, TimelineEvent } from './events.ts';

const checkout = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';
const charge = 'c2b8f4de-6f0e-4c53-9a3f-9b7d2a0e5f22';
const request = '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10';
const refund = '8c1d7f0a-52f4-4f3c-8c0b-6d2b1e4a9f33';
const refundRequest = '2b9a6c1e-0d7f-4c55-b1a8-7e3f5d6c8b44';
const event = '7e1d2c3b-4a59-4f68-9b7c-8d6e5f4a3b55';

/** A call of one operation. Together the examples are one scenario. */
export interface CallExample {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** A call of every operation, by operationId. */
export const callExamples: Readonly<Record<string, CallExample>> = {
  createCheckout: {
    headers: { 'idempotency-key': 'order-1001-1' },
    body: {
      amount: '8400.00',
      order_id: '1001',
      description: 'Heat pump, installed',
      locale: 'en',
      sold_by: 'hillside-rep-2',
      offer_code: 'SPRING-24',
    },
  },
  listCheckouts: {
    query: { order_id: '1001', status: 'accepted', created_after: '2026-03-01T00:00:00-05:00' },
  },
  retrieveCheckout: { path: { id: checkout } },
  issueLink: {
    path: { id: checkout },
    headers: { 'idempotency-key': 'link-1001-2' },
    body: {},
  },
  readQrCode: { path: { id: checkout } },
  cancelCheckout: {
    path: { id: checkout },
    headers: { 'idempotency-key': 'cancel-1001' },
    body: {},
  },
  increaseCreditLimit: {
    path: { id: checkout },
    headers: { 'idempotency-key': 'limit-1001' },
    body: { amount: '9200.00' },
  },
  createCharge: {
    path: { id: checkout },
    headers: { 'idempotency-key': 'charge-1001-1' },
    body: { transaction_description: 109, amount: '8400.00', description: 'Heat pump, installed' },
  },
  approveCharge: {
    path: { id: checkout, charge },
    headers: { 'idempotency-key': 'approve-1001-1' },
    body: { authorization_method: 'signed_contract', authorization_reference: 'HC-2201' },
  },
  listCharges: { path: { id: checkout }, query: { limit: '25' } },
  resolveCharge: {
    path: { id: checkout, charge },
    headers: { 'idempotency-key': 'resolve-1001-1' },
    body: { as: 'charged', payment_request_uuid: request },
  },
  createRefund: {
    path: { id: checkout, charge },
    headers: { 'idempotency-key': 'refund-1001-1' },
    body: { amount: '400.00', reason: 'Installed one unit less' },
  },
  listRefunds: { path: { id: checkout, charge } },
  readReport: { query: { from: '2026-03-01', to: '2026-03-31', by: 'day' } },
  listSettlements: { query: { from: '2026-03-01', to: '2026-03-31' } },
  resolveRefund: {
    path: { id: checkout, charge, refund },
    headers: { 'idempotency-key': 'resolve-refund-1001-1' },
    body: { as: 'refunded', refund_request_uuid: refundRequest },
  },
  listEvents: {
    query: {
      status: 'failed',
      type: 'charge.approved',
      created_after: '2026-03-01T00:00:00-05:00',
    },
  },
  resendEvent: {
    path: { event },
    headers: { 'idempotency-key': 'resend-1' },
    body: { endpoint_id: 'shop' },
  },
  resendEvents: {
    headers: { 'idempotency-key': 'resend-all-1' },
    body: { created_after: '2026-03-01T00:00:00-05:00', endpoint_id: 'shop' },
  },
};

const chargeView = {
  charge_id: charge,
  payment_request_uuid: request,
  transaction_description: 109,
  amount: '8400.00',
  status: 'pending',
  requested_at: '2026-03-02T15:04:05Z',
  expires_at: '2026-03-04T15:04:05Z',
  settled_at: null,
  fee_amount: '504.00',
  net_amount: '7896.00',
  refunded_amount: '0.00',
  pending_refund_amount: '0.00',
};

const refundView = {
  refund_id: refund,
  charge_id: charge,
  refund_request_uuid: refundRequest,
  amount: '400.00',
  status: 'pending',
  requested_at: '2026-03-20T15:04:05Z',
  settled_at: null,
  fee_amount: '24.00',
  net_amount: '376.00',
};

const summary = {
  checkout_id: checkout,
  order_id: '1001',
  amount: '8400.00',
  status: 'accepted',
  sold_by: 'hillside-rep-2',
  offer_code: 'SPRING-24',
  created_at: '2026-03-02T14:58:00Z',
  expires_at: '2026-04-01T14:58:00Z',
  charges: [chargeView],
};

const created = {
  checkout_id: checkout,
  client_token: `${checkout}.1.ykgA8V8Jq1bCqg5hUs3tKz4oXn2dLr7wPe6mTi9fBcE`,
  url: `https://bff.example/pay#${checkout}.1.pay.Zk0v2rY7cQxW1mJtB9sLhD4uEaNfPg6iKoRw3yTqHvM`,
  status: 'open',
  expires_at: '2026-04-01T14:58:00Z',
  step: { screen: 'details', amount: '8400.00', amount_locked: true },
};

/** The body of a webhook. */
export const webhookExample = {
  type: 'charge.approved',
  timestamp: '2026-03-02T15:06:00Z',
  data: {
    checkout_id: checkout,
    order_id: '1001',
    status: 'accepted',
    version: 480,
    amount: '8400.00',
    charge_id: charge,
  },
};

const eventView = {
  event_id: event,
  type: 'charge.approved',
  created_at: '2026-03-02T15:06:00Z',
  checkout_id: checkout,
  version: 480,
  status: 'failed',
  payload: JSON.stringify(webhookExample),
  deliveries: [
    {
      endpoint_id: 'shop',
      status: 'failed',
      next_attempt_at: null as string | null,
      attempts: [{ at: '2026-03-02T15:06:01Z', status: 410, error: null }],
    },
  ],
};

const funnel = {
  opened: 3,
  applied: 2,
  offers: 2,
  none: 0,
  chosen: 1,
  accepted: 1,
  charged: { count: 1, amount: '8400.00' },
  settled: { count: 1, amount: '8400.00' },
  refunded: { count: 1, amount: '400.00' },
};

/** What they are answered, by operationId. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  createCheckout: created,
  issueLink: {
    ...created,
    client_token: `${checkout}.2.Qm5rX0bTzW8cLh3yVu6nKd1jEsGp4oRaIf7tMx9wBvY`,
    url: `https://bff.example/pay#${checkout}.2.pay.aT8nWq3LdF5xRz0uJc7mYk2bVh9sGe4pOi6rNf1tXwU`,
  },
  readQrCode: '<svg version="1.1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 212 212">…</svg>',
  listCheckouts: { checkouts: [summary], has_more: false },
  retrieveCheckout: {
    ...summary,
    cancellation: null,
    loan: {
      credit_limit: '8400.00',
      available_spend: '0.00',
      purchase_window_end_date: '2026-07-30',
      portal_account_status: 'Active',
    },
    url: null,
    version: 365,
    timeline: [
      happened(1, 'checkout.open', '2026-03-02T14:58:00Z'),
      happened(120, 'checkout.applied', '2026-03-02T15:00:00Z'),
      happened(122, 'checkout.offers', '2026-03-02T15:00:02Z'),
      happened(180, 'checkout.chosen', '2026-03-02T15:01:00Z'),
      happened(360, 'checkout.accepted', '2026-03-02T15:04:00Z'),
      { ...happened(365, 'charge.pending', '2026-03-02T15:04:05Z'), charge_id: charge },
    ],
  },
  cancelCheckout: {
    ...summary,
    status: 'cancelled',
    charges: [],
    cancellation: 'done',
    loan: null,
    url: null,
    version: 66_720,
    timeline: [
      happened(1, 'checkout.open', '2026-03-02T14:58:00Z'),
      happened(120, 'checkout.applied', '2026-03-02T15:00:00Z'),
      happened(122, 'checkout.offers', '2026-03-02T15:00:02Z'),
      happened(180, 'checkout.chosen', '2026-03-02T15:01:00Z'),
      happened(360, 'checkout.accepted', '2026-03-02T15:04:00Z'),
      happened(66_720, 'checkout.cancelled', '2026-03-03T09:30:00Z'),
    ],
  },
  increaseCreditLimit: {
    checkout_id: checkout,
    status: 'done',
    requested_amount: '9200.00',
    credit_limit: '9200.00',
    available_spend: '9200.00',
  },
  createCharge: chargeView,
  approveCharge: { ...chargeView, status: 'approved' },
  listCharges: { charges: [chargeView], has_more: false },
  resolveCharge: { charges: [chargeView], has_more: false },
  createRefund: refundView,
  listRefunds: { refunds: [refundView], has_more: false },
  resolveRefund: { refunds: [refundView], has_more: false },
  listEvents: {
    events: [eventView],
    has_more: false,
    endpoints: [
      {
        endpoint_id: 'shop',
        url: 'https://shop.example/hooks',
        failing_since: '2026-03-02T15:00:01Z',
      },
    ],
  },
  resendEvent: {
    ...eventView,
    status: 'pending',
    deliveries: eventView.deliveries.map((each) => ({
      ...each,
      status: 'pending',
      next_attempt_at: '2026-03-02T16:00:00Z',
    })),
  },
  resendEvents: { resent: 6, has_more: false, last_event_id: event },
  readReport: {
    from: '2026-03-01',
    to: '2026-03-31',
    by: 'day',
    rows: [{ group: '2026-03-02', ...funnel }],
    total: funnel,
  },
  listSettlements: {
    settlements: [
      {
        settlement_id: `charge_${charge}`,
        kind: 'charge',
        order_id: '1001',
        checkout_id: checkout,
        charge_id: charge,
        refund_id: null,
        transaction_description: 109,
        gross_amount: '8400.00',
        merchant_fee: '504.00',
        platform_fee: '336.00',
        sponsor_fee: '168.00',
        net_amount: '7896.00',
        status: 'settled',
        requested_at: '2026-03-02T15:04:05Z',
        settled_at: '2026-03-05T15:04:05Z',
        payment_request_uuid: request,
        refund_request_uuid: null,
      },
      {
        settlement_id: `refund_${refund}`,
        kind: 'refund',
        order_id: '1001',
        checkout_id: checkout,
        charge_id: charge,
        refund_id: refund,
        transaction_description: 109,
        gross_amount: '-400.00',
        merchant_fee: '-24.00',
        platform_fee: '-16.00',
        sponsor_fee: '-8.00',
        net_amount: '-376.00',
        status: 'settled',
        requested_at: '2026-03-20T15:04:05Z',
        settled_at: '2026-03-23T15:04:05Z',
        payment_request_uuid: request,
        refund_request_uuid: refundRequest,
      },
    ],
    has_more: false,
  },
};

function happened(version: number, type: EventType, at: string): TimelineEvent {
  return { version, type, at, charge_id: null, refund_id: null };
}
