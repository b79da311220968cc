// In the place of undici: an agent whose exchanges go over the simulated network.
import type { Dispatcher } from 'undici';
import { stage } from './stage.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Nothing is connected here. */
export function buildConnector(): () => never {
  return () => {
    throw new Error('a simulated agent opens no socket');
  };
}

export class Agent {
  readonly #open = new Set<{ abort(reason: Error): void }>();

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { origin, path, method, headers, body } = options;
    const request = {
      url: `${String(origin)}${path}`,
      method,
      headers: headers as Record<string, string>,
      body: body === null || body === undefined ? undefined : String(body),
    };
    const controller = {
      aborted: false,
      paused: false,
      reason: null as Error | null,
      rawHeaders: [],
      rawTrailers: [],
      pause: () => undefined,
      resume: () => undefined,
      abort: (reason: Error) => {
        if (controller.aborted) return;
        controller.aborted = true;
        controller.reason = reason;
        exchange.abort();
        this.#open.delete(controller);
        handler.onResponseError?.(controller as never, reason);
      },
    };
    const end = () => this.#open.delete(controller);
    const exchange = stage().network.send(request, {
      sent: () => {
        // Its time may be over: then it throws, and nothing is sent.
        try {
          handler.onRequestStart?.(controller as never, {});
        } catch (error) {
          end();
          exchange.abort();
          handler.onResponseError?.(controller as never, error as Error);
        }
      },
      head: (status, given) => {
        const written: Headers = Object.fromEntries(given);
        handler.onResponseStart?.(controller as never, status, written as never, '');
      },
      data: (bytes) => handler.onResponseData?.(controller as never, Buffer.from(bytes)),
      end: () => {
        end();
        handler.onResponseEnd?.(controller as never, {});
      },
      failed: (code) => {
        end();
        const error = Object.assign(new Error(code), { code });
        handler.onResponseError?.(controller as never, error);
      },
    });
    this.#open.add(controller);
    return true;
  }

  async destroy(): Promise<void> {
    for (const each of this.#open) each.abort(new Error('the client was destroyed'));
    this.#open.clear();
  }
}
