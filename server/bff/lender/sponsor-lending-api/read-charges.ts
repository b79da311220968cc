import type { LenderChargeStatus, ChargeRecord } from '../lender.ts';
import {
  type Fields,
  readCents,
  readFields,
  readSponsorId,
  readLoanNumber,
  readInstant,
  readTime,
  readUuid,
} from './values.ts';
import {
  activityStatuses,
  chargeKinds,
  requestStatuses,
  transactionStatuses,
  type Words,
  wordsOf,
  type Noticing,
} from './words.ts';

type ListName = ChargeRecord['list'];

/** Gives back what a charge took. */
const refund = 115;

/** By which name a list's rows say their status, and with which words. */
const statuses: Readonly<
  Record<ListName, { names: readonly string[]; words: Words<LenderChargeStatus> }>
> = {
  pending: { names: ['payment_request_status', 'status'], words: requestStatuses },
  transactions: { names: ['status'], words: transactionStatuses },
  activity: { names: ['payment_request_status', 'status'], words: activityStatuses },
};

/** Reads the rows of a list. One that is no object is left out, and noticed under the field. */
export function readCharges(
  rows: readonly unknown[],
  { list, field, noticing }: { list: ListName; field: string; noticing: Noticing },
): ChargeRecord[] {
  return rows.flatMap((row) => {
    const fields = readFields(row);
    if (fields === null) noticing('bad_row', field);
    return fields === null ? [] : readCharge(fields, list, noticing);
  });
}

/** The lists name the same things differently, and only two of them are documented. */
function readCharge(fields: Fields, list: ListName, noticing: Noticing): ChargeRecord {
  const first = <Value>(read: (value: unknown) => Value | null, names: readonly string[]) =>
    names.map((name) => read(fields[name])).find((value) => value !== null) ?? null;
  const cents = readCents(fields.consumer_charge_amount);
  const kind = wordsOf(fields, noticing)('transaction_description', chargeKinds);
  return {
    list,
    paymentRequestUuid: first(readUuid, [
      'payment_request_uuid',
      'associated_payment_request_id',
      'payment_request_id',
    ]),
    paymentIdentifier: readSponsorId(fields.payment_identifier),
    applicationId: readSponsorId(fields.external_application_id),
    loanNumber: readLoanNumber(fields.consumer_application_human_readable_id),
    kind: cents !== null && cents < 0 ? refund : kind,
    cents: cents && Math.abs(cents),
    reading: readStatus(fields, list, noticing),
    requestedAt: first(readInstant, ['request_datetime', 'request_date']),
    expiresAt: readTime(fields.expires_at),
  };
}

function readStatus(fields: Fields, list: ListName, noticing: Noticing): LenderChargeStatus | null {
  const { names, words } = statuses[list];
  const field = names.find((name) => (fields[name] ?? null) !== null);
  // Whoever lists what waits for approval need not say of each row that it waits.
  if (field === undefined) return list === 'pending' ? 'pending' : null;
  const reading = wordsOf(fields, noticing)(field, words);
  return reading === 'approved' && fields.is_settled === true ? 'settled' : reading;
}
