import { OpenAPIHono } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import type { DueWorkRunner } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import { fieldErrors } from '../routes/answer-errors.ts';
import { addBasicSecurity, documentHead, SANDBOX_DOCUMENT } from '../routes/document-head.ts';
import type { LendingApp, LendingEnv, RegisterRoutes } from '../routes/lending-app.ts';
import type { LendingSchema } from '../store/schema.ts';
import { registerApplicationControls } from './applications.ts';
import { registerClock } from './clock.ts';
import { registerEvents } from './events.ts';
import { registerFundingControls } from './funding.ts';
import { registerInvitedControls } from './invited-applications.ts';
import { registerLint } from './lint.ts';
import { registerMerchantControls } from './merchants.ts';
import { registerMessages } from './messages.ts';
import { registerReset } from './reset.ts';

/** In the order of the document. */
const controls: readonly RegisterRoutes[] = [
  registerMessages,
  registerEvents,
  registerLint,
  registerReset,
  registerMerchantControls,
  registerInvitedControls,
  registerApplicationControls,
  registerFundingControls,
];

/** What the controls are about. */
const tags = [
  { name: 'clock', description: 'The time of the sponsor.' },
  { name: 'messages', description: 'SMS and e-mails to consumers and merchants.' },
  { name: 'events', description: 'Callbacks to the sponsor.' },
  { name: 'lint', description: 'What was sent and had no effect.' },
  { name: 'reset', description: 'All records of the sponsor.' },
  { name: 'merchants', description: 'What merchants, underwriters and banks do.' },
  { name: 'applications', description: 'What consumers and underwriters do.' },
  { name: 'payment-requests', description: 'What consumers answer to charges.' },
  { name: 'transactions', description: 'What the payment processor does.' },
];

interface Sandbox {
  /** Needs no credentials: add it before the guard of `/sandbox/v1`. */
  document: Hono;
  /** Each needs the sponsor: add them after the guard. */
  controls: Hono<LendingEnv>;
}

/**
 * The controls of the sandbox under `/sandbox/v1`: what time, consumers, underwriters and banks do
 * outside the API. They have an OpenAPI document of their own.
 */
export function createSandbox(
  context: LendingContext,
  runner: DueWorkRunner<LendingSchema>,
): Sandbox {
  const app: LendingApp = new OpenAPIHono<LendingEnv>({ defaultHook: answerInvalidControl });
  addBasicSecurity(app.openAPIRegistry);
  registerClock(app, context, runner);
  for (const register of controls) register(app, context);
  return {
    document: documentOf(app, context),
    // A plain Hono in between, because an OpenAPIHono adds what it mounts to its own document.
    controls: new Hono<LendingEnv>().route('/', app),
  };
}

function documentOf(app: LendingApp, { config }: LendingContext): Hono {
  const head = documentHead(config, {
    title: 'Sandbox controls',
    description:
      'What time, consumers, underwriters and banks do outside the Sponsor Lending API. A sponsor sees and moves its own records alone.',
  });
  let document: ReturnType<LendingApp['getOpenAPI31Document']> | undefined;
  return new Hono().get(SANDBOX_DOCUMENT, (c) => {
    document ??= app.getOpenAPI31Document({ ...head, tags });
    return c.json(document, 200);
  });
}

type Validated = { success: true } | { success: false; error: z.ZodError };

/** A missing field is answered by what its schema says, which is more than that it is required. */
function answerInvalidControl(result: Validated, c: Context): Response | undefined {
  if (result.success) return undefined;
  const errors = fieldErrors(result.error, ({ message }) => message);
  return c.json({ detail: 'Some fields are missing or not valid.', errors }, 400);
}
