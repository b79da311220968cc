import { defaultTiming } from '../context.ts';
import { callLimitMs } from '../domain/call-limit.ts';
import { type Charge, INITIAL_CHARGE } from '../domain/charge.ts';
import {
  startCharge,
  browserChargeCents,
  markChargeUnknown,
  settleCharge,
  voidCharge,
} from '../domain/charging.ts';
import { type ChargeFinding, findCharge, unexplainedCharge } from '../domain/find-charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { ChargeAnswer, ChargeRecord } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { readLists } from '../operations/reconcile-charges.ts';
import { feeSplit, chargeCall } from '../operations/request-charge.ts';
import { attempt, describeFailure, reportHeard } from './attempt.ts';
import { type Check, loanFlag } from './check.ts';
import { nameWithWord } from './closed-words.ts';
import { reportRenaming, otherFields } from './loan-fields.ts';
import { reportShown } from './shown-step.ts';
import { StepReport } from './step-report.ts';

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
      split: await feeSplit(context, checkout, { cents }),
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
  report.say('understood', `paymentRequestUuid, ${nameWithWord('reading', answer.reading)}`);
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
  const { paymentRequestUuid, reading, expiresAt, notifications, warning } = answer;
  const sent = notifications === null ? undefined : { notifications, warning };
  const update = { state: reading, paymentRequestUuid, expiresAt, ...(sent && { sent }) };
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
    isExplained: ({ paymentRequestUuid }) => known.has(paymentRequestUuid),
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
