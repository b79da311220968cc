import { resetSponsor } from '../reset-sponsor.ts';
import type { RegisterControls } from './register-controls.ts';

export const registerReset: RegisterControls = (app, { context }) => {
  app.post('/sandbox/v1/reset', async (c) => {
    await resetSponsor(context, c.get('sponsor').id);
    return c.body(null, 204);
  });
};
