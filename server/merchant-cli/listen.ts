import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventView, eventsPage } from '../bff/merchant-api/webhooks.ts';
import { isWebhookSecret, webhookHeaders } from '../bff/tokens/webhook-signature.ts';
import { sandboxSecretKey } from '../config/sandbox-settings.ts';
import { readArguments } from '../platform/arguments.ts';
import { minuteMs, secondMs } from '../platform/durations.ts';
import { basicAuthHeader } from '../platform/http/basic-auth.ts';
import { isLoopbackUrl } from '../platform/http/ip-address.ts';
import { type MerchantCall, MerchantCliError } from './merchant-call.ts';

const usage =
  'npm run merchant -- listen --forward http://localhost:3000/hooks [--bff https://…], with the merchant’s secret key in SECRET_KEY; it signs with the secret in WEBHOOK_SECRET, or with one that it prints';

/** `npm run merchant -- listen …`: follows the events of a merchant until it is stopped. */
export async function listenForMerchant({ env, args }: MerchantCall): Promise<void> {
  const { forward, bff, ...options } = optionsOf(args);
  // Variables that are empty count as not set.
  const ownAddress = `http://localhost:${env.BFF_PORT || '8787'}`;
  const address = bff ?? (env.BFF_PUBLIC_URL || ownAddress);
  const bffUrl = address.replace(/\/+$/, '');
  // The secret key would be sent before any answer could lead to https.
  if (URL.parse(bffUrl)?.protocol === 'http:' && !isLoopbackUrl(bffUrl)) {
    const name = bff ? '--bff' : 'BFF_PUBLIC_URL';
    throw new MerchantCliError(`${name} is wrong: it is https; http is for this machine alone`);
  }
  const secretKey = env.SECRET_KEY || (isLoopbackUrl(bffUrl) && sandboxSecretKey);
  if (!secretKey) throw new MerchantCliError(`SECRET_KEY is missing: ${usage}`);
  // Everybody on the machine can read an option in the list of processes, so the usage names none.
  const given = options.secret ?? (env.WEBHOOK_SECRET || undefined);
  const source = options.secret === undefined ? 'WEBHOOK_SECRET' : '--secret';
  if (given !== undefined && !isWebhookSecret(given)) {
    throw new MerchantCliError(`${source} is wrong: it is "whsec_" and base64 of 24 to 64 bytes`);
  }
  const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const shown = given === undefined ? secret : `the value of ${source}`;
  print(`Events of ${bffUrl} go to ${forward}. Verify them with ${shown}`);
  await listenFor({ bffUrl, secretKey, forward, secret, print });
}

/** @throws ArgumentsError, MerchantCliError */
function optionsOf(args: string[]): { forward: string; bff?: string; secret?: string } {
  const text = { type: 'string' } as const;
  const options = { forward: text, bff: text, secret: text };
  const { forward, bff, secret } = readArguments(args, { usage, options }).values;
  if (forward === undefined) throw new MerchantCliError(`--forward is missing: ${usage}`);
  for (const [name, url] of Object.entries({ forward, ...(bff && { bff }) })) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new MerchantCliError(`--${name} is wrong: it is an http or https address`);
    }
  }
  return { forward, ...(bff && { bff }), ...(secret && { secret }) };
}

export interface Listening {
  /** Without a slash at the end. */
  readonly bffUrl: string;
  readonly secretKey: string;
  /** Where each event is posted to. */
  readonly forward: string;
  /** What it is signed with. */
  readonly secret: string;
  readonly print: (line: string) => void;
  readonly everyMs?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Two transactions that end in another order than they began in are this far apart at most. */
const overlapMs = minuteMs;

/**
 * Posts each event that is made from now on, as it would be sent to an endpoint; once, whatever it is
 * answered.
 * @throws MerchantCliError when the BFF does not take the secret key
 */
export async function listenFor(listening: Listening): Promise<void> {
  const { everyMs = secondMs, signal, print } = listening;
  const known = new Map<string, number>();
  let isFirst = true;
  while (!signal?.aborted) {
    try {
      const since = Math.max(...known.values()) - overlapMs;
      const fresh = (await readEvents(listening, since)).filter(
        ({ event_id }) => !known.has(event_id),
      );
      for (const event of fresh) {
        known.set(event.event_id, Date.parse(event.created_at));
        if (!isFirst) print(`${event.type} ${event.checkout_id} ${await post(listening, event)}`);
      }
      if (isFirst) print('Listening.');
      isFirst = false;
      forgetBefore(known, since);
    } catch (error) {
      if (error instanceof MerchantCliError) throw error;
      print(`The BFF cannot be read: ${reasonOf(error)}`);
    }
    await sleep(everyMs, undefined, signal && { signal }).catch(() => undefined);
  }
}

/** What is older is not read again. The newest stays: it says from when on to read. */
function forgetBefore(known: Map<string, number>, since: number): void {
  for (const [id, createdAt] of known) {
    if (createdAt < since) known.delete(id);
  }
}

/** The events since a time, the oldest first; without a time, the newest page. */
async function readEvents(listening: Listening, since: number): Promise<EventView[]> {
  const isBounded = Number.isFinite(since);
  const found: EventView[] = [];
  for (let hasMore = true; hasMore; ) {
    const last = found.at(-1);
    const query = new URLSearchParams({
      limit: '100',
      ...(isBounded && { created_after: new Date(since).toISOString() }),
      ...(last && { starting_after: last.event_id }),
    });
    const page = await readPage(listening, query);
    found.push(...page.events);
    hasMore = isBounded && page.has_more;
  }
  return found.reverse();
}

async function readPage({ bffUrl, secretKey }: Listening, query: URLSearchParams) {
  const answer = await fetch(`${bffUrl}/v1/merchant/events?${query}`, {
    headers: { authorization: basicAuthHeader({ username: secretKey, password: '' }) },
    redirect: 'error',
    signal: AbortSignal.timeout(10 * secondMs),
  });
  if (answer.status === 401) {
    throw new MerchantCliError(`SECRET_KEY is wrong: ${bffUrl} does not know it`);
  }
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return eventsPage.parse(await answer.json());
}

/** What became of it, in a word. */
async function post(
  { forward, secret }: Listening,
  { event_id: id, payload: body }: EventView,
): Promise<string> {
  try {
    const { status } = await fetch(forward, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...webhookHeaders([secret], { id, at: Date.now(), body }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10 * secondMs),
    });
    return String(status);
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}
