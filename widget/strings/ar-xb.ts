import { disguised } from './pseudo.ts';
import type { Strings } from './strings.ts';

/** English in disguise, for seeing what a language from right to left does to the screens. */
export async function arXb(): Promise<Strings> {
  return disguised((await import('./en.ts')).en);
}
