import { dayMs } from '../../platform/durations.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import { readRateSheet } from '../lender/rate-sheets.ts';
import { attempt, describeFailure, reportHeard } from './attempt.ts';
import type { Check } from './check.ts';
import { wordOf } from './closed-words.ts';
import { StepReport } from './step-report.ts';

/** How far back the lists are read. */
const days = 30;

/** Reads the merchant's products, which nothing needs where its entry says the fees. */
export async function checkRateSheet({ context, merchant, heard }: Check): Promise<StepReport> {
  const report = new StepReport('Rate sheet');
  const { admin_user_id, fees, may_split } = merchant;
  const came = await attempt(() => readRateSheet(context.lender, admin_user_id));
  reportHeard(report, heard.take());
  const products = 'answer' in came ? came.answer : [];
  if ('error' in came) report.say('note', `listRateSheet: ${describeFailure(came.error)}`);
  report.say('understood', `products ${products.length}`);
  if (products.length === 0) report.say('not shown', 'what it costs a month, beside a price');
  if (products.length === 0 && fees === undefined && may_split !== true) {
    report.say('note', 'a charge is refused with fees_unknown: set fees in MERCHANTS_FILE');
  }
  return report;
}

interface ListsStage {
  readonly report: StepReport;
  /** Null where they cannot be read. */
  readonly records: readonly ChargeRecord[] | null;
}

/** Reads what became of the merchant's charges of the last days. */
export async function checkLists(check: Check, { loan }: Checkout): Promise<ListsStage> {
  const report = new StepReport(`Lists of the last ${days} days`);
  const { context, merchant, heard } = check;
  const now = context.clock.now();
  const query = { adminUserId: merchant.admin_user_id, loanNumber: null };
  const came = await attempt(() =>
    context.lender.charges({ ...query, from: now - days * dayMs, to: now }),
  );
  reportHeard(report, heard.take());
  if ('error' in came) {
    const why = 'nothing is charged whose end cannot be followed';
    report.say('WRONG', `the lists: ${describeFailure(came.error)}: ${why}`);
    return { report, records: null };
  }
  const { records } = came.answer;
  reportList(report, came.answer);
  const isNamed = records.some(({ applicationId }) => applicationId !== null);
  const isNumbered = records.some(({ loanNumber }) => loanNumber !== null);
  if (loan !== null && loan.loanNumber === null && isNumbered && !isNamed) {
    report.say(
      'note',
      'rows name a loan by a number, and the loan does not: they cannot be joined',
    );
  }
  return { report, records };
}

const listNames = ['pending', 'transactions', 'activity'] as const satisfies Array<
  ChargeRecord['list']
>;

/** By the API's names; a refund has no kind of its own to be asked for by. */
const rowFields: ReadonlyArray<{
  name: string;
  isSaid: (record: ChargeRecord) => boolean;
  without: string;
}> = [
  {
    name: 'payment_request_uuid',
    isSaid: ({ paymentRequestUuid }) => paymentRequestUuid !== null,
    without: 'they are told apart by loan, type and amount',
  },
  {
    name: 'consumer_application_human_readable_id',
    isSaid: ({ loanNumber, applicationId }) => (loanNumber ?? applicationId) !== null,
    without: 'they may be of any loan',
  },
  {
    name: 'transaction_description',
    isSaid: ({ kind }) => kind !== null,
    without: 'they may be of any type',
  },
  {
    name: 'consumer_charge_amount',
    isSaid: ({ cents }) => cents !== null,
    without: 'they may be of any amount',
  },
  {
    name: 'status',
    isSaid: ({ reading }) => reading !== null,
    without: 'they say that the charge exists, and not how it stands',
  },
  {
    name: 'request_datetime',
    isSaid: ({ requestedAt }) => requestedAt !== null,
    without: 'they may be of any time',
  },
];

function reportList(report: StepReport, { records, isWhole }: ChargeList): void {
  for (const list of listNames) {
    const rows = records.filter((record) => record.list === list);
    report.say('understood', `${list}: rows ${rows.length}${describeStatuses(rows)}`);
    for (const { name, isSaid, without } of rowFields) {
      const count = rows.filter((row) => !isSaid(row)).length;
      const text = `${list}: ${name} in ${count} of ${rows.length} rows: ${without}`;
      report.say('missing', count === 0 ? '' : text);
    }
  }
  if (isWhole) return;
  const end = 'one that is in none of them ends as unresolved, and not as not charged';
  report.say('note', `the lists are not whole: of a charge whose answer was lost, ${end}`);
}

/** @example ', pending 2, approved 1' */
function describeStatuses(rows: readonly ChargeRecord[]): string {
  const counts = new Map<string, number>();
  for (const { reading } of rows) {
    if (reading === null) continue;
    counts.set(reading, (counts.get(reading) ?? 0) + 1);
  }
  return [...counts].map(([reading, count]) => `, ${wordOf(reading)} ${count}`).join('');
}
