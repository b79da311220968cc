import { common } from './en/common.ts';
import { form } from './en/form.ts';
import { outcome } from './en/outcome.ts';
import type { Strings } from './strings.ts';

/** All of it at once; for the flow, `outcome` comes with the result screens. */
export const en: Strings = { common, form, outcome };
