import type { ReactiveControllerHost } from 'lit';
import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { Language } from '../contract/language.ts';
import { firstEnglish, loadAllStrings, loadFirstStrings } from '../strings/load-strings.ts';
import type { FirstStrings, Strings } from '../strings/strings.ts';

/** The language that is spoken. Until another is here, the one before goes on. */
export class StringsStore {
  /** Those of all screens once one after the form has been asked for. */
  current: FirstStrings | Strings = firstEnglish;
  /** Which they are in. */
  language: Language = 'en';
  /** False until the first language is here, or is known to be out of reach. */
  hasSettled = false;
  readonly #host: ReactiveControllerHost;
  #locale: Language = 'en';
  #needsAll = false;
  #words: Promise<void> | null = null;
  #areWordsDue = true;
  #call = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async speak(locale: Language): Promise<void> {
    this.#locale = locale;
    await this.#load().catch(() => undefined);
    this.hasSettled = true;
    this.#host.requestUpdate();
  }

  /** @throws what the import throws; the caller tries again */
  async loadAll(): Promise<void> {
    this.#needsAll = true;
    await this.#load();
  }

  /**
   * Whether a problem can be put into words: in its own words, or in the few that are here when its own are
   * out of reach. Until then they are being fetched.
   */
  canTell(code: FlowErrorCode): boolean {
    if (code in this.current.common.problems) return true;
    this.#words ??= this.loadAll()
      .catch(() => undefined)
      .then(() => {
        this.#areWordsDue = false;
        this.#host.requestUpdate();
      });
    return !this.#areWordsDue;
  }

  async #load(): Promise<void> {
    const call = ++this.#call;
    const load = this.#needsAll ? loadAllStrings : loadFirstStrings;
    const language = this.#locale;
    const strings = await load(language);
    if (call !== this.#call) return;
    this.current = strings;
    this.language = language;
    this.#host.requestUpdate();
  }
}
