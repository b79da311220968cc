import { type MerchantStatus, merchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { merchantMachine } from '../../domain/states/merchant.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { findMerchantByOwnId, lockMerchant, updateMerchant } from '../../store/merchants.ts';

/**
 * Puts a merchant on hold or takes the hold off (decisions 6.1): meanwhile no soft pull, no charge
 * and no invitation. Throws `not_found` and an IllegalTransitionError.
 */
export async function holdMerchant(
  { database, clock }: LendingContext,
  sponsorId: string,
  contractorId: string,
  event: 'suspended' | 'released',
): Promise<MerchantStatus> {
  return database.transaction(async (tx) => {
    const found = await findMerchantByOwnId(tx, sponsorId, contractorId);
    if (!found) throw new LendingError('not_found', 'Not found.');
    const merchant = await lockMerchant(tx, database, sponsorId, found.id);
    const status = transition(merchantMachine, merchantStatus.parse(merchant.status), event);
    await updateMerchant(tx, merchant, { status, modified_at: clock.now(sponsorId) });
    return status;
  });
}
