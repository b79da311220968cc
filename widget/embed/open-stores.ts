import { HandleStore } from './handle-store.ts';
import { releaseOrdinal, takeOrdinal } from './ordinals.ts';

/** An element's store while the element is on the page. */
export interface OpenStore {
  store: HandleStore;
  close(): void;
}

const all = new Set<HandleStore>();

/** @param id the element's, or nothing */
export function openStore(merchant: string, id: string): OpenStore {
  const ordinal = id === '' ? takeOrdinal(merchant) : null;
  const store = new HandleStore(merchant, ordinal === null ? id : String(ordinal));
  all.add(store);
  return {
    store,
    close() {
      all.delete(store);
      if (ordinal !== null) releaseOrdinal(merchant, ordinal);
    },
  };
}

/** Whether another element of the page keeps a handle of the checkout that this one is of. */
export function isOfAnother(resume: string, own: HandleStore): boolean {
  return [...all].some((store) => store !== own && namesSame(resume, store.read()?.resume));
}

/** Whether two handles, or a handle and a return code, are of one checkout: both have its id. */
export function namesSame(one: string, other: string | undefined): boolean {
  const [id] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(one) ?? [];
  return id !== undefined && other?.includes(id) === true;
}
