import { completeOnboarding } from '../../operations/merchants/complete-onboarding.ts';
import { holdMerchant } from '../../operations/merchants/hold-merchant.ts';
import type { RegisterControls } from './register-controls.ts';

export const registerMerchantControls: RegisterControls = (app, { context }) => {
  app.post('/sandbox/v1/merchants/:contractor_id/complete-onboarding', async (c) => {
    const { contractor_id: id } = c.req.param();
    return c.json({ merchant_status: await completeOnboarding(context, c.get('sponsor').id, id) });
  });
  for (const [path, event] of [
    ['suspend', 'suspended'],
    ['release', 'released'],
  ] as const) {
    app.post(`/sandbox/v1/merchants/:contractor_id/${path}`, async (c) => {
      const id = c.req.param('contractor_id');
      return c.json({
        merchant_status: await holdMerchant(context, c.get('sponsor').id, id, event),
      });
    });
  }
};
