import type { FormField } from '../../strings/strings.ts';
import { errorTexts, type FormView, isMissing } from './form-view.ts';

/** What is wrong with a field, as a line of the summary, which has to name it. */
export function summaryText(view: FormView, field: FormField): string {
  const isNamed = view.errors[field]?.every((code) => isMissing(code)) ?? false;
  const text = errorTexts(view, field).join('. ');
  return isNamed ? text : `${view.strings.fields[field].label}: ${text}`;
}
