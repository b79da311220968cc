import type { Handle } from '../contract/flow-message.ts';

/** Marks a handle that came by URL: it must never open a form, also after a reload. */
const urlMark = 'url ';

/**
 * Keeps one element's handle for this tab: in `sessionStorage`, or in `history.state` where the
 * browser refuses storage.
 */
export class HandleStore {
  readonly key: string;

  /** @param name the element's id, or its ordinal among those of the merchant without one */
  constructor(merchant: string, name: string | number) {
    this.key = `soft-pull-checkout:${merchant}:${name}`;
  }

  read(): Handle | null {
    const text = readText(this.key);
    if (!text) return null;
    const isForeign = text.startsWith(urlMark);
    return {
      resume: isForeign ? text.slice(urlMark.length) : text,
      source: 'storage',
      opens_forms: !isForeign,
    };
  }

  write(resume: string, opensForms: boolean): void {
    writeText(this.key, opensForms ? resume : `${urlMark}${resume}`);
  }

  clear(): void {
    writeText(this.key, null);
  }

  /** The element is off the page. */
  close(): void {
    all.delete(this);
  }
}

/** What the tab keeps under a key: what the history entry has is what the storage did not take. */
export function readText(key: string): string | null {
  const kept: unknown = historyState()[key];
  if (typeof kept === 'string') return kept;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, text: string | null): void {
  const { [key]: kept, ...others } = historyState();
  let state = others;
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    if (kept === undefined) return;
  } catch {
    if (text !== null) state = { ...others, [key]: text };
  }
  history.replaceState(state, '');
}

function historyState(): Record<string, unknown> {
  return { ...history.state };
}

/** The page holds the stores, not this module: it may load two copies of it, by script and by npm. */
const key = Symbol.for('soft-pull');
const page = globalThis as { [key]?: Set<HandleStore> };
/** Those of the elements on the page. */
const all = page[key] ?? new Set();
page[key] = all;

/** @param id the element's; without one it has the lowest number that is free, the same after a reload */
export function openStore(merchant: string, id: string): HandleStore {
  const isOpen = ({ key }: HandleStore) => [...all].some((each) => each.key === key);
  let ordinal = 1;
  let store = new HandleStore(merchant, id || ordinal);
  while (!id && isOpen(store)) store = new HandleStore(merchant, ++ordinal);
  all.add(store);
  return store;
}

/** True if another element of the page keeps a handle of the checkout that this one is of. */
export function isOfAnother(resume: string, own: HandleStore): boolean {
  return [...all].some((store) => store !== own && areOfOneCheckout(resume, store.read()?.resume));
}

/** True if two handles, or a handle and a return code, are of one checkout: both have its id. */
export function areOfOneCheckout(one: string, other: string | undefined): boolean {
  const [id] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(one) ?? [];
  return !!id && !!other?.includes(id);
}

export interface KnownHandles {
  fromUrl: string | null;
  clientToken: string | null;
  stored: Handle | null;
}

/**
 * The handles to try, in order: one in the address is why the consumer came to this page; a client
 * token names the only checkout that counts; what the tab remembers comes last.
 */
export function handlesToTry({ fromUrl, clientToken, stored }: KnownHandles): Handle[] {
  const handles: Handle[] = [];
  if (fromUrl !== null) {
    const isOwn = stored?.resume === fromUrl && stored.opens_forms;
    handles.push({ resume: fromUrl, source: 'url', opens_forms: isOwn });
  }
  if (clientToken) {
    handles.push({ resume: clientToken, source: 'client_token', opens_forms: true });
  } else if (stored !== null) {
    handles.push(stored);
  }
  return handles;
}

/** A fragment parted into the handle that it carries and what it was without. */
export interface FragmentParts {
  resume: string | null;
  rest: string;
}

/**
 * Finds the handle in a fragment, where it stands alone or at the end of what was there before.
 * @example
 * readFragment('#soft_pull_resume=abc') => { resume: 'abc', rest: '' }
 * readFragment('#/cart?soft_pull_resume=abc') => { resume: 'abc', rest: '#/cart' }
 * readFragment('#/cart?page=2&soft_pull_resume=abc') => { resume: 'abc', rest: '#/cart?page=2' }
 */
export function readFragment(fragment: string): FragmentParts {
  const match = /^(.*?)[#?&]soft_pull_resume=([^&]*)$/.exec(fragment);
  if (match === null) return { resume: null, rest: fragment };
  const [, rest = '', resume = ''] = match;
  return { resume: decodeHandle(resume), rest };
}

function decodeHandle(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}

let caught: string | null = null;

/**
 * Takes the handle out of the page's address, so that nobody copies it along with the address, and
 * holds it until an element claims it.
 */
export function catchUrlHandle(): void {
  const { href, hash } = location;
  const { resume, rest } = readFragment(hash);
  if (rest !== hash) {
    // The whole address: anything less is read by the page's `<base>`, which may be of another origin.
    history.replaceState(history.state, '', href.slice(0, -hash.length) + rest);
  }
  caught = resume ?? caught;
}

/** Hands over what was caught, once. */
export function claimUrlHandle(mayHave: (resume: string) => boolean): string | null {
  if (caught === null || !mayHave(caught)) return null;
  const claimed = caught;
  caught = null;
  return claimed;
}
