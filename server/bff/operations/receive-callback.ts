import type { Transaction } from 'kysely';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { DueWorkHandler } from '../../platform/due-work/runner.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import { callbackKeptUntil } from '../domain/retention.ts';
import { LenderError } from '../lender/lender-error.ts';
import { checkoutsOfRequests } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import {
  addCallback,
  type CallbackHint,
  deleteCallback,
  findCallback,
  markProcessed,
  markReceivedAgain,
  type NamedCallback,
} from '../store/inbox.ts';
import type { BffSchema } from '../store/schema.ts';
import { syncCheckout } from './sync-checkout.ts';

/** Kind of the due work that processes a callback. */
export const INBOX = 'inbox';

/**
 * Stores a callback and has it processed after the answer. One that comes again is processed again:
 * what the lender calls an event's id may be that of a kind of event, or of a loan, and to read twice
 * does no harm.
 */
export async function receiveCallback(context: BffContext, body: unknown): Promise<void> {
  const { database, ids, log } = context;
  const hint = readHint(body);
  const named = { ...hint, eventId: hint.eventId ?? ids.uuid() };
  const stored = await database.transaction(async (tx) => {
    if (await store(context, tx, named)) return named;
    const known = await findCallback(tx, named.eventId);
    if (known !== undefined && isSameHint(known, named)) {
      await processAgain(context, tx, known);
      return undefined;
    }
    const other = { ...hint, eventId: ids.uuid() };
    await store(context, tx, other);
    return other;
  });
  const event = stored === undefined ? 'callback_repeated' : 'callback_received';
  log.info({ event, event_id: (stored ?? named).eventId, event_type: hint.eventType });
}

/** @returns false when there is one under this id */
async function store(
  { clock }: Pick<BffContext, 'clock'>,
  tx: Transaction<BffSchema>,
  hint: NamedCallback,
): Promise<boolean> {
  const now = clock.now();
  if (!(await addCallback(tx, hint, now))) return false;
  await schedule(tx, { kind: INBOX, key: hint.eventId, scope: '', dueAt: now });
  return true;
}

async function processAgain(
  { clock }: Pick<BffContext, 'clock'>,
  tx: Transaction<BffSchema>,
  { eventId }: NamedCallback,
): Promise<void> {
  await markReceivedAgain(tx, eventId);
  await schedule(tx, { kind: INBOX, key: eventId, scope: '', dueAt: clock.now() });
}

function isSameHint(one: CallbackHint, other: CallbackHint): boolean {
  return one.eventType === other.eventType && one.ids.join() === other.ids.join();
}

const name = /^[\w.:-]{1,100}$/;
const maxIds = 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads a callback of whatever form: the description leaves its fields open. Nothing else of it is
 * kept, since any other text may be about the person.
 */
function readHint(body: unknown): CallbackHint {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const { event_id, event_type } = fields as Record<string, unknown>;
  const ids = new Set(uuidsIn(body));
  return {
    eventId: nameOf(event_id),
    eventType: nameOf(event_type) ?? 'unknown',
    ids: [...ids].slice(0, maxIds),
  };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && name.test(text) ? text : null;
}

function uuidsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value.toLowerCase()] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(uuidsIn);
}

const firstRetryMs = 1_000;
const longestRetryMs = 10 * minuteMs;

/**
 * A callback is a hint: the checkouts it is about are brought up to what the API says, and again after a
 * call that is in flight, whose answer may be older. It is remembered for as long as it may be repeated.
 */
export function callbackProcessor(context: BffContext): DueWorkHandler {
  const { database } = context;
  return async ({ key: eventId, attempts, now }) => {
    const hint = await findCallback(database.query, eventId);
    if (hint === undefined) return 'done';
    const keptUntil = callbackKeptUntil(hint.receivedAt);
    // Also where the lender never let itself be read: a checkout is reconciled without a callback too.
    if (now >= keptUntil) {
      await database.statement((tx) => deleteCallback(tx, eventId));
      return 'done';
    }
    if (hint.processedAt !== null) return { retryAt: keptUntil };
    const again = { retryAt: now + Math.min(firstRetryMs * 2 ** attempts, longestRetryMs) };
    const checkoutIds = await checkoutsOf(context, hint);
    const isCalling = context.calls.hasOf(checkoutIds);
    try {
      for (const id of checkoutIds) await syncCheckout(context, id);
    } catch (error) {
      if (!(error instanceof LenderError)) throw error;
      return again;
    }
    if (isCalling) return again;
    await database.statement((tx) => markProcessed(tx, hint, now));
    return { retryAt: keptUntil };
  };
}

async function checkoutsOf(
  { database }: BffContext,
  { ids }: CallbackHint,
): Promise<ReadonlySet<string>> {
  const byApplication = await checkoutsOfApplications(database.query, ids);
  const byRequest = await checkoutsOfRequests(database.query, ids);
  return new Set([...byApplication, ...byRequest]);
}
