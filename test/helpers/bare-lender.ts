import { sandboxCallback, sandboxLenderLogin } from '../../server/config/sandbox-settings.ts';
import type { BasicCredentials } from '../../server/platform/http/basic-auth.ts';
import { answerApi, type HeardCall } from './bare-lender/api.ts';
import { Books } from './bare-lender/books.ts';
import { Callbacks, type SentCallback } from './bare-lender/callbacks.ts';
import { Controls } from './bare-lender/controls.ts';
import { Desk } from './bare-lender/desk.ts';
import { answerPages } from './bare-lender/pages.ts';
import { UpperUuids } from './bare-lender/python-values.ts';
import { noSuchPage } from './bare-lender/rest-framework.ts';
import { defaultSettings, type Settings } from './bare-lender/settings.ts';
import { Troubles } from './bare-lender/troubles.ts';
import { serveAnswers, type WebRequest } from './bare-lender/web-server.ts';

export interface BareLenderOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Of the API; the sandbox's when absent. */
  login?: BasicCredentials;
  /** What it presents with its callbacks; the sandbox's when absent. */
  callback?: BasicCredentials;
  settings?: Partial<Settings>;
  /** Of the API and of the hosted pages; free ones when absent. */
  ports?: { api: number; pages: number };
  /** Hears of each message to a consumer, and of each callback. */
  tell?: (line: string) => void;
}

/** A lender that is not ours: what the API's description names, and nothing that only we say. */
export interface BareLender {
  /** `{base_url}` */
  readonly url: string;
  /** Of the hosted pages: another host. */
  readonly pagesUrl: string;
  readonly settings: Settings;
  readonly books: Books;
  readonly controls: Controls;
  readonly troubles: Troubles;
  /** Calls that came with the right login, oldest first. */
  readonly heard: readonly HeardCall[];
  readonly callbacks: readonly SentCallback[];
  readonly heldCallbacks: Callbacks['held'];
  /** Addresses of other hosts that were asked for although only a list's `next` named them. */
  readonly followed: readonly string[];
  /** How often a credit report was asked for. */
  readonly softPulls: number;
  close(): Promise<void>;
}

/**
 * A lender by the Sponsor Lending API as a Django service would be one: it says documented fields
 * and the least of an offer, knows no idempotency keys, and ignores fields that it does not know.
 */
export async function startBareLender(options: BareLenderOptions): Promise<BareLender> {
  const { now, login = sandboxLenderLogin, callback = sandboxCallback } = options;
  const { ports = { api: 0, pages: 0 }, tell = () => undefined } = options;
  const settings = { ...defaultSettings(), ...options.settings };
  const books = new Books(new UpperUuids(now), now);
  const callbacks = new Callbacks(settings, callback, tell);
  const controls = new Controls(books, settings, callbacks, now);
  const troubles = new Troubles();
  const heard: HeardCall[] = [];
  const followed: string[] = [];
  const pages = await serveAnswers(async (request) => {
    if (!isElsewhere(request)) return answerPages({ desk, controls }, request);
    followed.push(request.url.pathname);
    return noSuchPage;
  }, ports.pages);
  const api = await serveAnswers(
    (request) => answerApi({ desk, troubles, heard, credentials: login }, request),
    ports.api,
  );
  const url = `http://127.0.0.1:${api.port}`;
  const pagesUrl = `http://localhost:${pages.port}`;
  const desk = new Desk({ settings, books, apiUrl: url, pagesUrl, now, tell });
  return {
    url,
    pagesUrl,
    settings,
    books,
    controls,
    troubles,
    heard,
    callbacks: callbacks.sent,
    heldCallbacks: callbacks.held,
    followed,
    get softPulls() {
      return desk.softPulls;
    },
    close: async () => {
      troubles.drop();
      await api.close();
      await pages.close();
    },
  };
}

function isElsewhere({ url }: WebRequest): boolean {
  return url.pathname.startsWith('/elsewhere/');
}
