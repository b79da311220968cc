import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ApplicationRow } from '../../server/lending/store/schema/applications.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../helpers/accepted-loan.ts';
import { shop, startTestBff, type TestBff } from '../helpers/bff.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { MerchantServer } from '../helpers/merchant-server.ts';

/** Makes what a call needs. @returns the call, which may be made again */
type Prepare = () => Promise<() => Promise<{ status: number }>>;

/** Remarks about a sponsor's calls are no part of what they do. */
const besideCalls = ['lint_findings'];

/** A database of one part, its tables and what is written to them. */
class WatchedTables {
  readonly #database: Database<unknown>;
  readonly #part: 'bff' | 'lending';

  constructor(database: object, part: 'bff' | 'lending') {
    this.#database = database as Database<unknown>;
    this.#part = part;
  }

  /** Refuses the rows of each table that a call writes to, one after the other. @returns the tables */
  async refuseEach(prepare: Prepare): Promise<string[]> {
    const call = await prepare();
    const written = await this.#changedBy(async () => assert.ok((await call()).status < 300));
    for (const table of written) {
      const again = await prepare();
      const changed = await this.#changedBy(async () => {
        const allow = await this.#refuseRowsOf(table);
        assert.equal((await again()).status, 500, table);
        await allow();
      });
      assert.deepEqual(changed, [], `without ${table}`);
      assert.ok((await again()).status < 300, table);
    }
    return written;
  }

  /** @returns names of tables whose rows are others now */
  async #changedBy(act: () => Promise<void>): Promise<string[]> {
    const before = await this.#rows();
    await act();
    return [...(await this.#rows())]
      .filter(([table, rows]) => rows !== before.get(table) && !besideCalls.includes(table))
      .map(([table]) => table);
  }

  async #rows(): Promise<Map<string, string>> {
    const { query } = this.#database;
    const rows = new Map<string, string>();
    for (const { name, schema = this.#part } of await query.introspection.getTables()) {
      if (schema !== this.#part) continue;
      const found = await sql`select * from ${sql.table(name)}`.execute(query);
      const lines = found.rows.map((row) => JSON.stringify(row));
      rows.set(name, lines.toSorted().join('\n'));
    }
    return rows;
  }

  /** @returns what takes them again */
  async #refuseRowsOf(table: string): Promise<() => Promise<void>> {
    const { engine, query } = this.#database;
    const on = sql.table(table);
    if (engine === 'postgres') {
      await sql`create or replace function refuse() returns trigger language plpgsql
        as 'begin raise exception ''refused''; end'`.execute(query);
      await sql`create trigger refused before insert or update or delete on ${on}
        for each row execute function refuse()`.execute(query);
      return async () => void (await sql`drop trigger refused on ${on}`.execute(query));
    }
    const names = ['insert', 'update', 'delete'].map((write) => [
      write,
      sql.id(`refused_${write}`),
    ]);
    for (const [write, name] of names) {
      await sql`create trigger ${name} before ${sql.raw(String(write))} on ${on}
        begin select raise(abort, 'refused'); end`.execute(query);
    }
    return async () => {
      for (const [, name] of names) await sql`drop trigger ${name}`.execute(query);
    };
  }
}

describe('a call of which the database refuses a row, whichever it is', () => {
  let bff: TestBff;
  let lending: TestLending;
  before(async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const endpoint = { id: 'first', url: 'http://localhost:1/hooks', secrets: [secret] };
    bff = await startTestBff({ config: { merchants: [{ ...shop, webhooks: [endpoint] }] } });
    lending = await startTestLending();
    // Nothing but the calls is at work.
    await lending.stop();
  });
  after(async () => {
    await bff.close();
    await lending.close();
  });

  const refuseEach = async (part: 'bff' | 'lending', prepare: Prepare) => {
    const { database } = part === 'bff' ? bff : lending.context;
    return new Set(await new WatchedTables(database, part).refuseEach(prepare));
  };
  const charge = (loan: ApplicationRow) =>
    lending.call('POST', chargePath, {
      body: aCharge(loan),
      headers: { 'idempotency-key': `charge-of-${loan.id}` },
    });

  it('has left the checkout, and what its merchant is told, as they were [asvs:all-or-nothing]', async () => {
    const server = new MerchantServer(bff);
    const written = await refuseEach('bff', async () => {
      const { checkout_id: id } = await server.make({ order_id: randomUUID() });
      const key = randomUUID();
      return () => server.askCancel(id, key);
    });
    const wanted = [
      'checkouts',
      'merchant_keys',
      'webhook_events',
      'webhook_deliveries',
      'due_work',
    ];
    assert.deepEqual(written, new Set(wanted));
  });

  it('has left the charge and its result as they were [asvs:all-or-nothing]', async () => {
    const written = await refuseEach('lending', async () => {
      const loan = await anAcceptedLoan(lending);
      return () => charge(loan);
    });
    for (const table of ['applications', 'charge_requests', 'idempotency_keys', 'messages'])
      assert.ok(written.has(table), table);
  });

  it('has left the approval, its ledger, event and evidence as they were [asvs:all-or-nothing]', async () => {
    const written = await refuseEach('lending', async () => {
      const made = await (await charge(await anAcceptedLoan(lending))).json();
      const { payment_request_uuid: id } = made as { payment_request_uuid: string };
      return () => lending.call('POST', `/sandbox/v1/payment-requests/${id}/approve`, { body: {} });
    });
    for (const table of ['charge_requests', 'transactions', 'events', 'evidence_records'])
      assert.ok(written.has(table), table);
  });
});
