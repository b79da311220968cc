import { join } from 'node:path';
import { type Cloning, cloned, cloneRows } from './clone-rows.ts';

/** How many of the rows belong to the user who lists; the others are a colleague's. */
const ownRows = 25;

const apartMs = 100;

/**
 * Makes `rows` of everything out of the one loan, charge, refund and checkout that the files hold,
 * all of one merchant: `ownRows` of the user `hillside-rep-1`, spread among those of `hillside-rep-2`.
 */
export function fillTables(dataDir: string, rows: number): void {
  const user = userOf(rows);
  cloneRows(join(dataDir, 'lending.db'), rows - 1, [
    ...chargeClones(user),
    ...applicationClones(user),
    activityCounts,
  ]);
  cloneRows(join(dataDir, 'bff.db'), rows - 1, [
    { table: 'checkouts', differences: { id: cloned('id') } },
  ]);
}

/** What the service keeps while it adds the rows, one count a user. */
const activityCounts: Cloning = {
  table: 'activity_counts',
  where: 'n = 1',
  differences: {
    invited_by: "'hillside-rep-2'",
    count:
      '(select count(*) from charge_requests) + (select count(*) from refund_requests) - t.count',
  },
};

function userOf(rows: number): string {
  return `case when n % ${Math.floor(rows / ownRows)} = 0 then 'hillside-rep-1' else 'hillside-rep-2' end`;
}

function chargeClones(user: string): Cloning[] {
  const shared = {
    application_id: cloned('application_id'),
    requested_at: `t.requested_at - n * ${apartMs}`,
    invited_by: user,
  };
  return [
    {
      table: 'transactions',
      differences: {
        ...shared,
        id: cloned('id'),
        charge_request_id: cloned('charge_request_id'),
      },
    },
    {
      table: 'transaction_items',
      differences: { transaction_id: cloned('transaction_id') },
    },
    {
      table: 'charge_requests',
      where: "t.status = 'Approved'",
      differences: {
        ...shared,
        id: `substr(t.id, 1, 24) || printf('9%011d', n)`,
        payment_request_id: "printf('PR-9%09d', n)",
        status: "'Pending'",
      },
    },
    {
      table: 'charge_requests',
      where: "t.status = 'Approved'",
      differences: {
        ...shared,
        id: cloned('id'),
        payment_request_id: "printf('PR-8%09d', n)",
      },
    },
    {
      table: 'refund_requests',
      differences: {
        ...shared,
        id: cloned('id'),
        charge_request_id: cloned('charge_request_id'),
      },
    },
  ];
}

function applicationClones(user: string): Cloning[] {
  const ofApplication = { application_id: cloned('application_id') };
  return [
    {
      table: 'applications',
      differences: {
        id: cloned('id'),
        external_application_id: cloned('external_application_id'),
        loan_id: cloned('loan_id'),
        consumer_application_human_readable_id: "printf('1%09d', n)",
        inquiry_id: cloned('inquiry_id'),
        person_index: 't.person_index || n',
        request_index: 't.request_index || n',
        selected_offer_id: cloned('selected_offer_id'),
        created_at: `t.created_at - n * ${apartMs}`,
        accepted_at: `t.accepted_at - n * ${apartMs}`,
        amount_spent_cents: '0',
        invited_by: user,
      },
    },
    { table: 'application_history', differences: ofApplication },
    {
      // The others are half of the disk, and no list reads them.
      table: 'offers',
      where: 't.id in (select selected_offer_id from applications)',
      differences: { ...ofApplication, id: cloned('id') },
    },
  ];
}
