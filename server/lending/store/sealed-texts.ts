import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';

/** Texts that only whoever has the key may read, by the table and column that they stand in. */
export const sealedTexts = [
  ['messages', 'text'],
  ['messages', 'links'],
  ['documents', 'content'],
  ['letters', 'content'],
  ['applications', 'decline_reasons'],
] as const;

type SealedText = (typeof sealedTexts)[number];
export type SealedColumn = `${SealedText[0]}|${SealedText[1]}` | 'consent_events|ip_address';

interface Place {
  sponsor_id: string;
  /** Of the row, or of the chain that an address stands in. */
  id: string;
}

export function sealText(
  sealer: FieldSealer,
  column: SealedColumn,
  place: Place,
  plain: string,
): string {
  return sealer.seal(plain, aadOf(column, place));
}

/**
 * The text as it was written. One that was stored before texts were sealed stands there as it is;
 * any other that does not open throws a SealedFieldError.
 */
export function openText(
  sealer: FieldSealer,
  column: SealedColumn,
  place: Place,
  stored: string,
): string {
  return isSealed(stored) ? sealer.open(stored, aadOf(column, place)) : stored;
}

/** Neither a sentence nor JSON, HTML or an address has this form. */
const sealedForm = /^[0-9a-f]{12}\.[\w-]{80,}\.[\w-]{38,}$/;

export function isSealed(stored: string): boolean {
  return sealedForm.test(stored);
}

function aadOf(column: SealedColumn, { sponsor_id, id }: Place): string {
  return `${sponsor_id}|${column}|${id}`;
}
