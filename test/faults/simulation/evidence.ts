import type { WebhookType } from '../../../server/bff/merchant-api/webhook-types.ts';
import { type LenderBooks, readBooks } from './lender-books.ts';
import type { WeekParts } from './week.ts';

/** What is looked at: the BFF's rows and the lender's books, once everything has come to rest. */
export interface Evidence {
  readonly parts: WeekParts;
  readonly books: LenderBooks;
  readonly checkouts: readonly CheckoutRow[];
  readonly charges: readonly ChargeRow[];
  readonly refunds: readonly RefundRow[];
  readonly events: readonly EventRow[];
  /** Tells of what must not be. */
  wrong(invariant: string, what: string): void;
}

export interface CheckoutRow {
  id: string;
  merchant: string;
  screen: string;
  status: string;
  timeline: string | null;
  earlier_application_id: string | null;
  /** JSON. */
  loan: string | null;
  made_by: string;
  limit_increase: string | null;
}

export interface ChargeRow {
  id: string;
  checkout_id: string;
  merchant: string;
  order_id: string;
  transaction_description: number;
  state: string;
  cents: number;
  parts_cents: number;
  payment_identifier: string;
  payment_request_uuid: string | null;
  started_at: number;
  settled_at: number | null;
}

export interface RefundRow {
  id: string;
  charge_id: string;
  state: string;
  cents: number;
  payment_identifier: string;
  started_at: number;
  deadline_at: number;
  settled_at: number | null;
}

export interface EventRow {
  id: string;
  merchant: string;
  checkout_id: string;
  version: number;
  type: WebhookType;
  payload: string;
  status: string;
}

/** What happened in a checkout, as its row has it. */
export interface TimelineEntry {
  version: number;
  type: WebhookType;
  at: number;
  chargeId?: string;
  refundId?: string;
}

export function readEvidence(parts: WeekParts, wrong: Evidence['wrong']): Evidence {
  const rows = <Row>(sql: string) => parts.disk.read(parts.bff.file, sql) as Row[];
  return {
    parts,
    books: readBooks(parts),
    checkouts: rows('select * from checkouts'),
    charges: rows(
      `select *, consumer_charge_amount_cents as cents, net_to_merchant_amount_cents
         + net_platform_fee_cents + net_to_sponsor_amount_cents as parts_cents from charges`,
    ),
    refunds: rows('select *, consumer_charge_amount_cents as cents from refunds'),
    events: rows('select * from webhook_events order by checkout_id, version'),
    wrong,
  };
}

export function timelineOf({ timeline }: Pick<CheckoutRow, 'timeline'>): TimelineEntry[] {
  return JSON.parse(timeline ?? '[]') as TimelineEntry[];
}
