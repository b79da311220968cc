import { countReceiverCall } from '../../store/receiver-calls.ts';
import type { RegisterControls } from './register-controls.ts';

const NAME = /^[\w.-]{1,64}$/;

/** A receiver of callbacks to try things out with: it answers 500 so many times, then 200. */
export const registerReceiver: RegisterControls = (app, { context }) => {
  app.post('/sandbox/receiver/:name', (c) => c.json({ received: true }));
  app.post('/sandbox/receiver/:name/:fail{fail-\\d{1,4}}', async (c) => {
    const { name, fail } = c.req.param();
    if (!NAME.test(name)) return c.json({ detail: 'Not found.' }, 404);
    const calls = await context.database.transaction((tx) => countReceiverCall(tx, name));
    const failures = Number(fail.slice('fail-'.length));
    return calls <= failures ? c.json({ received: false }, 500) : c.json({ received: true });
  });
};
