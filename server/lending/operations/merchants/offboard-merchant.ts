import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { hasPendingCharges } from '../../store/charge-requests.ts';
import { moveMerchant } from './move-merchant.ts';

/**
 * Closes a merchant for good, once none of its charges is pending: none waits for an approval, none
 * for the processor. Throws `not_found`, `wrong_state` and an IllegalTransitionError.
 */
export function offboardMerchant(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, {
    event: 'offboarded',
    effects: async (tx, { id: merchantId, modified_at: now }) => {
      if (!(await hasPendingCharges(tx, { sponsorId, merchantId, now }))) return;
      throw new LendingError('wrong_state', 'Charges of the merchant are pending.');
    },
  });
}
