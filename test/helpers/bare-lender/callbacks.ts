import {
  type BasicCredentials,
  basicAuthHeader,
} from '../../../server/platform/http/basic-auth.ts';
import type { CallbackEvent, Settings } from './settings.ts';

export interface SentCallback {
  readonly url: string;
  readonly event: CallbackEvent;
  /** Null when nobody answered. */
  readonly answered: number | null;
}

/** Posts callbacks to the sponsor: without an id, each only once, whatever it is answered. */
export class Callbacks {
  readonly sent: SentCallback[] = [];
  /** What is left to the test to post, as often and in whatever order it likes. */
  readonly held: { url: string; fields: Readonly<Record<string, string>> }[] = [];
  readonly #settings: Settings;
  readonly #credentials: BasicCredentials;
  readonly #tell: (line: string) => void;

  constructor(settings: Settings, credentials: BasicCredentials, tell: (line: string) => void) {
    this.#settings = settings;
    this.#credentials = credentials;
    this.#tell = tell;
  }

  async post(url: string, event: CallbackEvent): Promise<void> {
    const { callbacks, callbackFields } = this.#settings;
    if (callbacks === 'none' || url === '') return;
    const fields = callbackFields(event);
    if (callbacks === 'held') {
      this.held.push({ url, fields });
      return;
    }
    const answered = await this.#send(url, fields, callbacks);
    this.sent.push({ url, event, answered });
    this.#tell(`Callback to ${url}: ${answered ?? 'no answer'}`);
  }

  async #send(
    url: string,
    fields: Readonly<Record<string, string>>,
    form: 'json' | 'form',
  ): Promise<number | null> {
    const isJson = form === 'json';
    const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: basicAuthHeader(this.#credentials), 'content-type': type },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    }).catch(() => null);
    await answer?.body?.cancel();
    return answer?.status ?? null;
  }
}
