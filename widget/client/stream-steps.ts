import type { CheckoutStep } from '../contract/step.ts';

export interface StreamedStep {
  id: string | null;
  step: CheckoutStep;
}

/** What the stream needs of an open checkout's client, which loads this file lazily. */
export interface StreamClient {
  openEvents(
    lastEventId: string | null,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  readStep(answer: unknown): Promise<CheckoutStep>;
}

/**
 * The steps as they change, until the stream ends or fails; `onActivity` hears every sign of life.
 * @throws ClientError
 */
export async function* streamSteps(
  client: StreamClient,
  lastEventId: string | null,
  signal: AbortSignal,
  onActivity: () => void,
): AsyncGenerator<StreamedStep> {
  const body = await client.openEvents(lastEventId, signal);
  onActivity();
  for await (const { id, event, data } of readEvents(body, onActivity)) {
    if (event === 'step') yield { id, step: await client.readStep(JSON.parse(data)) };
  }
}

interface ServerSentEvent {
  id: string | null;
  event: string;
  data: string;
}

/**
 * Reads server-sent events from a fetched body, since `EventSource` cannot send a bearer token
 * (HTML, section 9.2.6). `onActivity` hears every chunk, comments included.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onActivity: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventStreamParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      yield* parser.feed(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Cuts text, however it was chunked, into events. */
export class EventStreamParser {
  #rest = '';
  #id: string | null = null;
  #event = '';
  #data: string[] = [];

  *feed(chunk: string): Generator<ServerSentEvent> {
    // A carriage return at the end may be half of a CRLF: it waits for the next chunk.
    const text = this.#rest + chunk;
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(end);
    for (const line of lines) {
      if (line !== '') this.#readLine(line);
      else if (this.#data.length > 0) yield this.#takeEvent();
      else this.#event = '';
    }
  }

  #readLine(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') this.#id = value;
    else if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data.push(value);
  }

  #takeEvent(): ServerSentEvent {
    const event = { id: this.#id, event: this.#event || 'message', data: this.#data.join('\n') };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
