import { endedBy } from '../../domain/funding/charge-status.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';

export type ChargeEnd = 'approved' | 'rejected' | 'expired' | 'canceled';

/** How a charge request has ended by now (epoch ms), whether or not its timer has run; else null. */
export function endOf(
  charge: ChargeRequestRow,
  application: Pick<ApplicationRow, 'purchase_window_ends_at'>,
  now: number,
): ChargeEnd | null {
  switch (charge.status) {
    case 'Approved':
      return 'approved';
    case 'Rejected':
      return 'rejected';
    case 'Expired':
      return 'expired';
    case 'Canceled':
      return 'canceled';
    case 'Pending': {
      const { expires_at } = charge;
      const { purchase_window_ends_at } = application;
      return endedBy({ expires_at, purchase_window_ends_at }, now);
    }
  }
}
