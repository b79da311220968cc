import { formatCents } from '../../../server/platform/money.ts';
import { problemSchema } from '../../../widget/contract/problem.ts';
import { type CheckoutStep, checkoutStepSchema } from '../../../widget/contract/step.ts';
import { isSame } from '../../helpers/bare-lender/books.ts';
import type { PageAnswer } from '../../helpers/shop-page.ts';
import type { LenderTestbed } from './testbed.ts';
import { markupTexts } from './texts.ts';

/** What must never be, whatever the lender answers. */
export type Rule =
  | 'crash'
  | 'endless'
  | 'undecided'
  | 'pulls'
  | 'charges'
  | 'offers'
  | 'contract'
  | 'links'
  | 'logs';

export interface Find {
  readonly rule: Rule;
  /** A sentence. */
  readonly what: string;
}

const crashes = ['due_work_failed', 'call_end_not_written', 'request_failed'];
/** What says that nothing was decided, and invites to try again. */
const undecidedCodes: ReadonlySet<string> = new Set([
  'lender_unavailable',
  'lender_refused',
  'offer_code_refused',
  'invalid_applicant',
]);

/** Looks at all that the BFF answers, logs and makes happen in one sequence. */
export class Judge {
  readonly finds: Find[] = [];
  /** Screens that were seen. */
  readonly screens = new Set<string>();
  /** Steps with texts of the lender's that could be taken for markup. */
  readonly marked: CheckoutStep[] = [];
  readonly #testbed: LenderTestbed;
  /** The order is at one checkout. */
  readonly #isAlone: boolean;
  #logged = 0;

  constructor(testbed: LenderTestbed, { tabs }: { tabs: number }) {
    this.#testbed = testbed;
    this.#isAlone = tabs === 1;
  }

  find(rule: Rule, what: string): void {
    const isKnown = this.finds.some((find) => find.rule === rule && find.what === what);
    if (isKnown) return;
    this.finds.push({ rule, what });
    this.#testbed.distorter.told.push(`FOUND ${rule}: ${what}`);
  }

  /** An answer of any route: a problem of the contract, or a success. */
  answer(asked: string, { status, body }: PageAnswer): void {
    if (status < 400) return;
    const problem = problemSchema.safeParse(body);
    if (!problem.success) this.find('contract', `${asked}: ${status}, no problem of the contract`);
    if (status === 500) this.find('crash', `${asked}: 500 ${problem.data?.code}`);
  }

  /** An answer to an application. */
  application(checkoutId: string, { body }: PageAnswer): void {
    const code = problemSchema.safeParse(body).data?.code ?? '';
    if (undecidedCodes.has(code) && this.#testbed.distorter.ledger.isDecided(checkoutId)) {
      this.find('undecided', `the application was answered ${code} after it had arrived`);
    }
  }

  /** An answer to a call that the lender has answered with a 2xx, or has acted on. */
  done(asked: string, { status, body }: PageAnswer): void {
    const code = problemSchema.safeParse(body).data?.code ?? '';
    if (status >= 400 && code !== 'wrong_step') {
      this.find('undecided', `${asked} was answered ${code} after the lender had done it`);
    }
  }

  /** Where a checkout stands. @returns undefined for what is no step */
  step(checkoutId: string, value: unknown): CheckoutStep | undefined {
    const { data: step, error } = checkoutStepSchema.safeParse(value);
    if (step === undefined) {
      const at = error?.issues[0]?.path.join('.');
      this.find('contract', `a step with a wrong ${at}: ${JSON.stringify(value).slice(0, 300)}`);
      return undefined;
    }
    this.screens.add(step.screen);
    if (step.screen === 'details' && this.#testbed.distorter.ledger.isDecided(checkoutId)) {
      this.find(
        'undecided',
        `back at details, ${step.problem?.code}, after the application arrived`,
      );
    }
    this.#charge(step);
    this.#offers(step);
    this.#link(step);
    this.#mark(step);
    return step;
  }

  /** After every act: what was logged, and what the lender has in its books. */
  books(): void {
    const { bff, distorter, lender } = this.#testbed;
    for (const line of bff.logged.slice(this.#logged)) this.#line(line);
    this.#logged = bff.logged.length;
    for (const [id, pulls] of distorter.ledger.pulls) {
      if (pulls > 1) this.find('pulls', `${pulls} soft pulls of checkout ${id}`);
    }
    for (const doubled of distorter.ledger.doubled) this.find('charges', doubled);
    const [followed] = lender.followed;
    if (followed !== undefined) this.find('links', `the BFF asked for ${followed}`);
  }

  #line(line: string): void {
    const { event } = JSON.parse(line) as { event: string };
    if (crashes.includes(event)) this.find('crash', line.slice(0, 600));
    if (markupTexts.some((text) => line.includes(JSON.stringify(text).slice(1, -1)))) {
      this.find('logs', `a text of the lender's: ${line.slice(0, 300)}`);
    }
  }

  /** Where an order is at two checkouts, only the one that is charged says so. */
  #charge(step: CheckoutStep): void {
    const mayCharge =
      (step.screen === 'accepted' && step.blocked === null) ||
      (step.screen === 'charge_outcome' && step.may_charge_again);
    const standing = this.#testbed.distorter.ledger.standing();
    if (this.#isAlone && mayCharge && standing !== undefined) {
      this.find('charges', `${standing.uuid}, ${standing.state}, may be made again`);
    }
  }

  /** Each offer is the lender's own, with what it costs. */
  #offers(step: CheckoutStep): void {
    const shown = step.screen === 'offers' ? step.offers : [];
    const chosen = step.screen === 'redirect' ? [step.offer] : [];
    if (step.screen === 'offers' && shown.length === 0) this.find('offers', 'no offer to choose');
    for (const { offer_uuid: uuid, amount, apr, monthly_payment, term_months } of [
      ...shown,
      ...chosen,
    ]) {
      const loan = this.#testbed.lender.books.loanOfOffer(uuid);
      const own = loan?.offers.find((offer) => isSame(offer.uuid, uuid));
      const isItsOwn =
        own !== undefined &&
        amount === formatCents(own.cents) &&
        Number(apr) === own.apr &&
        term_months === own.termMonths &&
        Number(monthly_payment) > 0;
      if (!isItsOwn) this.find('offers', `offer ${uuid}: ${apr} %, ${monthly_payment} a month`);
    }
  }

  #link(step: CheckoutStep): void {
    if (step.screen !== 'redirect') return;
    const { origin } = new URL(step.consumer_invitation_link);
    if (origin !== this.#testbed.lender.pagesUrl) this.find('links', `a link to ${origin}`);
  }

  #mark(step: CheckoutStep): void {
    const written = JSON.stringify(step);
    const isMarked = markupTexts.some((text) =>
      written.includes(JSON.stringify(text).slice(1, -1)),
    );
    if (isMarked) this.marked.push(step);
  }
}
