import type { SelectOffer } from '../../../widget/contract/checkout.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { afterACommit } from '../../platform/database/database.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, requestUserOf } from '../context.ts';
import { assertMayChoose, assertMayChooseAgain, type Rights } from '../domain/admission.ts';
import {
  assertSelectable,
  backToOffers,
  findOffer,
  isSelectable,
  isStillOffered,
  offerOf,
  select,
  selectionOf,
} from '../domain/applying.ts';
import { type Checkout, chosenOf } from '../domain/checkout.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { SelectCall, SelectionReading } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { returnUrlOf, withNextCode } from '../tokens/return-code.ts';
import { logLenderProblem, logUnreadable } from './lender-problem.ts';
import { trySync } from './sync-checkout.ts';
import { changeStored, isSameJson } from './write-checkout.ts';

export interface OfferChoice extends SelectOffer {
  offerUuid: string;
  rights: Rights;
}

/**
 * Records the consumer's choice; a repeat renews a link that has expired. A process makes the choices
 * of one checkout one after the other.
 * @throws BffError `wrong_step`, `offer_unavailable`, `amount_out_of_range`, `lender_unavailable`,
 * `lender_refused`
 */
export function selectOffer(
  context: BffContext,
  { id }: Checkout,
  choice: OfferChoice,
): Promise<CheckoutStep> {
  const deadline = new Deadline(context.timing.waitMs);
  const choosing = context.mutex.run(id, async () => {
    // The consumer has been told that nothing was decided.
    if (deadline.left === 0) throw new BffError('lender_unavailable');
    return choose(context, id, choice);
  });
  return deadline.wait(choosing);
}

/** How often a choice is made that another process overtakes. */
const mostChoices = 3;

/**
 * The choice of another process may have been heard after this one, and stored before it. Then this one
 * is made again: whichever is stored last, the lender has heard last.
 */
async function choose(context: BffContext, id: string, choice: OfferChoice): Promise<CheckoutStep> {
  for (let choices = 0; choices < mostChoices; choices += 1) {
    const isRepeated = choices > 0;
    const make = () => chooseOnce(context, id, { ...choice, isRepeated });
    // The lender has heard the one before.
    const step = await (isRepeated ? afterACommit(make) : make());
    if (step !== undefined) return step;
  }
  throw new BffError('lender_unavailable');
}

/** @returns undefined when another process has stored a choice meanwhile */
async function chooseOnce(
  context: BffContext,
  id: string,
  { offerUuid, selected_amount: amount, rights, isRepeated }: OfferChoice & { isRepeated: boolean },
): Promise<CheckoutStep | undefined> {
  const { after: checkout } = await changeStored(context, id, (current) => {
    assertSelectable(current, { offerUuid, amount });
    if (!isRepeated) assertMayChoose(rights, current);
    return withNextCode(context, current);
  });
  const selectedAmount =
    amount ?? amountBefore(checkout, offerUuid) ?? offerOf(checkout, offerUuid).amount;
  const isOtherAmount = selectedAmount !== findOffer(checkout, offerUuid)?.amount;
  const answer = await askLender(context, checkout, {
    offerUuid,
    amount: isOtherAmount ? selectedAmount : amount,
    isOtherAmount,
  });
  const chosen = { offerUuid, selectedAmount, loan: checkout.loan };
  const selection = selectionOf(answer, chosen, context.config.linkAllowedOrigins);
  if (selection.link === null) logMissingLink(context, id, answer);
  const { before, after } = await afterACommit(() =>
    changeStored(context, id, (current) =>
      isSameJson(current.selection, checkout.selection) ? select(current, selection) : current,
    ),
  );
  const isOvertaken = !isSameJson(before.selection, checkout.selection);
  return isOvertaken && isSelectable(after, offerUuid) ? undefined : stepOf(after);
}

/** A repeat renews the link for what was chosen. */
function amountBefore(checkout: Checkout, offerUuid: string): string | undefined {
  const chosen = chosenOf(checkout);
  return chosen?.offerUuid === offerUuid ? chosen.selectedAmount : undefined;
}

