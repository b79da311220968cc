/**
 * What can be wrong with one field. A problem's `errors` and `checkApplication` speak in these;
 * the sentences that people read are the widget's strings.
 */
export const fieldErrorCodes = [
  'required',
  'too_long',
  'invalid_characters',
  'invalid',
  'not_an_email',
  'not_a_phone',
  'not_a_date',
  /** The widget's own, of what was typed: on the wire such a text is no date at all. */
  'short_year',
  'not_plausible',
  'under_age',
  'po_box',
  'not_a_zip',
  'not_an_ssn',
  'not_an_amount',
  'not_positive',
  'not_an_option',
  'consent_required',
  /** The lender refused the value for another reason. */
  'not_accepted',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export type FieldErrors = Record<string, FieldErrorCode[]>;

const known: ReadonlySet<string> = new Set(fieldErrorCodes);

/** Narrows what came over the wire, where a newer server may know more codes than this widget. */
export function isFieldErrorCode(value: unknown): value is FieldErrorCode {
  return typeof value === 'string' && known.has(value);
}
