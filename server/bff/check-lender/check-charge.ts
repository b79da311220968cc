import { dayMs } from '../../platform/durations.ts';
import { defaultTiming } from '../context.ts';
import { type Charge, INITIAL_CHARGE } from '../domain/charge.ts';
import {
  browserChargeCents,
  markChargeUnknown,
  settleCharge,
  startCharge,
  updateOfAnswer,
  voidCharge,
} from '../domain/charging.ts';
import { type Checkout, callLimitMs } from '../domain/checkout.ts';
import { type ChargeFinding, findCharge, unexplainedCharge } from '../domain/find-charge.ts';
import type { Loan } from '../domain/loan.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { ChargeAnswer, ChargeList, ChargeRecord } from '../lender/lender.ts';
import { isRefusal, LenderError } from '../lender/lender-error.ts';
import { readRateSheet } from '../lender/rate-sheets.ts';
import { readLists } from '../operations/reconcile-charges.ts';
import { chargeCall, feeSplit } from '../operations/request-charge.ts';
import { otherFields, reportRenaming, reportShown } from './answer-fields.ts';
import { attempt, describeFailure, reportHeard } from './attempt.ts';
import { type Check, loanFlag } from './check.ts';
import { nameWithWord, printable, StepReport, wordOf } from './step-report.ts';

/** Asks for the first charge of the loan, and looks for it in the lists as if its answer was lost. */
export async function checkCharge(
  check: Check,
  checkout: Checkout,
  before: readonly ChargeRecord[],
): Promise<StepReport> {
  const report = new StepReport('Charge');
  const { loan } = checkout;
  const intended = await prepare(check, checkout, { report, before });
  if (intended === undefined || loan === null) return report;
  const { checkout: asked, charge } = intended;
  const { context } = check;
  const came = await attempt(() => context.lender.createCharge(chargeCall(context, asked, charge)));
  const heard = check.heard.take();
  reportHeard(report, heard);
  if ('error' in came) {
    reportFailure(report, came.error, otherFields(heard));
    reportShown(report, stepOf(afterFailure(asked, charge, came.error)));
  } else {
    reportAnswer(report, came.answer);
    reportShown(report, stepOf(afterAnswer(check, asked, { charge, answer: came.answer })));
  }
  const mayBeThere = !('error' in came) || isLost(came.error);
  if (mayBeThere) await lookFor(check, asked, { report, charge, loan, before });
  return report;
}

interface Before {
  report: StepReport;
  before: readonly ChargeRecord[];
}

/** The charge as the BFF would ask for it now; undefined, and reported, where it would not. */
async function prepare(
  { context }: Check,
  checkout: Checkout,
  { report, before }: Before,
): Promise<{ checkout: Checkout; charge: Charge } | undefined> {
  const { clock, ids } = context;
  const { loan } = checkout;
  if (loan !== null && unexplainedCharge(before, loan, []) !== undefined) {
    report.say('note', 'not asked for: the loan has a live charge, and gets no second one');
    return undefined;
  }
  try {
    const cents = browserChargeCents(checkout);
    return startCharge(checkout, {
      kind: INITIAL_CHARGE,
      cents,
      id: ids.uuid(),
      split: await feeSplit(context, checkout, cents),
      paymentIdentifierOf: (_orderId, intentId) => intentId,
      now: clock.now(),
      limitMs: callLimitMs(defaultTiming.callMs),
    });
  } catch (error) {
    if (!(error instanceof BffError)) throw error;
    reportRefusal(report, error, checkout);
    return undefined;
  }
}

/** What the BFF itself would answer the consumer. */
function reportRefusal(report: StepReport, { code }: BffError, checkout: Checkout): void {
  const isSetting = code === 'fees_unknown';
  const mend = isSetting ? ': set fees in MERCHANTS_FILE' : '';
  const isOurs = isSetting || code === 'lender_unavailable';
  report.say(isOurs ? 'WRONG' : 'note', `not asked for: ${code}${mend}`);
  if (code === 'wrong_step' && checkout.loan !== null) {
    report.say('note', `accept the terms at the lender, then: ${loanFlag(checkout)} --charge`);
  }
}

