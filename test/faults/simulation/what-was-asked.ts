import type { CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import { formatCents } from '../../../server/platform/money.ts';
import { type ChargeRow, type CheckoutRow, type Evidence, timelineOf } from './evidence.ts';
import { type BookedCharge, type BookedLoan, isEnded } from './lender-books.ts';

/** Compares what merchants' servers asked for with what the lender's books say (I1 to I3). */
export async function checkWhatWasAsked(evidence: Evidence): Promise<void> {
  checkKeyedCharges(evidence);
  checkIncreases(evidence);
  await checkLimits(evidence);
  checkResolutions(evidence);
}

/** I1: a key makes one charge, however often it was sent and whatever became of its answers. */
function checkKeyedCharges({ parts, books, checkouts, charges, wrong }: Evidence): void {
  const { facts } = parts;
  for (const { key, checkoutId, kind, cents } of facts.keyedCharges) {
    const checkout = checkouts.find(({ id }) => id === checkoutId);
    const there = books.charges.filter(
      (each) => isOfLoan(each, checkout) && each.kind === kind && each.cents === cents,
    );
    if (there.length > 1) wrong('I1', `${key} has made ${there.length} charges at the lender`);
    const here = charges.filter(
      (each) =>
        each.checkout_id === checkoutId &&
        each.transaction_description === kind &&
        each.cents === cents,
    );
    if (here.length > 1) wrong('I1', `${key} has made ${here.length} charges`);
    const answered = facts.keys.get(key);
    if (answered === undefined) continue;
    if (here[0]?.id !== answered) wrong('I1', `${key} was answered ${answered}, which is lost`);
    const isCalledOff =
      here[0]?.state === 'void' &&
      checkout !== undefined &&
      timelineOf(checkout).some(
        ({ type, chargeId }) => type === 'charge.not_made' && chargeId === answered,
      );
    if (here[0]?.state === 'void' && !isCalledOff) {
      wrong('I1', `${key} was answered ${answered}, which came to nothing untold`);
    }
  }
}

/** An application that was answered with an earlier one of the person is of that loan. */
function isOfLoan({ loanId }: BookedCharge, checkout: CheckoutRow | undefined): boolean {
  return loanId === checkout?.id || loanId === checkout?.earlier_application_id;
}

/**
 * I1, I2: a limit is raised once, to what was asked for, and said to be so only then. Two checkouts may be
 * of one loan: the lender raises it for one of them, and the other has its limit too where that is enough.
 */
function checkIncreases({ parts, books, checkouts, wrong }: Evidence): void {
  const { keyedIncreases } = parts.facts;
  const isRaisedTo = (cents: number, loans: readonly BookedLoan[]) =>
    loans.some(({ raisedToCents }) => raisedToCents !== null && raisedToCents >= cents);
  const loanOf = (checkoutId: string) => {
    const checkout = checkouts.find(({ id }) => id === checkoutId);
    const isOwn = ({ id }: { id: string }) =>
      id === checkoutId || id === checkout?.earlier_application_id;
    return books.loans.filter(isOwn);
  };
  for (const { key, checkoutId, cents, isDone } of keyedIncreases) {
    const isRaised = isRaisedTo(cents, loanOf(checkoutId));
    if (isDone && !isRaised) wrong('I1', `the limit that ${key} was told of was not raised`);
  }
  for (const loan of books.loans.filter(({ raisedToCents }) => raisedToCents !== null)) {
    const isAsked = keyedIncreases.some(
      ({ checkoutId, cents }) => loanOf(checkoutId).includes(loan) && cents === loan.raisedToCents,
    );
    if (!isAsked) wrong('I2', `nobody asked for a limit of ${loan.raisedToCents} of ${loan.id}`);
  }
  for (const { id, limit_increase: text } of checkouts) {
    const increase = JSON.parse(text ?? 'null') as { state: string; cents: number } | null;
    if (increase?.state === 'asked') wrong('end', `a limit of ${id} is still asked for`);
    const isRaised = increase !== null && isRaisedTo(increase.cents, loanOf(id));
    if (increase?.state === 'done' && !isRaised) wrong('I1', `the limit of ${id} was not raised`);
  }
}

/** I2: the limit that a shop reads is the lender's. */
async function checkLimits({ parts, books, wrong }: Evidence): Promise<void> {
  for (const { checkoutId } of parts.facts.keyedIncreases) {
    const limit = books.loans.find(({ id }) => id === checkoutId)?.limitCents ?? null;
    const merchant = parts.facts.merchants.get(checkoutId);
    const shop = parts.shops.find(({ publishableKey }) => publishableKey === merchant);
    const view = await shop?.read<CheckoutView>(`/checkouts/${checkoutId}`);
    const said = view?.loan?.credit_limit ?? null;
    if (limit === null || said === null) continue;
    if (said !== formatCents(limit))
      wrong('I2', `the limit of ${checkoutId} is said to be ${said}`);
  }
}

/**
 * I3: a charge is settled by a merchant's word only as the lender's lists bear it out: as one of its loan,
 * kind and amount that is no other intent's; as none while there is such a one that may move money.
 */
function checkResolutions({ parts, checkouts, charges, wrong }: Evidence): void {
  for (const { chargeId, uuid, charges: booked } of parts.facts.resolutions) {
    const charge = charges.find(({ id }) => id === chargeId);
    if (charge === undefined) {
      wrong('I1', `charge ${chargeId} was resolved and is gone`);
      continue;
    }
    const checkout = checkouts.find(({ id }) => id === charge.checkout_id);
    const possible = booked.filter(
      (each) =>
        isOfLoan(each, checkout) &&
        each.kind === charge.transaction_description &&
        each.cents === charge.cents &&
        !isAnothers(each, charge, charges),
    );
    if (uuid === undefined) {
      const isThere = possible.some((each) => !isEnded(each));
      if (isThere) wrong('I3', `charge ${chargeId} was taken for not made, and the lender has it`);
    } else if (!possible.some((each) => each.uuid === uuid)) {
      wrong('I3', `charge ${chargeId} was taken for ${uuid}, which it cannot be`);
    }
  }
}

function isAnothers(
  { uuid }: BookedCharge,
  { id }: ChargeRow,
  charges: readonly ChargeRow[],
): boolean {
  return charges.some(
    (other) => other.id !== id && other.payment_request_uuid?.toLowerCase() === uuid,
  );
}
