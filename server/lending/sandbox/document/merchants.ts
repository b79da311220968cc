import { z } from 'zod';
import { timestamp } from '../../../lending-api/times.ts';
import { bankAccountStatus } from '../../../lending-api/payment-detail.ts';
import { merchantStatus } from '../../../lending-api/statuses.ts';
import { underwriteBody } from '../routes/merchants.ts';
import { type Control, control } from './control.ts';

const merchant = z.object({ merchant_status: merchantStatus });

const microDeposits = z.object({
  bank_account_status: bankAccountStatus,
  micro_deposits_amounts: z.array(z.string()),
  attempts_remaining: z.int(),
  micro_deposits_sent_at: timestamp,
  micro_deposits_expire_at: timestamp,
});

const step = (name: string, effect: string) =>
  control({ method: 'POST', path: `/merchants/{contractor_id}/${name}`, effect }, merchant);

/** What happens to merchants outside the API. */
export const merchantControls: readonly Control[] = [
  step(
    'complete-onboarding',
    "the Admin's code and the Terms & Conditions, with the callback and the underwriter's decision",
  ),
  step('renew-invitation', 'invites anew, for 7 days, once the invitation has expired'),
  control(
    {
      method: 'POST',
      path: '/merchants/{contractor_id}/underwrite',
      effect: 'ends a review, approved or declined; the Admin is told by e-mail',
      body: { schema: underwriteBody, example: { result: 'approved' } },
    },
    merchant,
  ),
  step('suspend', 'puts the merchant on hold'),
  step('release', 'takes the hold off'),
  step('offboard', 'closes the merchant, once none of its charges is pending'),
  control(
    {
      method: 'GET',
      path: '/merchants/{contractor_id}/micro-deposits',
      effect: 'the two amounts by which the bank account is verified',
    },
    microDeposits,
  ),
];
