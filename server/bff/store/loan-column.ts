import type { Offer } from '../../../widget/contract/offer.ts';
import type { Loan } from '../domain/loan.ts';

/** By field, in the order of the offers' own: what all offers say alike, else the word of each. */
type OfferColumns = Record<string, unknown>;

type StoredLoan = Omit<Loan, 'offers'> & {
  readonly offers: readonly Offer[] | { readonly count: number; readonly columns: OfferColumns };
};

/**
 * The loan as JSON. Offers are alike in most of what they say, which stands there once: a checkout's
 * row then fits into one page of the database.
 */
export function stringifyLoan(loan: Loan): string {
  const { offers } = loan;
  const columns = columnsOf(offers);
  if (columns === undefined) return JSON.stringify(loan);
  const stored: StoredLoan = { ...loan, offers: { count: offers.length, columns } };
  return JSON.stringify(stored);
}

/** From JSON that `stringifyLoan` wrote, now or before it knew columns. */
export function parseLoan(json: string): Loan {
  const stored = JSON.parse(json) as StoredLoan;
  const { offers } = stored;
  if (!('columns' in offers)) return { ...stored, offers };
  const { count, columns } = offers;
  const fields = Object.entries(columns);
  return {
    ...stored,
    offers: Array.from({ length: count }, (_none, index) => {
      const pairs = fields.map(([field, words]) => [
        field,
        Array.isArray(words) ? words[index] : words,
      ]);
      // The fields of an offer, which `columnsOf` took apart.
      return Object.fromEntries(pairs) as Offer;
    }),
  };
}

/** @returns undefined for offers that do not say the same fields in the same order, or no plain words */
function columnsOf(offers: readonly Offer[]): OfferColumns | undefined {
  const [first, ...others] = offers;
  if (first === undefined || others.length === 0) return undefined;
  const fields = Object.keys(first);
  const columns: OfferColumns = {};
  for (const offer of others) {
    if (Object.keys(offer).join() !== fields.join()) return undefined;
  }
  for (const field of fields) {
    const words = offers.map((offer) => offer[field as keyof Offer]);
    const isShared = words.every((word) => word === words[0]);
    if (!isShared && words.includes(undefined)) return undefined;
    if (words.some((word) => typeof word === 'object' && word !== null)) return undefined;
    columns[field] = isShared ? words[0] : words;
  }
  return columns;
}
