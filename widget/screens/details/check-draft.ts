import { checkApplication } from '../../contract/check-application.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import { hasShortYear, localDay } from '../../format/typed-date.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { toApplicationBody } from './application-body.ts';
import type { ApplicationDraft } from './application-draft.ts';

/** What is wrong with what has been typed so far, by field; nothing when it may be sent. */
export function checkDraft(
  draft: ApplicationDraft,
  texts: DisclosureTexts,
  now: number,
): FieldErrors {
  const body = toApplicationBody(draft, texts, now);
  const checked = checkApplication(body, { today: localDay(now) });
  if (checked.ok) return {};
  return hasShortYear(draft.values.date_of_birth)
    ? { ...checked.errors, date_of_birth: ['short_year'] }
    : checked.errors;
}
