import { type Context, Hono } from 'hono';
import type { MerchantAccess } from './merchant-checkouts.ts';
import { OwnCheckouts } from './own-checkouts.ts';
import { type SandboxAccess, SandboxClient } from './sandbox-client.ts';
import type { Visitors } from './visitors.ts';

const messageLimit = 40;
const callbackLimit = 40;
const longestAdvanceSeconds = 400 * 24 * 3600;

type Fields = Readonly<Record<string, unknown>>;

function pick(record: unknown, names: readonly string[]): Fields {
  const source = typeof record === 'object' && record !== null ? (record as Fields) : {};
  return Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
}

function records(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const messageFields = ['id', 'channel', 'to', 'subject', 'text', 'links', 'created'];
const callbackFields = ['event_id', 'event_type', 'target_url', 'status', 'attempts', 'payload'];

function shownMessages(messages: unknown): Fields[] {
  return records(messages).map((message) => pick(message, messageFields));
}

/** The sandbox lists the oldest first. */
function shownCallbacks(events: unknown): Fields[] {
  return records(events)
    .slice(-callbackLimit)
    .reverse()
    .map((event) => pick(event, callbackFields));
}

async function activity(sandbox: SandboxClient) {
  const [clock, messages, events] = await Promise.all([
    sandbox.call('GET', '/clock'),
    sandbox.call('GET', `/messages?limit=${messageLimit}`),
    sandbox.call('GET', '/events'),
  ]);
  return {
    ...pick(clock, ['now']),
    messages: shownMessages(messages),
    callbacks: shownCallbacks(events),
  };
}

/** What the lender sent for one checkout, whose id is also that of its application. */
async function activityOf(sandbox: SandboxClient, checkoutId: string) {
  const query = new URLSearchParams({ external_application_id: checkoutId });
  const [messages, events] = await Promise.all([
    sandbox.call('GET', `/messages?${query}&limit=${messageLimit}`),
    sandbox.call('GET', `/events?${query}`),
  ]);
  return { messages: shownMessages(messages), callbacks: shownCallbacks(events) };
}

/** @param checkoutIds the oldest first: of what came in the same second, the last one's comes first */
async function activityOfVisitor(sandbox: SandboxClient, checkoutIds: readonly string[]) {
  const each = await Promise.all(checkoutIds.toReversed().map((id) => activityOf(sandbox, id)));
  const messages = each.flatMap((activity) => activity.messages);
  const callbacks = each.flatMap((activity) => activity.callbacks);
  return {
    messages: newestFirst(messages, ({ created }) => created),
    callbacks: newestFirst(callbacks, ({ payload }) => pick(payload, ['created_at']).created_at),
  };
}

function newestFirst(rows: readonly Fields[], timeOf: (row: Fields) => unknown): Fields[] {
  return rows.toSorted((a, b) => String(timeOf(b)).localeCompare(String(timeOf(a))));
}

function secondsToAdvance(body: unknown): number | null {
  const { seconds } = pick(body, ['seconds']);
  const isLegal =
    Number.isSafeInteger(seconds) &&
    Number(seconds) > 0 &&
    Number(seconds) <= longestAdvanceSeconds;
  return isLegal ? Number(seconds) : null;
}

/** Personal data must not get into a disk cache. */
function createPanel(): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.onError((_error, c) => c.json({ error: 'The lending sandbox does not answer' }, 502));
  return app;
}

/**
 * What the developer panel may read and change in the lender's sandbox. The credentials stay here.
 * Only the named fields go to the browser.
 */
export function createSandboxPanel(access: SandboxAccess): Hono {
  const sandbox = new SandboxClient(access);
  const app = createPanel();
  app.get('/activity', async (c) => c.json(await activity(sandbox)));
  app.post('/clock', async (c) => {
    const seconds = secondsToAdvance(await c.req.json().catch(() => null));
    if (seconds === null) {
      return c.json({ error: 'seconds must be a whole number from 1 to 400 days' }, 400);
    }
    return c.json(pick(await sandbox.call('POST', '/clock/advance', { seconds }), ['now']));
  });
  app.post('/reset', async (c) => {
    await sandbox.call('POST', '/reset');
    return c.body(null, 204);
  });
  return app;
}

/**
 * The same where strangers share the sandbox. Each sees what was sent for the checkouts of their own
 * browser, and nobody can move the clock or reset the sandbox.
 */
export function createPublicPanel(
  access: SandboxAccess,
  merchant: MerchantAccess,
  visitors: Visitors,
): Hono {
  const sandbox = new SandboxClient(access);
  const own = new OwnCheckouts(merchant, visitors);
  const app = createPanel();
  app.get('/activity', async (c) => c.json(await activityOfVisitor(sandbox, await own.of(c))));
  const refuse = (c: Context) =>
    c.json({ error: 'This demo is shared. Its clock cannot be moved' }, 403);
  app.post('/clock', refuse);
  app.post('/reset', refuse);
  return app;
}
