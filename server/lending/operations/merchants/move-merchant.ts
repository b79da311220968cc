import type { Transaction } from 'kysely';
import { type MerchantStatus, merchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import {
  merchantStatusAt,
  type MerchantEvent,
  merchantMachine,
} from '../../domain/states/merchant.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { findMerchantByOwnId, lockMerchant, updateMerchant } from '../../store/merchants.ts';
import type { LendingSchema, MerchantTable } from '../../store/schema.ts';

export interface MerchantMove {
  event: MerchantEvent;
  /** What changes with the status at a time (epoch ms). */
  change?: (now: number) => Partial<MerchantTable>;
  /** What else happens to the merchant that has moved; its rules are checked here as well. */
  effects?: (tx: Transaction<LendingSchema>, moved: MerchantTable) => Promise<unknown>;
}

/**
 * Moves the merchant of a contractor_id by an event of its states. Throws `not_found`, an
 * IllegalTransitionError, and what the effects throw; then nothing has changed.
 */
export function moveMerchant(
  { database, clock }: LendingContext,
  sponsorId: string,
  contractorId: string,
  { event, change, effects }: MerchantMove,
): Promise<MerchantStatus> {
  return database.transaction(async (tx) => {
    const found = await findMerchantByOwnId(tx, sponsorId, contractorId);
    if (!found) throw new LendingError('not_found', 'Not found.');
    const merchant = await lockMerchant(tx, database, sponsorId, found.id);
    const now = clock.now(sponsorId);
    const stored = merchantStatus.parse(merchant.status);
    const from = merchantStatusAt({ ...merchant, status: stored }, now);
    const status = transition(merchantMachine, from, event);
    const changes = { ...change?.(now), status, modified_at: now };
    await updateMerchant(tx, merchant, changes);
    await effects?.(tx, { ...merchant, ...changes });
    return status;
  });
}

/**
 * Puts a merchant on hold or takes the hold off: meanwhile no soft pull, no charge
 * and no invitation. Throws as `moveMerchant()`.
 */
export function holdMerchant(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
  event: 'suspended' | 'released',
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, { event });
}
