import type { Transaction } from 'kysely';
import type { CallbackEvent } from '../../lending-api/events.ts';
import { schedule, unschedule } from '../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import { basicAuthHeader } from '../../platform/http/basic-auth.ts';
import type { CallbackClient, CallbackResult } from '../../platform/outbound/callback-client.ts';
import { nextTryDelayMs } from '../../platform/outbound/retry-schedule.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import { type CallbackMove, callbackMachine } from '../domain/states/callback.ts';
import { canMove, transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import type { CallbackOutcome } from '../metrics.ts';
import {
  areDeliveriesHeld,
  countAttempts,
  findEvent,
  holdDeliveries,
  insertAttempt,
  insertEvent,
  lockEvent,
  releaseEvents,
  updateEvent,
} from '../store/events.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { EventRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { deliveryKinds } from '../work-kinds.ts';

type Envelope = 'event_id' | 'event_version' | 'created_at' | 'sponsor_environment';

type WithoutEnvelope<Event> = Event extends unknown ? Omit<Event, Envelope> : never;

/** A callback's body without what every callback carries. */
export type EventBody = WithoutEnvelope<CallbackEvent>;

interface EventCause {
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  target_url: string;
}

/** Writes a callback to the outbox, in the transaction of its cause. */
export async function recordEvent(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  cause: EventCause,
  body: EventBody,
): Promise<void> {
  const id = context.ids.uuid();
  const now = context.clock.now(cause.sponsor_id);
  const payload = {
    event_id: id,
    event_version: '1.0',
    created_at: timestamp(now),
    sponsor_environment: context.config.environment,
    ...body,
  } as CallbackEvent;
  const isHeld = await areDeliveriesHeld(tx, context.database, cause.sponsor_id);
  await insertEvent(tx, {
    ...cause,
    id,
    event_type: body.event_type,
    payload: JSON.stringify(payload),
    status: 'Queued',
    held: isHeld ? 1 : 0,
    next_attempt_at: isHeld ? null : now,
    created_at: now,
  });
  if (isHeld) return;
  await schedule(tx, {
    kind: deliveryKinds.callback,
    key: id,
    scope: cause.sponsor_id,
    dueAt: now,
    lane: laneOf(cause.sponsor_id, cause.target_url),
  });
}

/**
 * Deliveries to one receiver share a lane, so that a slow one holds up only itself. Sponsors whose
 * receivers stand behind one origin are apart: one's backlog is not another's.
 */
export function laneOf(sponsorId: string, targetUrl: string): string {
  return `${sponsorId} ${URL.parse(targetUrl)?.origin ?? targetUrl}`;
}

/** A loan as the cause of a callback to an address of its sponsor. */
export function causeOf(
  { id, sponsor_id, merchant_id }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'merchant_id'>,
  target_url: string,
): EventCause {
  return { sponsor_id, application_id: id, merchant_id, target_url };
}

/**
 * Posts one callback and notes the attempt. A callback that was acknowledged
 * before stays Delivered, whatever a resent copy meets.
 */
export async function deliverEvent(
  context: LendingContext,
  callbacks: CallbackClient,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const event = await findEvent(context.database.query, scope, key);
  if (!event || event.held === 1) return 'done';
  const result = await post(context, callbacks, event);
  const verdict = acknowledgement(result.kind === 'answered' ? result.status : null);
  const next = await noteAttempt(context, event, result, verdict);
  context.metrics.countCallback(outcomeOf(verdict, next));
  if (verdict !== 'acknowledged') logFailure(context, event, result, next);
  if (next.next_attempt_at !== null) return { retryAt: next.next_attempt_at };
  return verdict === 'acknowledged' ? 'done' : 'given_up';
}

function post(context: LendingContext, callbacks: CallbackClient, event: EventRow) {
  const sponsor = context.config.sponsors.find(({ id }) => id === event.sponsor_id);
  if (!sponsor) throw new Error(`no sponsor ${event.sponsor_id} is configured`);
  return callbacks.post({
    url: event.target_url,
    body: event.payload,
    headers: {
      authorization: basicAuthHeader(sponsor.callback),
      'user-agent': 'sponsor-lending-callbacks/1.0',
    },
  });
}

type NextState = Pick<EventRow, 'status' | 'next_attempt_at'>;

interface Attempt {
  verdict: Acknowledgement;
  /** Counted with this one. */
  tries: number;
}

function nextState(event: EventRow, { verdict, tries }: Attempt, now: number): NextState {
  const delayMs = verdict === 'failed' ? nextTryDelayMs(tries, Math.random()) : undefined;
  const move = moveAfter(verdict, delayMs);
  // A copy of a callback that has ended, by this one's own answer or another's, changes nothing.
  if (!canMove(callbackMachine, event.status, move)) {
    return { status: event.status, next_attempt_at: null };
  }
  return {
    status: transition(callbackMachine, event.status, move),
    // One that was held back meanwhile waits to be released.
    next_attempt_at: delayMs === undefined || event.held === 1 ? null : now + delayMs,
  };
}

function moveAfter(verdict: Acknowledgement, delayMs: number | undefined): CallbackMove {
  if (verdict === 'acknowledged') return 'acknowledged';
  return delayMs === undefined ? 'given_up' : 'not_acknowledged';
}

function outcomeOf(verdict: Acknowledgement, { status }: NextState): CallbackOutcome {
  if (verdict === 'acknowledged') return 'delivered';
  return status === 'Exhausted' ? 'exhausted' : 'failed';
}

function logFailure(
  { log }: LendingContext,
  event: EventRow,
  result: CallbackResult,
  { status }: NextState,
): void {
  log.error({
    event: 'callback_not_acknowledged',
    event_id: event.id,
    event_type: event.event_type,
    sponsor_id: event.sponsor_id,
    status: result.kind === 'answered' ? result.status : null,
    reason: result.kind === 'failed' ? result.error : null,
    state: status,
  });
}

/** Moves the callback from what it is by now: another copy may have been answered during the POST. */
async function noteAttempt(
  { database, clock }: LendingContext,
  { id, sponsor_id }: EventRow,
  result: CallbackResult,
  verdict: Acknowledgement,
): Promise<NextState> {
  const answered = result.kind === 'answered' ? result : undefined;
  return database.transaction(async (tx) => {
    const event = await lockEvent(tx, database, sponsor_id, id);
    const now = clock.now(sponsor_id);
    const position = await countAttempts(tx, id);
    const next = nextState(event, { verdict, tries: position + 1 }, now);
    await insertAttempt(tx, {
      event_id: id,
      position,
      sponsor_id,
      at: now,
      status_code: answered?.status ?? null,
      error: result.kind === 'failed' ? result.error : null,
      // PostgreSQL has no text with NUL, and a reply may contain anything.
      reply: answered ? answered.reply.replaceAll('\0', '') : null,
    });
    await updateEvent(tx, id, next);
    return next;
  });
}

interface Release {
  order: 'oldest_first' | 'newest_first';
  /** How often each callback is delivered. */
  copies: number;
}

/**
 * Lets the callbacks that were held leave in an order, several times over; answers how many. Those
 * to one receiver keep the order, and wait for no other's.
 */
export async function releaseHeldEvents(
  { database, clock, ids }: LendingContext,
  sponsorId: string,
  { order, copies }: Release,
): Promise<number> {
  return database.transaction(async (tx) => {
    await holdDeliveries(tx, sponsorId, false);
    const now = clock.now(sponsorId);
    const released = await releaseEvents(tx, sponsorId, now);
    // Its own next try would be one copy more.
    for (const { id } of released) await unschedule(tx, deliveryKinds.callback, id);
    if (order === 'newest_first') released.reverse();
    const byLane = Map.groupBy(released, ({ target_url }) => laneOf(sponsorId, target_url));
    for (const [lane, events] of byLane) {
      const once = events.map(({ id }) => id);
      const eventIds = Array.from({ length: copies }, () => once).flat();
      const work = {
        kind: deliveryKinds.callbackRelease,
        key: ids.uuid(),
        scope: sponsorId,
        dueAt: now,
      };
      await schedule(tx, { ...work, lane, payload: { lane, eventIds } });
    }
    return released.length;
  });
}

interface ReleasedEvents {
  lane: string;
  eventIds: readonly string[];
}

/** Delivers the first of a release and leaves the rest to the next run: one after the other. */
export async function runRelease(
  context: LendingContext,
  callbacks: CallbackClient,
  { kind, key, scope, payload, now }: ClaimedWork,
): Promise<DueWorkResult> {
  const { lane, eventIds } = payload as ReleasedEvents;
  const [eventId, ...later] = eventIds;
  if (eventId === undefined) return 'done';
  const result = await deliverEvent(context, callbacks, { key: eventId, scope });
  await context.database.transaction(async (tx) => {
    if (typeof result === 'object') {
      await schedule(tx, {
        kind: deliveryKinds.callback,
        key: eventId,
        scope,
        dueAt: result.retryAt,
        lane,
      });
    }
    await schedule(tx, { kind, key, scope, lane, dueAt: now, payload: { lane, eventIds: later } });
  });
  // This does not remove the rest, which has just been scheduled again.
  return result === 'done' ? 'done' : 'given_up';
}

/** Delivers a callback once more, whatever became of it. @throws LendingError `not_found` */
export async function resendEvent(
  { database, clock }: LendingContext,
  sponsorId: string,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const event = await findEvent(tx, sponsorId, id);
    if (!event) throw new LendingError('not_found', 'Not found.');
    if (await areDeliveriesHeld(tx, database, sponsorId)) return updateEvent(tx, id, { held: 1 });
    const dueAt = clock.now(sponsorId);
    await updateEvent(tx, id, { next_attempt_at: dueAt });
    const lane = laneOf(sponsorId, event.target_url);
    return schedule(tx, { kind: deliveryKinds.callback, key: id, scope: sponsorId, dueAt, lane });
  });
}

/** What an answer to a callback means (Sponsor Lending API, events). */
type Acknowledgement = 'acknowledged' | 'gone' | 'failed';

/** `statusCode` is null when there was no answer. */
function acknowledgement(statusCode: number | null): Acknowledgement {
  if (statusCode === 200 || statusCode === 201) return 'acknowledged';
  return statusCode === 410 ? 'gone' : 'failed';
}
