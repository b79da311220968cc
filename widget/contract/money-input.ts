import * as z from 'zod/mini';

/**
 * Money as it may be sent: a string or a JSON number, each with none to two decimals.
 * The value is the answer's form: `'8400' => '8400.00'`, `8400 => '8400.00'`, `'.5'` is refused.
 */
export const moneyInputSchema = z.pipe(
  z.union([z.string(), z.number()], {
    error: ({ input }) => (input === undefined ? 'required' : 'not_an_amount'),
  }),
  z.pipe(
    z.transform((value: string | number) => String(value).trim()),
    z.pipe(
      z
        .string()
        .check(
          z.minLength(1, { error: 'required', abort: true }),
          z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'not_an_amount'),
        ),
      z.transform(twoPlaces),
    ),
  ),
);

/** `'8400' => '8400.00'`, `'007.5' => '7.50'`; the text has already been checked. */
function twoPlaces(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${Number(whole)}.${fraction.padEnd(2, '0')}`;
}

/** Compares checked money texts without floating point: `cents('8400.00') => 840000`. */
export function cents(money: string): number {
  const [whole = '0', fraction = ''] = money.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** What may be asked for, inclusive; outside it the BFF answers `amount_out_of_range`. */
export const requestedAmountRange = { minimum: '500.00', maximum: '100000.00' } as const;
