import type { Handle } from '../contract/flow-message.ts';

/** Marks a handle that came by URL: it must never open a form, also after a reload. */
const urlMark = 'url ';

/**
 * Keeps one element's handle for this tab: in `sessionStorage`, or in `history.state` where the
 * browser refuses storage.
 */
export class HandleStore {
  readonly #key: string;

  /** @param name the element's id, or its ordinal among those of the merchant without one */
  constructor(merchant: string, name: string) {
    this.#key = `soft-pull-checkout:${merchant}:${name}`;
  }

  read(): Handle | null {
    const text = readText(this.#key);
    if (!text) return null;
    return text.startsWith(urlMark)
      ? { resume: text.slice(urlMark.length), source: 'url', opens_forms: false }
      : { resume: text, source: 'storage', opens_forms: true };
  }

  write(resume: string, opensForms: boolean): void {
    writeText(this.#key, opensForms ? resume : `${urlMark}${resume}`);
  }

  clear(): void {
    writeText(this.#key, null);
  }
}

function readText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    const kept: unknown = historyState()[key];
    return typeof kept === 'string' ? kept : null;
  }
}

function writeText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    const { [key]: _, ...others } = historyState();
    history.replaceState(text === null ? others : { ...others, [key]: text }, '');
  }
}

function historyState(): Record<string, unknown> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
