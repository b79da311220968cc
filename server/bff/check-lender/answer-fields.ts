import { type Offer, offerSchema } from '../../../widget/contract/offer.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { solveApr } from '../../loan-math/apr.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import type { Lender, LoanReading } from '../lender/lender.ts';
import type { Heard, RowNames } from './attempt.ts';
import { listed, nameWithWord, type StepReport } from './step-report.ts';

interface LoanField {
  /** What the API calls it. */
  readonly name: string;
  /** What happens where the lender does not say it. */
  readonly without: string;
}

type Named = Exclude<
  keyof LoanReading,
  'decision' | 'offers' | 'lacking' | 'endedInReview' | 'isSuspended'
>;

/** What the readings of an application can say. */
const loanFields: Readonly<Record<Named, LoanField>> = {
  applicationId: { name: 'external_application_id', without: 'our own id stands' },
  loanId: { name: 'loan_id', without: 'our own id stands' },
  loanNumber: {
    name: 'consumer_application_human_readable_id',
    without: 'the consumer has no number to name, and rows of the lists cannot be joined by it',
  },
  status: { name: 'application_status', without: 'the decision stands' },
  requestedAmount: { name: 'requested_amount', without: 'what was asked for is shown' },
  offersExpireAt: {
    name: 'offers_expire_at',
    without: 'no date is shown until which the offers stand',
  },
  decidedAt: { name: 'decided_at', without: 'no date of the decision is shown' },
  lender: { name: 'lender', without: 'whom the merchant’s entry names is shown' },
  notice: { name: 'adverse_action_notice', without: 'no letter is promised' },
  isAccepted: { name: 'accepted_at', without: 'the status says it' },
  isClosed: { name: 'account_status', without: 'a closed account is seen by its refusals' },
  creditLimit: { name: 'credit_limit', without: 'no limit is shown' },
  availableSpend: {
    name: 'available_spend',
    without: 'what is left is not shown, and the lender refuses what is too much',
  },
  purchaseWindowEndDate: {
    name: 'purchase_window_end_date',
    without: 'no date is shown until which the loan can be used',
  },
  portalStatus: { name: 'portal_account_status', without: 'the eligibility code says it' },
  eligibility: {
    name: 'transaction_status_code',
    without: 'a charge is tried, and its refusal is the answer',
  },
  productId: {
    name: 'selected_offer',
    without: 'a charge is shared out by the fees of the merchant’s entry alone',
  },
  chosen: {
    name: 'selected_offer',
    without: 'in another tab nothing leads back to a page that waits for a code',
  },
  charges: { name: 'transactions', without: 'charges are looked for in the lists alone' },
};

/** What an application that was just decided can say. */
export const decisionFields: readonly Named[] = [
  'applicationId',
  'loanId',
  'loanNumber',
  'status',
  'requestedAmount',
  'offersExpireAt',
  'decidedAt',
  'lender',
  'notice',
];

/** What the record of a loan can say, before its terms are accepted. */
export const loanRecordFields: readonly Named[] = ['loanNumber', 'status'];

/** And after. */
export const accountFields: readonly Named[] = [
  ...loanRecordFields,
  'isAccepted',
  'isClosed',
  'creditLimit',
  'availableSpend',
  'purchaseWindowEndDate',
  'portalStatus',
  'eligibility',
  'productId',
  'chosen',
  'charges',
];

/** Names by which a built-in reader knows what stands in an answer. */
const known: ReadonlySet<string> = new Set([
  ...Object.values(loanFields).map(({ name }) => name),
  'decision',
  'offers',
  'status_history',
  'pending_payment_requests',
  'is_valid_for_transaction',
  'no_transaction_message',
  'consumer_invitation_link',
  'link_expires_at',
  'offer_uuid',
  'selected_amount',
]);

/** Says what was understood of an application, and what happens without what was not. */
export function reportReading(
  report: StepReport,
  heard: Heard,
  { reading, fields }: { reading: LoanReading; fields: readonly Named[] },
): void {
  report.say('understood', understood(reading));
  const lacking = fields.filter((field) => (reading[field] ?? null) === null);
  for (const field of lacking) {
    const { name, without } = loanFields[field];
    report.say('missing', `${field} (${name}): ${without}`);
  }
  const names = new Set(lacking.map((field) => loanFields[field].name));
  reportRenaming(report, [...names], otherFields(heard));
}

/** Says by which line of an adapter a field that is missing could come from one that nobody reads. */
export function reportRenaming(
  report: StepReport,
  missing: readonly string[],
  others: readonly string[],
): void {
  if (missing.length === 0 || others.length === 0) return;
  const theirs = others.length === 1 ? listed(others) : '<its name>';
  const api = missing.length === 1 ? listed(missing) : '<what is missing>';
  const where = others.length === 1 ? 'says that' : `is one of ${listed(others)}`;
  report.say('adapter', `${theirs}: '${api}',  if it ${where}`);
}

