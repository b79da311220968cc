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

/** Whether another element of the page is where this handle comes from. */
export function isOfAnother(resume: string, own: HandleStore): boolean {
  return [...all].some((store) => store !== own && store.read()?.resume === resume);
}
