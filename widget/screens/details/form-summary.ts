import type { TemplateResult } from 'lit';
import { errorSummary } from '../../elements/error-summary.ts';
import type { FormField } from '../../strings/strings.ts';
import { errorTexts, type FormView, isMissing } from './form-view.ts';

/** What is wrong with the open part, a line for each of these fields. */
export function formSummary(
  view: FormView,
  fields: readonly FormField[],
  onFollow: (id: string) => void,
): TemplateResult {
  const links = fields.map((id) => ({ id, text: lineFor(view, id) }));
  return errorSummary(view.strings.errorSummary(links.length), links, onFollow);
}

/** What is wrong with a field, which the line has to name. */
function lineFor(view: FormView, field: FormField): string {
  const isNamed = view.errors[field]?.every((code) => isMissing(code)) ?? false;
  const text = errorTexts(view, field).join('. ');
  return isNamed ? text : `${view.strings.fields[field].label}: ${text}`;
}
