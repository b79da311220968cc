import { Hono } from 'hono';

export interface SandboxAccess {
  /** Where the lending service answers, e.g. `http://localhost:8788`. */
  readonly lendingUrl: string;
  readonly username: string;
  readonly password: string;
  readonly fetch?: typeof fetch;
}

const TIMEOUT_MS = 10_000;
const MESSAGE_LIMIT = 40;
const CALLBACK_LIMIT = 40;
const LONGEST_ADVANCE_SECONDS = 400 * 24 * 3600;

type Fields = Readonly<Record<string, unknown>>;

function pick(record: unknown, names: readonly string[]): Fields {
  const source = typeof record === 'object' && record !== null ? (record as Fields) : {};
  return Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
}

function records(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

class Sandbox {
  readonly #access: SandboxAccess;
  readonly #authorization: string;

  constructor(access: SandboxAccess) {
    this.#access = access;
    this.#authorization = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`;
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const send = this.#access.fetch ?? fetch;
    const answer = await send(`${this.#access.lendingUrl}/sandbox/v1${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`);
    }
    return text === '' ? null : JSON.parse(text);
  }
}

const MESSAGE_FIELDS = ['id', 'channel', 'to', 'subject', 'text', 'links', 'created'];
const CALLBACK_FIELDS = ['event_id', 'event_type', 'target_url', 'status', 'attempts', 'payload'];

async function activity(sandbox: Sandbox) {
  const [clock, messages, events] = await Promise.all([
    sandbox.call('GET', '/clock'),
    sandbox.call('GET', `/messages?limit=${MESSAGE_LIMIT}`),
    sandbox.call('GET', '/events'),
  ]);
  return {
    ...pick(clock, ['now']),
    messages: records(messages).map((message) => pick(message, MESSAGE_FIELDS)),
    callbacks: records(events)
      .slice(-CALLBACK_LIMIT)
      .reverse()
      .map((event) => pick(event, CALLBACK_FIELDS)),
  };
}

function secondsToAdvance(body: unknown): number | null {
  const { seconds } = pick(body, ['seconds']);
  const isLegal =
    Number.isSafeInteger(seconds) &&
    Number(seconds) > 0 &&
    Number(seconds) <= LONGEST_ADVANCE_SECONDS;
  return isLegal ? Number(seconds) : null;
}

/**
 * What the page's developer panel may see and move of the lender's sandbox. The credentials stay
 * here; only the named fields go on to the browser.
 */
export function createSandboxPanel(access: SandboxAccess): Hono {
  const sandbox = new Sandbox(access);
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // Messages name people; the browser's disk cache is no place for them.
    c.header('cache-control', 'no-store');
  });
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
  app.onError((_error, c) => c.json({ error: 'The lending sandbox does not answer' }, 502));
  return app;
}
