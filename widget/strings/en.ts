import { common } from './en/common.ts';
import { fieldErrors } from './en/field-errors.ts';
import { form } from './en/form.ts';
import { resultCommon } from './en/result-common.ts';
import { outcome } from './en/outcome.ts';
import { problems } from './en/problems.ts';
import type { Strings } from './strings.ts';

export const en: Strings = {
  common: { ...common, ...resultCommon, problems },
  form: { ...form, errors: fieldErrors },
  outcome,
};
