import { liveChargeStates } from '../../server/bff/domain/charge.ts';
import type { Acknowledged, AcknowledgedKind } from './acknowledged.ts';
import { type Books, type DataDirs, openPostgresBooks, openSqliteBooks } from './books.ts';

/** What the books say, which a consumer cannot see. */
export interface Ledger {
  applications: number;
  approvedCharges: number;
  /** E-mail addresses with more than one application, or people with more than one report. */
  pulledTwice: string[];
  /** Loans, or orders in the BFF, with more than one charge that is approved or still waits. */
  chargedTwice: string[];
  /** What was acknowledged and is not there. */
  lost: string[];
}

/** Where each thing that was acknowledged must be. */
const places: Readonly<Record<AcknowledgedKind, readonly ['bff' | 'lending', string]>> = {
  opened: ['bff', 'select id from checkouts'],
  applied: ['lending', `select email from applications where decision = 'offers'`],
  selected: ['bff', 'select id from checkouts where selection is not null'],
  accepted: [
    'lending',
    'select external_application_id from applications where accepted_at is not null',
  ],
  charged: ['bff', 'select checkout_id from charges where payment_request_uuid is not null'],
  approved: ['lending', `select id from charge_requests where status = 'Approved'`],
};

const pulledTwice = [
  'select email from applications group by email having count(*) > 1',
  'select person_index from bureau_reports group by person_index having count(*) > 1',
];
const lendersChargedTwice = `select application_id from charge_requests
  where status in ('Pending', 'Approved') group by application_id having count(*) > 1`;
const ordersChargedTwice = `select order_id from charges
  where state in (${liveChargeStates.map((state) => `'${state}'`).join()})
  group by merchant, order_id having count(*) > 1`;

/** Compares the books with what consumers were told. */
async function readLedger(books: Books, acknowledged: Acknowledged): Promise<Ledger> {
  const lost: string[] = [];
  for (const [kind, [part, sql]] of Object.entries(places)) {
    const wanted = acknowledged.ids(kind as AcknowledgedKind);
    if (wanted.length === 0) continue;
    const there = new Set(await books.column(part, sql));
    for (const id of wanted) if (!there.has(id)) lost.push(`${kind} ${id}`);
  }
  lost.push(...(await lostAmounts(books, acknowledged)));
  const lending = (sql: string) => books.column('lending', sql);
  const pulled = [];
  for (const sql of pulledTwice) pulled.push(...(await lending(sql)));
  return {
    applications: (await lending('select id from applications')).length,
    approvedCharges: (await lending(places.approved[1])).length,
    pulledTwice: pulled,
    chargedTwice: [
      ...(await lending(lendersChargedTwice)),
      ...(await books.column('bff', ordersChargedTwice)),
    ],
    lost,
  };
}

/** What is stored is the last amount that was acknowledged, or one whose answer was lost after it. */
async function lostAmounts(books: Books, acknowledged: Acknowledged): Promise<string[]> {
  const wanted = acknowledged.lastAmounts();
  if (wanted.length === 0) return [];
  const rows = await books.column('bff', `select id || ' ' || amount_cents from checkouts`);
  const stored = new Map(rows.map((row) => row.split(' ') as [string, string]));
  return wanted
    .filter(([id, cents]) => !(Number(stored.get(id)) >= cents))
    .map(([id, cents]) => `amount ${id}: ${cents}, and ${stored.get(id)} is stored`);
}

/** The same for the files of parts on SQLite that have ended, in one folder or in two. */
export async function readSqliteLedger(
  dataDir: string | DataDirs,
  acknowledged: Acknowledged,
): Promise<Ledger> {
  const folders = typeof dataDir === 'string' ? { bff: dataDir, lending: dataDir } : dataDir;
  const books = openSqliteBooks(folders);
  return readLedger(books, acknowledged).finally(() => books.close());
}

export async function readPostgresLedger(url: string, acknowledged: Acknowledged): Promise<Ledger> {
  const books = await openPostgresBooks(url);
  return readLedger(books, acknowledged).finally(() => books.close());
}

/** What may not be, in words. */
export function wrongIn({ lost, pulledTwice, chargedTwice }: Ledger): string[] {
  return [
    ...lost.map((what) => `lost: ${what}`),
    ...pulledTwice.map((who) => `pulled twice: ${who}`),
    ...chargedTwice.map((what) => `charged twice: ${what}`),
  ];
}
