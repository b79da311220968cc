import { common } from './en/common.ts';
import { fieldErrors } from './en/field-errors.ts';
import { form } from './en/form.ts';
import { laterCommon } from './en/later-common.ts';
import { outcome } from './en/outcome.ts';
import { problems } from './en/problems.ts';
import type { Strings } from './strings.ts';

export const en: Strings = {
  common: { ...common, ...laterCommon, problems },
  form: { ...form, errors: fieldErrors },
  outcome,
};
