import type { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender/lender-error.ts';

/** What the sponsor may not do stops every checkout: a person has to fix that. */
const forbidden = 403;

/**
 * Logs that the lender gave no usable answer, with the names of the fields it refused and nothing else
 * that it wrote. `LenderReachability` logs once for all checkouts that it cannot be reached.
 */
export function logLenderProblem(
  { log }: Pick<BffContext, 'log'>,
  event: string,
  { checkout, error }: { checkout: Pick<Checkout, 'id' | 'publishableKey'>; error: unknown },
): void {
  const { id: checkout_id, publishableKey: merchant_id } = checkout;
  const { status, failure: outcome, fields } = error instanceof LenderError ? error : {};
  const reason = fields?.join(' ') || undefined;
  const line = { event, checkout_id, merchant_id, status, outcome, reason, error };
  if (status === forbidden) log.error(line);
  else if (outcome === 'unavailable' && status === undefined) log.debug(line);
  else log.warn(line);
}

/** What the lender says cannot come after what is known: it is left alone. */
export function logNotFollowed(
  { log }: Pick<BffContext, 'log'>,
  checkoutId: string,
  { message: reason }: IllegalTransitionError,
): void {
  log.warn({ event: 'reading_not_followed', checkout_id: checkoutId, reason });
}

/** The lender has a live charge that is none of those that are known: a person has to find out whose. */
export function logNotExplained(
  { log }: Pick<BffContext, 'log'>,
  { id: checkout_id, publishableKey: merchant_id }: Pick<Checkout, 'id' | 'publishableKey'>,
  payment_request_uuid: string | null,
): void {
  log.error({ event: 'charge_not_explained', checkout_id, merchant_id, payment_request_uuid });
}

/** A decision came that cannot be shown: a person has to find out what its field is called there. */
export function logUnreadable(
  { log, metrics }: Pick<BffContext, 'log' | 'metrics'>,
  checkoutId: string,
  operation: string,
  field: string,
): void {
  metrics.countUnreadable({ operation, field });
  log.error({
    event: 'answer_not_readable',
    checkout_id: checkoutId,
    kind: operation,
    reason: field,
  });
}

/** For a caller who cannot go on without the lender. @throws BffError `lender_unavailable` */
export async function orUnavailable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    throw new BffError('lender_unavailable', { cause: error });
  }
}
