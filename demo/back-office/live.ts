import { EventEmitter, on } from 'node:events';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { localeOf } from './locale.ts';
import { eventName } from './orders/event-name.ts';
import { nameOfOrder } from './orders/orders-page.ts';

/** Which order has news, and what has happened to it. */
export interface News {
  readonly checkout_id: string;
  readonly order_id: string | null;
  readonly type: string;
}

/** Proxies end a connection on which nothing comes. */
const heartbeatMs = 15_000;

/** Tells the pages that are open, by server-sent events. */
export class LiveFeed {
  readonly #news = new EventEmitter<{ news: [News] }>().setMaxListeners(0);
  readonly #ended = new AbortController();

  tell(news: News): void {
    this.#news.emit('news', news);
  }

  /** Ends every stream: a browser connects again by itself. */
  end(): void {
    this.#ended.abort();
  }

  /**
   * `GET /live`: the order, and what a page reads out in its language.
   * @param isSignedIn whether who opened a stream still is: else it ends
   */
  routes(isSignedIn: (c: Context) => boolean): Hono {
    const app = new Hono();
    app.get('/live', (c) => {
      const { strings } = localeOf(c);
      return streamSSE(c, async (stream) => {
        const left = new AbortController();
        stream.onAbort(() => left.abort());
        const signal = AbortSignal.any([left.signal, this.#ended.signal]);
        const heartbeat = setInterval(() => {
          if (isSignedIn(c)) void stream.write(': still here\n\n');
          else left.abort();
        }, heartbeatMs);
        // Then the store may be closed, while a write still waits for its browser.
        signal.addEventListener('abort', () => clearInterval(heartbeat));
        try {
          await stream.write(': connected\n\n');
          for await (const [news] of on(this.#news, 'news', { signal })) {
            if (!isSignedIn(c)) break;
            const name = nameOfOrder(news, strings);
            const told = {
              checkout_id: news.checkout_id,
              name,
              text: eventName(news.type, strings),
            };
            await stream.writeSSE({ event: 'news', data: JSON.stringify(told) });
          }
        } catch (error) {
          if (!signal.aborted) throw error;
        } finally {
          clearInterval(heartbeat);
        }
      });
    });
    return app;
  }
}
