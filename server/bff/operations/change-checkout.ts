import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import {
  isOneRow,
  planChange,
  StaleCheckoutError,
  writeChange,
  writePlanned,
} from './write-checkout.ts';

// Each of these lets `change` decide on a checkout and writes all of it in one transaction. They
// differ in what they take for the checkout as it is. A caller with a transaction of its own locks
// the checkout and calls `writeChange`.

/** Returns the checkout as it was where there is nothing to change. */
export type Change = (checkout: Checkout) => Checkout;

export interface Changed {
  readonly before: Checkout;
  readonly after: Checkout;
}

/**
 * Changes the checkout as it is stored.
 * @throws BffError `not_found`; IllegalMoveError; OrderAlreadyChargedError; whatever `change` throws
 */
export function changeStored(context: BffContext, id: string, change: Change): Promise<Changed> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    return { before, after: await writeChange(context, tx, before, change(before)) };
  });
}

/**
 * Changes the checkout that the caller has loaded, without loading it again, as long as it is the
 * stored one; else the stored one, for which `change` decides anew. Throws as `changeStored`.
 */
export async function changeLoaded(
  context: BffContext,
  loaded: Checkout,
  change: Change,
): Promise<Changed> {
  try {
    return await changeIfCurrent(context, loaded, change);
  } catch (error) {
    if (!(error instanceof StaleCheckoutError)) throw error;
    return changeStored(context, loaded.id, change);
  }
}

/**
 * Changes the checkout that the caller has loaded, and no other, for a `change` that goes by what
 * was read beside it.
 * @throws StaleCheckoutError when it is not the stored one any more, else as `changeStored`
 */
export async function changeIfCurrent(
  context: BffContext,
  loaded: Checkout,
  change: Change,
): Promise<Changed> {
  const wanted = change(loaded);
  if (wanted === loaded) return { before: loaded, after: loaded };
  const planned = planChange(context, loaded, wanted);
  const { database } = context;
  // One statement is whole by itself, without the round trips of a transaction around it.
  await (isOneRow(planned)
    ? database.statement((db) => writePlanned(context, db, planned))
    : database.transaction((tx) => writePlanned(context, tx, planned)));
  return planned;
}
