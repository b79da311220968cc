import { Hono } from 'hono';
import { countedNetwork } from '../../platform/http/client-address.ts';
import { networksInSite, siteOf } from '../../platform/network-limiter.ts';
import type { BffContext, RateLimits } from '../context.ts';
import { BffError } from '../errors.ts';
import type { SessionEnv } from '../http/env.ts';
import { type StepEvent, streamSteps } from '../operations/stream-steps.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Asks nginx and its like not to hold events back.
  'x-accel-buffering': 'no',
};

/** GET `/v1/checkouts/{id}/events`: server-sent events (HTML, section 9.2). */
export function eventRoutes(
  context: BffContext,
  { streamsPerCheckout, streamsPerAddress }: RateLimits,
): Hono<SessionEnv> {
  const ofCheckouts = new OpenStreams(streamsPerCheckout);
  const ofNetworks = new OpenStreams(streamsPerAddress);
  const ofSites = new OpenStreams(networksInSite * streamsPerAddress);
  return new Hono<SessionEnv>().get('/:id/events', (c) => {
    const { checkout, session, caller } = c.var;
    const stop = new AbortController();
    const steps = streamSteps(context, {
      session,
      caller,
      lastEventId: eventNumber(c.req.header('last-event-id')),
      signal: AbortSignal.any([stop.signal, c.req.raw.signal]),
    });
    const network = countedNetwork(c, context.config);
    const site = network && siteOf(network);
    let counted = ofCheckouts.counted(checkout.id, steps);
    if (network !== undefined) counted = ofNetworks.counted(network, counted);
    if (site !== undefined) counted = ofSites.counted(site, counted);
    return c.body(encoded(counted, stop), 200, streamHeaders);
  });
}

function eventNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** A reader that goes away ends the steps; one that is slow holds them up and nothing piles up. */
function encoded(
  steps: AsyncGenerator<StepEvent | 'beat'>,
  stop: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await steps.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(written(value)));
      },
      async cancel() {
        stop.abort();
        await steps.return(undefined);
      },
    },
    // Nothing is begun before somebody reads, which nobody does of the answer to a HEAD.
    { highWaterMark: 0 },
  );
}

function written(event: StepEvent | 'beat'): string {
  if (event === 'beat') return ':\n\n';
  return `id: ${event.id}\nevent: step\ndata: ${JSON.stringify(event.answer)}\n\n`;
}

/** The event streams that are open, by their checkout or by the network, or /48, of who reads them. */
class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a stream while it is read.
   * @throws BffError `rate_limited` when there are as many of this key as may be
   */
  counted<Event>(key: string, stream: AsyncGenerator<Event>): AsyncGenerator<Event> {
    if (this.#countOf(key) >= this.#most) throw new BffError('rate_limited');
    return this.#whileRead(key, stream);
  }

  async *#whileRead<Event>(key: string, stream: AsyncGenerator<Event>): AsyncGenerator<Event> {
    // Streams that are opened at once are all let in before the first is read.
    if (this.#countOf(key) >= this.#most) return;
    this.#open.set(key, this.#countOf(key) + 1);
    try {
      yield* stream;
    } finally {
      const left = this.#countOf(key) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    }
  }

  #countOf(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}
