import { z } from 'zod';
import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { completeOnboarding } from '../../operations/onboarding/complete-onboarding.ts';
import {
  endMerchantReview,
  holdMerchant,
  offboardMerchant,
  renewMerchantInvitation,
} from '../../operations/merchants/move-merchant.ts';
import { readMicroDeposits } from '../../operations/merchants/micro-deposits.ts';
import { readBody } from './read-body.ts';
import type { RegisterControls } from './register-controls.ts';

export const underwriteBody = z.object({ result: z.enum(['approved', 'declined']) });

type Step = (
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
) => Promise<MerchantStatus>;

const steps: Readonly<Record<string, Step>> = {
  'complete-onboarding': completeOnboarding,
  'renew-invitation': renewMerchantInvitation,
  suspend: (context, sponsorId, id) => holdMerchant(context, sponsorId, id, 'suspended'),
  release: (context, sponsorId, id) => holdMerchant(context, sponsorId, id, 'released'),
  offboard: offboardMerchant,
};

export const registerMerchantControls: RegisterControls = (app, { context }) => {
  for (const [name, step] of Object.entries(steps)) {
    app.post(`/sandbox/v1/merchants/:contractor_id/${name}`, async (c) => {
      const id = c.req.param('contractor_id');
      return c.json({ merchant_status: await step(context, c.get('sponsor').id, id) });
    });
  }
  app.post('/sandbox/v1/merchants/:contractor_id/underwrite', async (c) => {
    const { result } = await readBody(c, underwriteBody);
    const id = c.req.param('contractor_id');
    const status = await endMerchantReview(context, c.get('sponsor').id, id, result);
    return c.json({ merchant_status: status });
  });
  app.get('/sandbox/v1/merchants/:contractor_id/micro-deposits', async (c) => {
    const id = c.req.param('contractor_id');
    return c.json(await readMicroDeposits(context, c.get('sponsor').id, id));
  });
};