/** Fields of the answers that no reader knows by their name. */
export function otherFields({ answers }: Heard): string[] {
  const names = [...answers.values()].flatMap((tree) => [...tree.keys()]);
  return names.map((name) => name.replace('[]', '')).filter((name) => !known.has(name));
}

/** What is not null of a reading: words of closed lists, counts, and else names. */
function understood(reading: LoanReading): string {
  const said = Object.entries(reading).filter(
    ([name, value]) => value !== null && name !== 'lacking',
  );
  return said.map(([name, value]) => nameWithWord(name, value)).join(', ');
}

type OfferFields = Lender['offerFields'];

/** The fields that an offer is drawn from, needed or not. */
const offerFieldNames = Object.keys(offerSchema.shape);

const neededFields: ReadonlySet<string> = new Set(
  Object.entries(offerSchema.shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([field]) => field),
);

/**
 * Says which fields of the offers nobody reads: neither is the adapter known to read or to ignore
 * them, nor did it make anything of what stands in them. Either may be a condition of the price.
 */
export function reportOfferFields(
  report: StepReport,
  heard: Heard,
  { offers, offerFields }: { offers: readonly Offer[] | null; offerFields: OfferFields },
): void {
  const rows = offerRows(heard, offerFields);
  if (rows.length < (offers?.length ?? 0)) {
    report.say('WRONG', 'offers were read whose fields nobody could see');
    report.say('adapter', 'options.observer.answered?.({ operation, body });  for every 2xx');
  }
  const unread = unreadFields(heard, offerFields);
  for (const field of unread) {
    const why = 'a condition that nobody reads makes a wrong offer';
    report.say('WRONG', `${listed([field])} of an offer is neither read nor ignored: ${why}`);
  }
  if (unread.length > 0) {
    const free = offerFieldNames.filter((name) => !rows.some(({ names }) => names.has(name)));
    report.say('adapter', `${listed(unread)}: '<which it is>',  one of ${free.join(', ')}`);
    const ignored = unread.map((field) => `'${listed([field])}'`).join(', ');
    report.say(
      'adapter',
      `offerFields.ignored: ${ignored},  if it says nothing of the price or its conditions`,
    );
  }
  const misread = misreadFields(heard, offerFields);
  for (const field of misread) {
    const shared = field === 'offer_uuid' ? ', or is that of another offer, which differs' : '';
    report.say('WRONG', `${field} ${notUnderstood}${shared}: the offer is left out`);
  }
  const unreadable = unreadableFields(rows, offers ?? [], offerFields);
  for (const field of unreadable) report.say('WRONG', `${field} ${notUnderstood}`);
  for (const field of [...misread, ...unreadable]) {
    report.say('adapter', `${field}: translated to the form of widget/contract/offer.ts`);
  }
}

const notUnderstood = 'of an offer is given in a form that is not understood';

/** An offer of more than so many times what was asked for is in another unit. */
const mostTimesAsked = 10;

/**
 * Says which values of the offers would mislead a consumer: a rate that is a fraction, amounts in cents,
 * and offers that nobody could take any more. The values themselves are not printed.
 */
export function reportOfferValues(
  report: StepReport,
  { offers, offersExpireAt }: Pick<LoanReading, 'offers' | 'offersExpireAt'>,
  { asked, now }: { asked: Cents; now: number },
): void {
  const isOver = (time: string | null | undefined) =>
    Boolean(time) && Date.parse(time ?? '') <= now;
  const drawn = offers ?? [];
  if (drawn.some(({ amount }) => parseCents(amount) > asked * mostTimesAsked)) {
    const what = `amount of an offer is more than ${mostTimesAsked} times what was asked for`;
    report.say('WRONG', `${what}: the consumer would read another one`);
    report.say('adapter', 'amount: in dollars, with two decimals');
  }
  if (!drawn.every(isPricedAsSaid)) {
    const what = 'apr of an offer does not fit its amount, monthly_payment and term_months';
    report.say('WRONG', `${what}: the consumer would read another price`);
    report.say('adapter', 'apr: in percent, and not as a fraction; amounts: in dollars');
  }
  if (drawn.some(({ expires_at }) => isOver(expires_at))) {
    report.say('WRONG', 'expires_at of an offer is over: nobody could take it');
  } else if (isOver(offersExpireAt)) {
    report.say('WRONG', 'offers_expire_at is over: nobody could take the offers');
  }
}

/** So many times off, and so many points, an APR may be: a first period or fees are not known here. */
const aprTolerance = { times: 3, points: 1 } as const;

