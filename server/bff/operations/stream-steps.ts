import type { StepAnswer } from '../../../widget/contract/checkout.ts';
import { isUndone } from '../../platform/database/database.ts';
import type { BffContext } from '../context.ts';
import { type Caller, endOfSession, isRevokedSession, mayGoOn } from '../domain/admission.ts';
import { stepOf } from '../domain/step.ts';
import { findSession, type Session } from '../store/sessions.ts';
import { trySync } from './sync-checkout.ts';

export interface StepEvent {
  readonly id: number;
  readonly answer: StepAnswer;
}

export interface StreamRequest {
  session: Session;
  caller: Caller;
  /** The last event the caller has seen; what it has seen is not sent again. */
  lastEventId: number | undefined;
  signal: AbortSignal;
}

/**
 * The steps of a checkout as they come, `beat` if nothing came for a while. Each event has the whole
 * step, so a caller that missed one loses nothing.
 */
export async function* streamSteps(
  context: BffContext,
  { session, caller, lastEventId, signal }: StreamRequest,
): AsyncGenerator<StepEvent | 'beat'> {
  const { clock, feed, timing } = context;
  const checkoutId = session.checkout.id;
  const endsAt = endOfSession(session);
  const change = new Signal();
  const stopListening = feed.listen(checkoutId, () => change.raise());
  const polls = setInterval(() => void poll(context, checkoutId), timing.streamPollMs);
  const onAbort = () => change.raise();
  signal.addEventListener('abort', onAbort);
  context.metrics.countStream(1);
  try {
    // A page that takes up its stream again has just read the step, and by that the lender.
    if (lastEventId === undefined) void poll(context, checkoutId);
    let seen = lastEventId;
    while (!signal.aborted && !feed.isStopped && clock.now() < endsAt) {
      const event = await nextEvent(context, { session, caller, lastEventId: seen }).catch(
        (error: unknown) => {
          // The page keeps its stream, and is told with a later beat.
          if (isUndone(error)) return undefined;
          context.log.error({ event: 'request_failed', checkout_id: checkoutId, error });
          return 'gone' as const;
        },
      );
      if (event === 'gone') return;
      if (event !== undefined) seen = event.id;
      yield event ?? 'beat';
      await change.wait(timing.heartbeatMs);
    }
  } finally {
    context.metrics.countStream(-1);
    clearInterval(polls);
    stopListening();
    signal.removeEventListener('abort', onAbort);
  }
}

async function nextEvent(
  { database }: BffContext,
  { session, caller, lastEventId }: Pick<StreamRequest, 'session' | 'caller' | 'lastEventId'>,
): Promise<StepEvent | 'gone' | undefined> {
  const found = await findSession(database.query, session.tokenDigest);
  if (found === undefined || isRevokedSession(found)) return 'gone';
  const { checkout } = found;
  if (!mayGoOn(caller, checkout)) return 'gone';
  if (checkout.stepNumber === lastEventId) return undefined;
  return { id: checkout.stepNumber, answer: { step: stepOf(checkout) } };
}

async function poll(context: BffContext, checkoutId: string): Promise<void> {
  try {
    await trySync(context, checkoutId);
  } catch (error) {
    context.log.error({ event: 'poll_failed', checkout_id: checkoutId, error });
  }
}

/** Remembers that something happened until somebody waits for it. */
class Signal {
  #isRaised = false;
  #wake: () => void = () => undefined;

  raise(): void {
    this.#isRaised = true;
    this.#wake();
  }

  /** Until it is raised, or for `ms` at most. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRaised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = () => undefined;
    this.#isRaised = false;
  }
}
