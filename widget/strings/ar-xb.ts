import { en } from './en.ts';
import { disguised } from './pseudo.ts';
import type { Strings } from './strings.ts';

/** English in disguise, for seeing what a language from right to left does to the screens. */
export const arXb: Strings = disguised(en);
