import { common } from './en/common.ts';
import { form } from './en/form.ts';
import { outcome } from './en/outcome.ts';
import type { Strings } from './strings.ts';

export const en: Strings = { common, form, outcome };
