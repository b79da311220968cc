import type { LendingApp } from '../../routes/lending-app.ts';
import { registerApplicationControls } from './applications.ts';
import { registerClock } from './clock.ts';
import { registerEvents } from './events.ts';
import { registerFunding } from './funding.ts';
import { registerInvitationControls } from './invitations.ts';
import { registerLint } from './lint.ts';
import { registerMerchantControls } from './merchants.ts';
import { registerMessages } from './messages.ts';
import { registerReceiver } from './receiver.ts';
import type { RegisterControls, SandboxTools } from './register-controls.ts';
import { registerReset } from './reset.ts';

const controls: readonly RegisterControls[] = [
  registerClock,
  registerMessages,
  registerEvents,
  registerLint,
  registerMerchantControls,
  registerApplicationControls,
  registerInvitationControls,
  registerFunding,
  registerReset,
  registerReceiver,
];

/** The controls of the sandbox, beside the API. */
export function registerSandbox(app: LendingApp, tools: SandboxTools): void {
  for (const register of controls) register(app, tools);
}