/** True if an offer's APR is about what its payments come to. That of a promotion is not computed. */
function isPricedAsSaid(offer: Offer): boolean {
  const { apr, promo_type = 'none', promo_months = 0, term_months } = offer;
  if (promo_type !== 'none' || promo_months > 0) return true;
  const amount_financed_cents = parseCents(offer.amount_financed ?? offer.amount);
  const payment = parseCents(offer.monthly_payment);
  const last = offer.final_payment === undefined ? payment : parseCents(offer.final_payment);
  const count = term_months - 1;
  const total = payment * count + last;
  // Each payment may be rounded down.
  if (total < amount_financed_cents - term_months) return false;
  const said = Number(apr);
  const payments = [
    { amount_cents: payment, count, first_unit_period: 1 },
    { amount_cents: last, count: 1, first_unit_period: term_months },
  ].filter((run) => run.count > 0);
  const loan = { amount_financed_cents, payments, unit_periods_per_year: 12 };
  const computed = total <= amount_financed_cents ? 0 : solveApr(loan).toNumber();
  const [low, high] = [Math.min(said, computed), Math.max(said, computed)];
  return high - low <= aprTolerance.points || high <= low * aprTolerance.times;
}

/** The lists called `offers`; where there is none, those whose rows look like offers. */
function offerRows({ lists }: Heard, { read }: OfferFields): RowNames[] {
  const named = lists.filter(({ name }) => name === 'offers');
  const known = new Set(read);
  const alike = lists.filter(({ rows }) =>
    rows.some(({ names }) => [...names].filter((name) => known.has(name)).length > 1),
  );
  return (named.length > 0 ? named : alike).flatMap(({ rows }) => rows);
}

/** The fields of the offers that the adapter neither reads nor ignores. */
export function unreadFields(heard: Heard, offerFields: OfferFields): string[] {
  const known = new Set([...offerFields.read, ...offerFields.ignored]);
  const names = new Set(offerRows(heard, offerFields).flatMap((row) => [...row.names]));
  return [...names].filter((name) => !known.has(name));
}

/**
 * Those for which an offer was left out that says them. A condition keeps an offer from being drawn by
 * being there; a field that every offer needs may be missing too.
 */
export function misreadFields(heard: Heard, offerFields: OfferFields): string[] {
  const rows = offerRows(heard, offerFields);
  const leftOut = heard.oddities.filter(({ kind }) => kind === 'bad_row').map(({ field }) => field);
  return offerFieldNames.filter((field) => {
    const times = leftOut.filter((each) => each === field).length;
    if (!neededFields.has(field)) return times > 0;
    const said = rows.filter((row) => row.said.has(field)).length;
    return said > 0 && times > rows.length - said;
  });
}

/** Those that more offers say than were read of the offers that can be drawn. */
function unreadableFields(
  rows: readonly RowNames[],
  offers: readonly Offer[],
  { read }: OfferFields,
): string[] {
  const left = Math.max(rows.length - offers.length, 0);
  const known = new Set(read);
  return offerFieldNames.filter((field) => {
    const said = rows.filter((row) => row.said.has(field)).length;
    const drawn = offers.filter((offer) => Object.hasOwn(offer, field)).length;
    return known.has(field) && drawn < said - left;
  });
}

/** What is the BFF's own to say. */
const ours: ReadonlySet<string> = new Set([
  'screen',
  'since',
  'locale',
  'amount_locked',
  'more_at_lender',
  'selected_offer_uuid',
  'charge_id',
  'charge_amount',
  'order_amount',
]);

/** Without them all is well. */
const troubles: ReadonlySet<string> = new Set(['problem', 'blocked', 'warning']);

/** Says which screen the consumer is at, what stands on it, and what does not for want of an answer. */
export function reportShown(report: StepReport, step: CheckoutStep): void {
  const fields = Object.entries(withProblemCode(step)).filter(([name]) => !ours.has(name));
  const shown = fields
    .filter(([, value]) => value !== null)
    .map(([name, value]) => nameWithWord(name, value));
  const left = fields
    .filter(([name, value]) => value === null && !troubles.has(name))
    .map(([name]) => name);
  report.say('shown', [step.screen, ...shown].join(', '));
  report.say('not shown', left.join(', '));
  if (step.screen === 'offers') reportOffers(report, step.offers);
  if (step.screen === 'offers' && step.more_at_lender !== null) {
    report.say('shown', 'that the lender has more offers, and whom to ask for them');
  }
}

function withProblemCode(step: CheckoutStep): object {
  return step.screen === 'details' ? { ...step, problem: step.problem?.code ?? null } : step;
}

function reportOffers(report: StepReport, offers: readonly Offer[]): void {
  const countOf = (field: string) => offers.filter((offer) => Object.hasOwn(offer, field)).length;
  const shown = offerFieldNames.filter((field) => countOf(field) > 0);
  const withCounts = shown.map((field) =>
    countOf(field) === offers.length ? field : `${field} (${countOf(field)} of ${offers.length})`,
  );
  const left = offerFieldNames.filter((field) => countOf(field) === 0);
  report.say('shown', `of an offer ${withCounts.join(', ')}`);
  report.say('not shown', left.length === 0 ? '' : `of an offer ${left.join(', ')}`);
}
