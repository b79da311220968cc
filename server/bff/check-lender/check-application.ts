import type { Application } from '../../../widget/contract/applicant.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import {
  answerSoftPull,
  followLoan,
  giveUpAnswer,
  markSoftPullUnknown,
  select,
  selectionOf,
  voidSoftPull,
} from '../domain/applying.ts';
import { type Checkout, requestedCents } from '../domain/checkout.ts';
import { isDeciding, type Loan } from '../domain/loan.ts';
import { stepOf } from '../domain/step.ts';
import type { LoanReading, SelectionReading } from '../lender/lender.ts';
import { isRefusal, LenderError } from '../lender/lender-error.ts';
import { fieldErrors, softPullCall } from '../operations/apply.ts';
import { loanOf } from '../operations/lenders-loan.ts';
import { nothingRead } from '../operations/select-offer.ts';
import { returnUrlOf, withNextCode } from '../tokens/return-code.ts';
import {
  accountFields,
  decisionFields,
  loanRecordFields,
  misreadFields,
  otherFields,
  reportOfferFields,
  reportOfferValues,
  reportReading,
  reportRenaming,
  reportShown,
  unreadFields,
} from './answer-fields.ts';
import { type Attempt, attempt, describeFailure, reportHeard } from './attempt.ts';
import { applied, type Check, loanFlag, nothingShown, type Stage } from './check.ts';
import { listed, StepReport } from './step-report.ts';

/** Nobody's browser. */
const origin = { ipAddress: '127.0.0.1', userAgent: 'check-lender' };

/** A lender answers with the application that is open, and need not name it. */
const appliedBefore =
  'whoever applied before, in an earlier check too, has a loan under another id: try somebody else';

/** Whose soft pull was answered has seen them. */
const withoutOffers =
  'the loan has no offers: that matters only where the soft pull was not answered';

/** Applies once, and reads the loan where the answer leaves open what was decided. */
export async function checkSoftPull(
  check: Check,
  blank: Checkout,
  applicant: Application,
): Promise<Stage> {
  const report = new StepReport('Soft pull');
  const asked = applied(check, blank);
  const call = softPullCall(check.context, asked, applicant, origin);
  const came = await attempt(() => check.context.lender.softPull(call));
  const said = readApplication(check, asked, { report, came });
  if ('answer' in came) {
    const requested = { asked: requestedCents(asked) ?? 0, now: check.context.clock.now() };
    reportOfferValues(report, came.answer, requested);
  }
  const checkout =
    settled(asked, said.loan) ?? (await withoutDecision(check, asked, { report, came }));
  const { screen } = stepOf(checkout);
  if ('error' in came) {
    const isOver = screen === 'details' || screen === 'working' || screen === 'ask_lender';
    report.say(isOver ? 'WRONG' : 'note', `softPull: ${describeFailure(came.error)}`);
  } else if (screen === 'working') {
    report.say('note', `the lender has not decided yet; later: ${loanFlag(checkout)}`);
  }
  if (screen === 'no_offers' || screen === 'review') {
    report.say('note', 'there is no offer to check: apply as somebody who gets some');
  }
  const mustAskLender = screen === 'ask_lender' && said.loan !== undefined;
  reportMissing(
    report,
    checkout,
    mustAskLender ? { ...said, missing: said.missing ?? 'offers' } : said,
  );
  reportShown(report, stepOf(checkout));
  return { report, checkout };
}

/** Reads the loan of an application that was made, here or before. */
export async function checkLoan(check: Check, checkout: Checkout): Promise<Stage> {
  const report = new StepReport('Loan');
  const before = checkout.softPull === null ? applied(check, checkout) : checkout;
  const came = await readLoan(check, before);
  const said = readApplication(check, before, { report, came });
  if ('error' in came) {
    const why = 'what becomes of the application cannot be followed';
    report.say('WRONG', `retrieveLoanApplication: ${describeFailure(came.error)}: ${why}`);
    if (before.loan !== null && isRefusal(came.error, 404)) report.say('note', appliedBefore);
    return { report, checkout };
  }
  const after = followed(check, before, said.loan);
  const isWithoutOffers = before.loan === null && said.missing === null;
  if (isWithoutOffers && stepOf(after).screen === 'ask_lender') report.say('note', withoutOffers);
  reportMissing(report, after, said);
  if (came.answer.status === null) {
    report.say('WRONG', 'application_status is missing: accepted terms would never be seen');
    reportRenaming(report, ['application_status'], said.others);
  }
  reportShown(report, stepOf(after));
  return { report, checkout: after };
}

