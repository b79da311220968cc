const checkout = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';
const charge = 'c2b8f4de-6f0e-4c53-9a3f-9b7d2a0e5f22';
const request = '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10';

/** A call of one operation. Together the examples are one story. */
export interface CallExample {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** A call of every operation, by operationId. */
export const callExamples: Readonly<Record<string, CallExample>> = {
  createCheckout: {
    headers: { 'idempotency-key': 'order-1001' },
    body: {
      amount: '8400.00',
      order_id: '1001',
      description: 'Heat pump, installed',
      return_url: 'https://shop.example/pay',
      locale: 'en',
    },
  },
  listCheckouts: {
    query: { order_id: '1001', status: 'accepted', created_after: '2026-03-01T00:00:00-05:00' },
  },
  retrieveCheckout: { path: { id: checkout } },
  createCharge: {
    path: { id: checkout },
    headers: { 'idempotency-key': 'charge-1001-1' },
    body: { transaction_description: 109, amount: '8400.00', description: 'Heat pump, installed' },
  },
  listCharges: { path: { id: checkout }, query: { limit: '25' } },
  resolveCharge: {
    path: { id: checkout, charge },
    headers: { 'idempotency-key': 'resolve-1001-1' },
    body: { as: 'charged', payment_request_uuid: request },
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
};

const summary = {
  checkout_id: checkout,
  order_id: '1001',
  amount: '8400.00',
  status: 'accepted',
  created_at: '2026-03-02T14:58:00Z',
  charges: [chargeView],
};

/** What they are answered, by operationId. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  createCheckout: {
    checkout_id: checkout,
    client_token: 'NWQwZjlmM2MtMmYzYi00ZTU5.MQ.c2FtcGxl',
    status: 'open',
    step: { screen: 'details', amount: '8400.00', amount_locked: true },
  },
  listCheckouts: { checkouts: [summary], has_more: false },
  retrieveCheckout: {
    ...summary,
    version: 6,
    timeline: [
      { version: 1, type: 'checkout.open', at: '2026-03-02T14:58:00Z', charge_id: null },
      { version: 2, type: 'checkout.applied', at: '2026-03-02T15:00:00Z', charge_id: null },
      { version: 3, type: 'checkout.offers', at: '2026-03-02T15:00:02Z', charge_id: null },
      { version: 4, type: 'checkout.chosen', at: '2026-03-02T15:01:00Z', charge_id: null },
      { version: 5, type: 'checkout.accepted', at: '2026-03-02T15:04:00Z', charge_id: null },
      { version: 6, type: 'charge.pending', at: '2026-03-02T15:04:05Z', charge_id: charge },
    ],
  },
  createCharge: chargeView,
  listCharges: { charges: [chargeView], has_more: false },
  resolveCharge: { charges: [chargeView], has_more: false },
};
