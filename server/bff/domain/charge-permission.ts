import type { ChargeKind } from '../../../widget/contract/merchant.ts';
import type { Cents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';
import { INITIAL_CHARGE } from './charge.ts';
import { type Checkout, currentCharge } from './checkout.ts';
import type { LoanAccount } from './loan.ts';
import { blockedReason, chargeableCents, mayChargeAgain, stepOf } from './step.ts';

/**
 * What the browser may charge now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function browserChargeCents(checkout: Checkout): Cents {
  const cents = chargeableCents(checkout, assertMayCharge(checkout, INITIAL_CHARGE));
  if (cents === null || cents === 0) throw new BffError('charge_blocked');
  return cents;
}

/**
 * Whether a charge of this kind may be asked for now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function assertMayCharge(checkout: Checkout, kind: ChargeKind): LoanAccount {
  const account = checkout.loan?.account;
  if (!account || !isChargingStep(checkout, kind)) throw new BffError('wrong_step');
  if (kind === INITIAL_CHARGE && account.unexplainedCharge !== undefined) {
    throw new BffError('charge_blocked');
  }
  const last = currentCharge(checkout);
  if (kind === INITIAL_CHARGE && last && !mayChargeAgain(checkout, last)) {
    throw new BffError('charge_blocked');
  }
  // The lender says by its refusal whether what was missing still is.
  const asIfThere = { ...checkout, bankMissingSince: null, portalMissingSince: null };
  const reason = blockedReason(asIfThere, account);
  if (reason === 'order_required' || reason === 'portal_required') throw new BffError(reason);
  if (reason !== null) throw new BffError('charge_blocked');
  return account;
}

/** A project or final charge does not wait for the initial one. */
function isChargingStep(checkout: Checkout, kind: ChargeKind): boolean {
  const { screen } = stepOf(checkout);
  if (screen === 'accepted' || screen === 'charge_outcome') return true;
  return kind !== INITIAL_CHARGE && (screen === 'charge_pending' || screen === 'working');
}

/** Where it is not known what is available, the lender says it. @throws BffError `amount_out_of_range` */
export function assertAvailable(cents: Cents, available: Cents | null): void {
  if (cents > 0 && (available === null || cents <= available)) return;
  throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
}