function readLoan({ context, merchant }: Check, { id, loan }: Checkout) {
  const name = { requestUserId: merchant.request_user_id, loanId: loan?.loanId ?? id };
  return attempt(() => context.lender.loan(name));
}

interface Came {
  report: StepReport;
  came: Attempt<LoanReading>;
}

/** What was heard of an application. */
interface Said {
  /** undefined when nothing says where it stands. */
  readonly loan: Loan | undefined;
  /** A field for which nothing is drawn, by the API's name: of the answer, or of an offer in it. */
  readonly missing: string | null;
  readonly isOfOffer: boolean;
  /** It is not missing: its form is not understood. */
  readonly isGiven: boolean;
  /** Fields that stand where it should, and that nobody reads. */
  readonly others: readonly string[];
}

const nothing: Said = {
  loan: undefined,
  missing: null,
  isOfOffer: false,
  isGiven: false,
  others: [],
};

function readApplication(check: Check, checkout: Checkout, { report, came }: Came): Said {
  const heard = check.heard.take();
  reportHeard(report, heard);
  if ('error' in came) return nothing;
  const reading = came.answer;
  const { offerFields } = check.context.lender;
  const loan = loanOf(check.context, checkout, reading);
  const beforeTerms = checkout.loan === null ? decisionFields : loanRecordFields;
  const fields = loan?.account ? accountFields : beforeTerms;
  reportReading(report, heard, { reading, fields });
  reportOfferFields(report, heard, { offers: reading.offers, offerFields });
  const { lacking } = reading;
  if (lacking !== null && lacking !== 'offers') {
    const others = unreadFields(heard, offerFields);
    const isGiven = misreadFields(heard, offerFields).includes(lacking);
    return { loan, missing: lacking, isOfOffer: true, isGiven, others };
  }
  const missing = loan === undefined ? 'decision' : lacking;
  return { loan, missing, isOfOffer: false, isGiven: false, others: otherFields(heard) };
}

/** The BFF reads the loan of a soft pull without a decision, unless the lender says that it did nothing. */
async function withoutDecision(
  check: Check,
  asked: Checkout,
  { report, came }: Came,
): Promise<Checkout> {
  const error = 'error' in came ? came.error : undefined;
  const failed = error instanceof LenderError ? error : undefined;
  if (failed?.failure === 'refused') {
    const hasFields = fieldErrors(failed.fields) !== undefined;
    return voidSoftPull(asked, hasFields ? 'invalid_applicant' : 'lender_refused');
  }
  if (failed?.failure === 'unavailable') return voidSoftPull(asked, 'lender_unavailable');
  const found = await readLoan(check, asked);
  const decided = settled(asked, readApplication(check, asked, { report, came: found }).loan);
  if (decided !== undefined) return decided;
  const isLost = error !== undefined && failed?.unreadable === undefined;
  if (isLost) return markSoftPullUnknown(asked);
  const isSilent = 'error' in found && failed?.unreadable === 'no_json';
  return giveUpAnswer(asked, isSilent ? 'silent' : 'unreadable');
}

/** An application that was under way, after a reading; undefined when nothing says where it stands. */
function settled(checkout: Checkout, loan: Loan | undefined): Checkout | undefined {
  if (loan === undefined) return undefined;
  return isDeciding(loan)
    ? markSoftPullUnknown(checkout)
    : answerSoftPull(checkout, loan, nothingShown(checkout));
}

