import { common } from './es/common.ts';
import { form } from './es/form.ts';
import { outcome } from './es/outcome.ts';
import type { Strings } from './strings.ts';

export const es: Strings = { common, form, outcome };
