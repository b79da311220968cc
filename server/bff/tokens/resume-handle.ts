import type { KeyObject } from 'node:crypto';
import { equalDigests, hmacToken } from '../../platform/crypto/digest.ts';
import { allRights, type Rights } from '../domain/admission.ts';

/** What a handle says; that it is ours says nothing of whether the generation is still good. */
export interface HandleContent {
  readonly checkoutId: string;
  readonly generation: number;
  readonly rights: Rights;
  /**
   * Of a tab that was opened with a link: the digest of its session's token, by which it is told from
   * others of that link. The link itself has none.
   */
  readonly tab?: string;
}

/** A handle can be written whenever it is needed and is stored nowhere. */
export function writeHandle(key: KeyObject, content: HandleContent): string {
  return [...partsOf(content), signature(key, partsOf(content))].join('.');
}

/** undefined when the handle is not one of ours. */
export function readHandle(key: KeyObject, handle: string): HandleContent | undefined {
  const parts = handle.split('.');
  const mac = parts.pop() ?? '';
  const [checkoutId = '', generation = '', rights = 'all', tab] = parts;
  if (parts.length > 4 || !/^[1-9]\d{0,8}$/.test(generation)) return undefined;
  if (!equalDigests(mac, signature(key, parts))) return undefined;
  const known = allRights.find((each) => each === rights);
  if (known === undefined) return undefined;
  const content = { checkoutId, generation: Number(generation), rights: known };
  return tab === undefined ? content : { ...content, tab };
}

/** All rights stand for themselves: nothing names them. */
function partsOf({ checkoutId, generation, rights, tab }: HandleContent): string[] {
  const parts = [checkoutId, String(generation), ...(rights === 'all' ? [] : [rights])];
  return tab === undefined ? parts : [...parts, tab];
}

function signature(key: KeyObject, parts: readonly string[]): string {
  return hmacToken(key, 'resume', ...parts);
}
