import Database from 'better-sqlite3';
import type { List, Span } from './merchant-api.ts';
import type { Checkout, CheckoutStatus, CheckoutSummary } from './merchant-api-types.ts';
import {
  centsOf,
  chargedCents,
  groupOf,
  type OrderGroup,
  type OrderState,
  stateOf,
} from './orders/order-state.ts';

// `version` is the checkout's as it was last read, `heard_version` that of its newest webhook: a row
// that has heard of more than it has read is read again before it is shown.
const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    checkout_id TEXT PRIMARY KEY,
    order_id TEXT,
    amount_cents INTEGER,
    charged_cents INTEGER NOT NULL,
    state TEXT NOT NULL,
    state_group TEXT,
    sold_by TEXT,
    created_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    version INTEGER NOT NULL,
    heard_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS orders_created ON orders (created_at DESC, checkout_id);
  CREATE TABLE IF NOT EXISTS list_read (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    newest_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS list_rest (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    since TEXT,
    until TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS taken_webhooks (
    webhook_id TEXT PRIMARY KEY,
    taken_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS taken_webhooks_taken_at ON taken_webhooks (taken_at);
  CREATE TABLE IF NOT EXISTS sessions (
    digest TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
`;

export interface OrderRow {
  readonly checkout_id: string;
  readonly order_id: string | null;
  readonly amount_cents: number | null;
  readonly charged_cents: number;
  readonly state: OrderState;
  readonly sold_by: string | null;
  readonly created_at: string;
  readonly changed_at: string;
}

export interface OrderFilter {
  /** Part of an order's number. */
  readonly search: string;
  readonly group: OrderGroup | null;
  readonly soldBy: string | null;
  /** ISO 8601; null for all. */
  readonly since: string | null;
}

/** The body of a webhook, as far as it is read. */
export interface WebhookEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly checkout_id: string;
    readonly order_id: string | null;
    readonly status: CheckoutStatus;
    readonly version: number;
    readonly amount: string | null;
  };
}

/** After three days nothing is sent again by itself; by hand it may be. */
const keptWebhooksMs = 90 * 24 * 60 * 60 * 1000;

const listOverlapMs = 60_000;

/** The back office's own SQLite file: what the list of orders needs, and who is signed in. */
export class Store {
  readonly #db: Database.Database;

  constructor(file: string) {
    this.#db = new Database(file);
    this.#db.pragma('journal_mode = WAL');
    this.#db.exec(schema);
  }

  close(): void {
    this.#db.close();
  }

  /**
   * Notes that a checkout has changed; once for each `webhook-id`.
   * @returns false for one that was taken before
   */
  takeWebhook(webhookId: string, event: WebhookEvent, now: number): boolean {
    return this.#db.transaction(() => {
      const taken = this.#db
        .prepare('INSERT OR IGNORE INTO taken_webhooks (webhook_id, taken_at) VALUES (?, ?)')
        .run(webhookId, now);
      if (taken.changes === 0) return false;
      this.#db.prepare('DELETE FROM taken_webhooks WHERE taken_at < ?').run(now - keptWebhooksMs);
      this.#note(event);
      return true;
    })();
  }

  /** A webhook is a hint: of an order that is known it says only that there is news. */
  #note({ timestamp, data }: WebhookEvent): void {
    const state: OrderState = data.status;
    this.#db
      .prepare(`
        INSERT INTO orders (checkout_id, order_id, amount_cents, charged_cents, state, state_group,
          created_at, changed_at, version, heard_version)
        VALUES (:checkout_id, :order_id, :amount_cents, 0, :state, :state_group, :at, :at, 0, :version)
        ON CONFLICT (checkout_id) DO UPDATE
          SET heard_version = max(heard_version, excluded.heard_version)
      `)
      .run({
        checkout_id: data.checkout_id,
        order_id: data.order_id,
        amount_cents: data.amount === null ? null : centsOf(data.amount),
        state,
        state_group: groupOf[state],
        at: timestamp,
        version: data.version,
      });
  }

  /**
   * Adds checkouts of the list that are not known yet, such as those that nobody has applied in, and
   * notes how far it was read. Orders that a webhook tells of say nothing of those before them. What
   * stands in no list is left out: if somebody applies, a webhook tells of it.
   */
  addListed({ since }: Span, { rows, isWhole }: List<CheckoutSummary>): void {
    const add = this.#db.prepare(`
      INSERT OR IGNORE INTO orders (checkout_id, order_id, amount_cents, charged_cents, state,
        state_group, sold_by, created_at, changed_at, version, heard_version)
      VALUES (:checkout_id, :order_id, :amount_cents, :charged_cents, :state, :state_group, :sold_by,
        :created_at, :created_at, 0, 0)
    `);
    const note = this.#db.prepare(`
      INSERT INTO list_read (only_row, newest_at) VALUES (1, :newest_at)
      ON CONFLICT (only_row) DO UPDATE SET newest_at = max(newest_at, excluded.newest_at)
    `);
    const noteRest = this.#db.prepare(`
      INSERT INTO list_rest (only_row, since, until) VALUES (1, :since, :until)
    `);
    const oldest = rows.at(-1);
    this.#db.transaction(() => {
      for (const checkout of rows) {
        const columns = columnsOf(checkout);
        if (columns.state_group !== null) add.run(columns);
        note.run({ newest_at: checkout.created_at });
      }
      this.#db.prepare('DELETE FROM list_rest').run();
      if (isWhole || oldest === undefined) return;
      noteRest.run({ since: since ?? null, until: shifted(oldest.created_at, listOverlapMs) });
    })();
  }

  /** Writes an order as it was read, unless it was read later before. */
  writeOrder(checkout: Checkout): void {
    const { version, timeline, created_at } = checkout;
    this.#db
      .prepare(`
        INSERT INTO orders (checkout_id, order_id, amount_cents, charged_cents, state, state_group,
          sold_by, created_at, changed_at, version, heard_version)
        VALUES (:checkout_id, :order_id, :amount_cents, :charged_cents, :state, :state_group, :sold_by,
          :created_at, :changed_at, :version, :version)
        ON CONFLICT (checkout_id) DO UPDATE SET order_id = excluded.order_id,
          amount_cents = excluded.amount_cents, charged_cents = excluded.charged_cents,
          state = excluded.state, state_group = excluded.state_group, sold_by = excluded.sold_by,
          created_at = excluded.created_at, changed_at = excluded.changed_at,
          version = excluded.version
        WHERE excluded.version >= version
      `)
      .run({ ...columnsOf(checkout), version, changed_at: timeline.at(-1)?.at ?? created_at });
  }

  /** Of an order that the BFF has no longer. */
  forgetOrder(checkoutId: string): void {
    this.#db.prepare('DELETE FROM orders WHERE checkout_id = ?').run(checkoutId);
  }

  /**
   * Orders that may have changed since they were read: those that a webhook tells of, the newest first,
   * then those in which the lender is being asked. No webhook tells that nothing came of that.
   */
  staleOrders(): string[] {
    return this.#db
      .prepare<[], { checkout_id: string }>(`
        SELECT checkout_id FROM orders
        WHERE heard_version > version OR state IN ('applied', 'working')
        ORDER BY heard_version > version DESC, created_at DESC
      `)
      .all()
      .map(({ checkout_id }) => checkout_id);
  }

  /**
   * What of the list is to be read next: what is left where it was too long for one go, else what came
   * since it was read. That begins a minute before its newest row: one that was made earlier may have
   * been committed later.
   */
  listSpan(): Span {
    const rest = this.#db
      .prepare<[], { since: string | null; until: string }>('SELECT since, until FROM list_rest')
      .get();
    if (rest) return { since: rest.since ?? undefined, until: rest.until };
    const read = this.#db
      .prepare<[], { newest_at: string }>('SELECT newest_at FROM list_read')
      .get();
    return { since: read && shifted(read.newest_at, -listOverlapMs), until: undefined };
  }

  /** The newest first. */
  listOrders(filter: OrderFilter, page: { limit: number; offset: number }): OrderRow[] {
    return this.#db
      .prepare<[unknown], OrderRow>(`
        SELECT checkout_id, order_id, amount_cents, charged_cents, state, sold_by, created_at, changed_at
        FROM orders
        WHERE state_group IS NOT NULL
          AND (:group IS NULL OR state_group = :group)
          AND (:soldBy IS NULL OR sold_by = :soldBy)
          AND (:since IS NULL OR created_at >= :since)
          AND (:search = '' OR instr(upper(order_id), upper(:search)) > 0)
        ORDER BY created_at DESC, checkout_id LIMIT :limit OFFSET :offset
      `)
      .all({ ...filter, ...page });
  }

  /** How many orders of the filter, whatever its group, are in each group. */
  countOrders(filter: OrderFilter): Map<OrderGroup, number> {
    const rows = this.#db
      .prepare<[unknown], { state_group: OrderGroup; orders: number }>(`
        SELECT state_group, count(*) AS orders FROM orders
        WHERE state_group IS NOT NULL
          AND (:soldBy IS NULL OR sold_by = :soldBy)
          AND (:since IS NULL OR created_at >= :since)
          AND (:search = '' OR instr(upper(order_id), upper(:search)) > 0)
        GROUP BY state_group
      `)
      .all({ soldBy: filter.soldBy, since: filter.since, search: filter.search });
    return new Map(rows.map(({ state_group, orders }) => [state_group, orders]));
  }

  startSession(digest: string, expiresAt: number, now: number): void {
    this.#db.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(now);
    this.#db
      .prepare('INSERT INTO sessions (digest, expires_at) VALUES (?, ?)')
      .run(digest, expiresAt);
  }

  hasSession(digest: string, now: number): boolean {
    const found = this.#db
      .prepare('SELECT 1 FROM sessions WHERE digest = ? AND expires_at > ?')
      .get(digest, now);
    return found !== undefined;
  }

  endSession(digest: string): void {
    this.#db.prepare('DELETE FROM sessions WHERE digest = ?').run(digest);
  }
}

function shifted(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

function columnsOf(checkout: CheckoutSummary) {
  const state = stateOf(checkout);
  return {
    checkout_id: checkout.checkout_id,
    order_id: checkout.order_id,
    amount_cents: checkout.amount === null ? null : centsOf(checkout.amount),
    charged_cents: chargedCents(checkout.charges),
    state,
    state_group: groupOf[state],
    sold_by: checkout.sold_by,
    created_at: checkout.created_at,
  };
}
