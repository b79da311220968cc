import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Acknowledged } from './acknowledged.ts';

/** What the lender's own books say, read from its file once the product has ended. */
export interface Ledger {
  applications: number;
  approvedCharges: number;
  /** E-mail addresses with more than one application, or people with more than one report. */
  pulledTwice: string[];
  /** Applications with more than one charge request that is approved or still waits. */
  chargedTwice: string[];
  /** What was acknowledged and is not there. */
  lost: string[];
}

export function readLedger(dataDir: string, acknowledged: Acknowledged): Ledger {
  const database = new Database(join(dataDir, 'lending.db'), { readonly: true });
  const column = (sql: string): string[] => database.prepare(sql).pluck().all() as string[];
  const missing = (wanted: ReadonlyMap<string, number>, sql: string): string[] => {
    const there = new Set(column(sql));
    return [...wanted.keys()].filter((each) => !there.has(each));
  };
  try {
    return {
      applications: column('select id from applications').length,
      approvedCharges: column(approvedCharges).length,
      pulledTwice: [
        ...column('select email from applications group by email having count(*) > 1'),
        ...column(
          'select person_index from bureau_reports group by person_index having count(*) > 1',
        ),
      ],
      chargedTwice: column(
        `select application_id from charge_requests where status in ('Pending', 'Approved')
         group by application_id having count(*) > 1`,
      ),
      lost: [
        ...missing(
          acknowledged.applied,
          `select email from applications where decision = 'offers'`,
        ),
        ...missing(
          acknowledged.accepted,
          'select external_application_id from applications where accepted_at is not null',
        ),
        ...missing(acknowledged.approved, approvedCharges),
      ],
    };
  } finally {
    database.close();
  }
}

const approvedCharges = `select id from charge_requests where status = 'Approved'`;
