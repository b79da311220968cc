import { stepAnswerSchema } from '../../widget/contract/checkout.ts';
import type { CheckoutStep } from '../../widget/contract/step.ts';
import type { ShopPage } from './shop-page.ts';

export interface StreamedStep {
  id: string;
  step: CheckoutStep;
}

/** An open event stream of a page's checkout. */
export class StepStream {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = '';
  /** Comments seen so far. */
  beats = 0;

  private constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** @param env what Node says of the connection; one of this machine when absent */
  static async open(page: ShopPage, lastEventId?: string, env?: object): Promise<StepStream> {
    const headers = {
      origin: page.origin,
      authorization: `Bearer ${page.token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    const path = `/v1/checkouts/${page.checkoutId}/events`;
    const answer = await page.bff.app.request(path, { headers }, env);
    if (answer.status !== 200 || answer.body === null) throw new Error(`stream: ${answer.status}`);
    return new StepStream(answer.body as ReadableStream<Uint8Array<ArrayBuffer>>);
  }

  /** The next step, or undefined when the stream has ended. */
  async next(): Promise<StreamedStep | undefined> {
    for (;;) {
      const block = await this.#block();
      if (block === undefined) return undefined;
      if (block.startsWith(':')) {
        this.beats += 1;
        continue;
      }
      const fields = new Map(
        block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      if (fields.get('event') !== 'step') throw new Error(`unknown event: ${block}`);
      const { step } = stepAnswerSchema.parse(JSON.parse(fields.get('data') ?? ''));
      return { id: fields.get('id') ?? '', step };
    }
  }

  /** Waits for one comment or event, whichever is next; undefined when the stream has ended. */
  async #block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += value;
    }
  }

  /** Reads until a comment has come. */
  async beat(): Promise<void> {
    const block = await this.#block();
    if (block === undefined || !block.startsWith(':')) throw new Error(`no comment: ${block}`);
    this.beats += 1;
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