/** The choice stands, and the lender has to be asked how to go on. */
function logMissingLink(context: BffContext, checkoutId: string, { link }: SelectionReading): void {
  if (link !== null) context.log.error({ event: 'link_not_allowed', checkout_id: checkoutId });
  logUnreadable(context, checkoutId, 'selectOffer', 'consumer_invitation_link');
}

type Asked = Pick<SelectCall, 'offerUuid' | 'amount' | 'isOtherAmount'>;

async function askLender(
  context: BffContext,
  checkout: Checkout,
  asked: Asked,
): Promise<SelectionReading> {
  const call = {
    ...asked,
    requestUserId: requestUserOf(context.merchants, checkout),
    redirectUrl: returnUrlOf(context, checkout),
    locale: checkout.locale,
  };
  try {
    return await context.lender.select(call);
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    if (error.unreadable === 'no_json') return selectOnceMore(context, call);
    if (error.unreadable !== undefined) return nothingRead;
    return afterRefusal(context, checkout, { asked, error });
  }
}

/**
 * The choice was heard, and its answer may have been cut or changed on its way. It may be repeated;
 * what else becomes of that takes nothing back.
 */
async function selectOnceMore(context: BffContext, call: SelectCall): Promise<SelectionReading> {
  try {
    return await context.lender.select(call);
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    return nothingRead;
  }
}

/** Of an answer that cannot be read: the choice was heard. */
export const nothingRead: SelectionReading = {
  link: null,
  linkExpiresAt: null,
  offerUuid: null,
  selectedAmount: null,
};

/**
 * The choice may be repeated, so an answer that was lost counts as none. A lender that takes a choice
 * once, or not while it waits for a one-time code, refuses to hear it again, and its link leads on. Where
 * the link went to another checkout, there is none: the review stays as it is.
 * @throws BffError
 */
async function afterRefusal(
  context: BffContext,
  checkout: Checkout,
  { asked, error }: { asked: Asked; error: LenderError },
): Promise<SelectionReading> {
  const isConflict = error.status === 409;
  if (error.failure !== 'refused' && !isConflict) throw unavailable(error);
  logLenderProblem(context, 'selection_refused', { checkout, error });
  await trySync(context, checkout.id);
  const isOfBody = error.status === 400 || error.status === 422;
  const isWaited = stepOf(checkout).screen === 'review';
  // By what the lender has just said of the loan.
  const current = await loadCheckout(context.database.query, checkout.id);
  const isOffered = current !== undefined && isStillOffered(current, asked.offerUuid);
  const isOfChoice = isOfBody || isConflict || isWaited;
  if (isOfChoice && isOffered && isAsChosen(checkout, asked)) {
    const { selection } = checkout;
    // Whether the link has ended, the lender's page says.
    if (selection?.offerUuid === asked.offerUuid && selection.link !== null) return selection;
    if (stepOf(current).screen === 'review') throw new BffError('lender_refused', { cause: error });
  }
  if (isConflict) throw unavailable(error);
  if (asked.isOtherAmount && isOfBody && isOffered) {
    const errors = { selected_amount: ['not_accepted'] } as const;
    throw new BffError('amount_out_of_range', { errors, cause: error });
  }
  const isOffer = isOfBody || error.status === 404;
  throw new BffError(isOffer ? 'offer_unavailable' : 'lender_refused', { cause: error });
}

function unavailable(cause: LenderError): BffError {
  return new BffError('lender_unavailable', { cause });
}

/** True if it is the choice that was made before, here or in another checkout. */
function isAsChosen(
  checkout: Checkout,
  { offerUuid, amount = offerOf(checkout, offerUuid).amount }: Asked,
): boolean {
  const chosen = chosenOf(checkout);
  return chosen?.offerUuid === offerUuid && chosen.selectedAmount === amount;
}

/** Back to the offers while the terms are not accepted. @throws BffError `wrong_step` */
export async function chooseAgain(
  context: BffContext,
  { id }: Checkout,
  rights: Rights,
): Promise<CheckoutStep> {
  assertMayChooseAgain(rights);
  await trySync(context, id);
  const { after } = await changeStored(context, id, backToOffers);
  return stepOf(after);
}