function reportAnswer(report: StepReport, answer: ChargeAnswer): void {
  report.say(
    'understood',
    `paymentRequestUuid, ${nameWithWord('lenderStatus', answer.lenderStatus)}`,
  );
  const { expiresAt, notifications } = answer;
  const expiry = 'expiresAt (expires_at): 48 hours after the request, as the API says';
  report.say('missing', expiresAt === null ? expiry : '');
  const sent = 'notifications: the consumer is told that a text message and an e-mail were sent';
  report.say('missing', notifications === null ? sent : '');
}

function reportFailure(report: StepReport, error: unknown, others: readonly string[]): void {
  const isKnown = error instanceof LenderError && error.reason !== undefined;
  report.say(isKnown ? 'note' : 'WRONG', `createChargeRequest: ${describeFailure(error)}`);
  if (!(error instanceof LenderError) || error.unreadable !== 'lacking') return;
  reportRenaming(report, error.fields, others);
}

function isLost(error: unknown): boolean {
  return !(error instanceof LenderError) || error.failure === 'unknown';
}

function afterFailure(asked: Checkout, { id }: Charge, error: unknown): Checkout {
  return isLost(error) ? markChargeUnknown(asked, id) : voidCharge(asked, id);
}

function afterAnswer(
  { context }: Check,
  asked: Checkout,
  { charge, answer }: { charge: Charge; answer: ChargeAnswer },
): Checkout {
  const update = updateOfAnswer(answer);
  return settleCharge(asked, charge.id, { update, now: context.clock.now() });
}

interface Looking extends Before {
  charge: Charge;
  loan: Loan;
}

/** Whether a charge whose answer was lost would be found. */
async function lookFor(
  check: Check,
  asked: Checkout,
  { report, charge, loan, before }: Looking,
): Promise<void> {
  const period = { loanNumber: loan.loanNumber, from: charge.startedAt };
  const came = await attempt(() => readLists(check.context, asked, period));
  reportHeard(report, check.heard.take());
  if ('error' in came) {
    report.say('WRONG', `the lists after it: ${describeFailure(came.error)}`);
    return;
  }
  const known = new Set(before.map(({ paymentRequestUuid }) => paymentRequestUuid));
  const finding = findCharge(charge, {
    list: came.answer,
    loan,
    isExplained: ({ paymentRequestUuid: uuid }) => uuid !== null && known.has(uuid),
  });
  reportFinding(report, finding);
}

function reportFinding(report: StepReport, finding: ChargeFinding): void {
  if (finding === 'absent') {
    const danger = 'if its answer was lost, it would count as not made';
    report.say('WRONG', `the charge is in none of the lists: ${danger}`);
    return;
  }
  if (finding === 'possible' || finding === 'possible_and_over' || finding === 'unseen') {
    const end = 'if its answer was lost, it would end as unresolved';
    report.say('note', `no row of the lists is surely the charge: ${end}`);
    return;
  }
  const state = finding === 'in_between' ? 'state' : nameWithWord('state', finding.state);
  report.say('understood', `the charge in the lists, ${state}`);
}

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
  /** Null where they cannot be read, or one of them cannot. */
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
  const why = 'nothing is charged whose end cannot be followed';
  if ('error' in came) {
    report.say('WRONG', `the lists: ${describeFailure(came.error)}: ${why}`);
    return { report, records: null };
  }
  const { records, refused = [], failed } = came.answer;
  const empty = refused.filter((error) => isRefusal(error, 404) && !error.isPage);
  const others = refused.filter((error) => !empty.includes(error));
  const unread = failed === undefined ? others : [...others, failed];
  reportList(report, came.answer);
  for (const error of empty) {
    const end = 'right of an empty list; else a charge in it is not found';
    report.say('note', `${printable(error.operation)}: ${describeFailure(error)}: ${end}`);
  }
  for (const error of unread) {
    report.say('WRONG', `${printable(error.operation)}: ${describeFailure(error)}: ${why}`);
  }
  const isNamed = records.some(({ applicationId }) => applicationId !== null);
  const isNumbered = records.some(({ loanNumber }) => loanNumber !== null);
  if (loan !== null && loan.loanNumber === null && isNumbered && !isNamed) {
    report.say(
      'note',
      'rows name a loan by a number, and the loan does not: they cannot be joined',
    );
  }
  return { report, records: unread.length === 0 ? records : null };
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
    isSaid: ({ lenderStatus }) => lenderStatus !== null,
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
  for (const { lenderStatus } of rows) {
    if (lenderStatus === null) continue;
    counts.set(lenderStatus, (counts.get(lenderStatus) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `, ${wordOf(status)} ${count}`).join('');
}
