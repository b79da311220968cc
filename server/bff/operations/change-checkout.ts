import type { Transaction } from 'kysely';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
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

/**
 * What is read and written before a change of this checkout, in its transaction, if there is one;
 * when it throws, nothing is.
 */
export type WriteBefore = (tx: Transaction<BffSchema>, before: Checkout) => Promise<void>;

export interface Changed {
  readonly before: Checkout;
  readonly after: Checkout;
}

/**
 * Changes the checkout as it is stored.
 * @throws BffError `not_found`; IllegalTransitionError; OrderAlreadyChargedError; whatever `change` throws
 */
export function changeStored(
  context: BffContext,
  id: string,
  change: Change,
  writeBefore?: WriteBefore,
): Promise<Changed> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    const wanted = change(before);
    if (wanted !== before) await writeBefore?.(tx, before);
    return { before, after: await writeChange(context, tx, before, wanted) };
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
  writeBefore?: WriteBefore,
): Promise<Changed> {
  try {
    return await changeIfCurrent(context, loaded, change, writeBefore);
  } catch (error) {
    if (!(error instanceof StaleCheckoutError)) throw error;
    return changeStored(context, loaded.id, change, writeBefore);
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
  writeBefore?: WriteBefore,
): Promise<Changed> {
  const wanted = change(loaded);
  if (wanted === loaded) return { before: loaded, after: loaded };
  const planned = planChange(context, loaded, wanted);
  const { database } = context;
  // One statement is whole by itself, without the round trips of a transaction around it.
  if (isOneRow(planned) && writeBefore === undefined) {
    await database.statement((db) => writePlanned(context, db, planned));
    return planned;
  }
  await database.transaction(async (tx) => {
    await writeBefore?.(tx, loaded);
    await writePlanned(context, tx, planned);
  });
  return planned;
}