function followed({ context }: Check, checkout: Checkout, loan: Loan | undefined): Checkout {
  const known = checkout.loan;
  if (known !== null) {
    const texts = nothingShown(checkout);
    return followLoan(checkout, loan ?? known, { texts, now: context.clock.now() });
  }
  return settled(checkout, loan) ?? giveUpAnswer(checkout, 'unreadable');
}

function reportMissing(report: StepReport, checkout: Checkout, said: Said): void {
  const { missing } = said;
  if (missing === null || said.isGiven) return;
  const isEnd = stepOf(checkout).screen === 'ask_lender';
  const mildly = said.isOfOffer ? 'the consumer is told that there is more' : 'the loan says it';
  const what = isEnd ? 'the consumer ends in ask_lender' : mildly;
  report.say(isEnd ? 'WRONG' : 'note', `${listed([missing])} is missing: ${what}`);
  reportRenaming(report, [missing], said.others);
}

/** What happens where the lender does not say it. */
const without: Readonly<Record<Exclude<keyof SelectionReading, 'link'>, string>> = {
  linkExpiresAt: '(link_expires_at): the consumer is not told until when the link can be used',
  offerUuid: '(offer_uuid): what was chosen stands',
  selectedAmount: '(selected_amount): what was chosen stands',
};

/** Chooses an offer as a consumer does who takes all of it, and who comes back before its terms. */
export async function checkSelection(check: Check, before: Checkout, offer: Offer): Promise<Stage> {
  const report = new StepReport('Selection');
  const { context, merchant } = check;
  const checkout = withNextCode(context, before);
  const choose = () =>
    attempt(() =>
      context.lender.select({
        requestUserId: merchant.request_user_id,
        offerUuid: offer.offer_uuid,
        amount: undefined,
        isOtherAmount: false,
        redirectUrl: returnUrlOf(context, checkout),
        locale: checkout.locale,
      }),
    );
  const came = await choose();
  const heard = check.heard.take();
  reportHeard(report, heard);
  if ('error' in came) report.say('WRONG', `selectOffer: ${describeFailure(came.error)}`);
  if ('error' in came && !isUnreadable(came.error)) return { report, checkout };
  const reading = 'answer' in came ? came.answer : nothingRead;
  const { offer_uuid: offerUuid, amount: selectedAmount } = offer;
  const chosen = { offerUuid, selectedAmount, loan: checkout.loan };
  const readAs = (said: SelectionReading) =>
    selectionOf(said, chosen, context.config.linkAllowedOrigins);
  const selection = readAs(reading);
  const after = select(checkout, selection);
  reportSelection(report, reading);
  if (selection.link === null) {
    reportNoLink(report, reading, otherFields(heard));
  } else {
    const again = await choose();
    check.heard.take();
    const isRenewed = 'answer' in again && readAs(again.answer).link !== null;
    if (!isRenewed) reportOnlyOnce(report, again);
  }
  reportShown(report, stepOf(after));
  return { report, checkout: after };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof LenderError && error.unreadable !== undefined;
}

function reportSelection(report: StepReport, reading: SelectionReading): void {
  const said = Object.entries(reading).filter(([, value]) => value !== null);
  report.say('understood', said.map(([name]) => name).join(', '));
  for (const [name, consequence] of Object.entries(without)) {
    const isMissing = reading[name as keyof SelectionReading] === null;
    report.say('missing', isMissing ? `${name} ${consequence}` : '');
  }
}

function reportOnlyOnce(report: StepReport, again: Attempt<SelectionReading>): void {
  const what = 'error' in again ? describeFailure(again.error) : 'no link that may be opened';
  report.say('WRONG', `selectOffer once more: ${what}: a link that has ended cannot be renewed`);
}

function reportNoLink(
  report: StepReport,
  { link }: SelectionReading,
  others: readonly string[],
): void {
  const end = 'the consumer ends in ask_lender';
  if (link !== null) {
    report.say('WRONG', `the link is of no origin in LINK_ALLOWED_ORIGINS: ${end}`);
    return;
  }
  report.say('WRONG', `consumer_invitation_link is missing: ${end}`);
  reportRenaming(report, ['consumer_invitation_link'], others);
}
