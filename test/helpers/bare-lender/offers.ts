import { formatCents } from '../../../server/platform/money.ts';
import type { Persona } from './personas.ts';

export interface Offer {
  readonly uuid: string;
  readonly cents: number;
  /** Percent; null where the lender does not say it. */
  readonly apr: number | null;
  readonly termMonths: number;
}

const prices = [
  { apr: 12.99, termMonths: 60 },
  { apr: 9.9, termMonths: 24 },
] as const;

/** Two offers of the whole amount, with or without what they cost. */
export function offersFor(cents: number, persona: Persona, newUuid: () => string): Offer[] {
  return prices.map(({ apr, termMonths }, index) => ({
    uuid: newUuid(),
    cents,
    apr: isPriced(persona, index) ? apr : null,
    termMonths,
  }));
}

function isPriced({ offers }: Persona, index: number): boolean {
  return offers === 'complete' || (offers === 'mixed' && index === 0);
}

/** The least that an offer must say: an amount as text, what it costs as numbers. */
export function offerView({ uuid, cents, apr, termMonths }: Offer): Record<string, unknown> {
  return {
    offer_uuid: uuid,
    amount: formatCents(cents),
    ...(apr !== null && { apr, monthly_payment: monthlyPayment(cents, apr, termMonths) }),
    term_months: termMonths,
  };
}

/** In dollars, of a level schedule. */
function monthlyPayment(cents: number, apr: number, months: number): number {
  const rate = apr / 1200;
  return Math.round((cents * rate) / (1 - (1 + rate) ** -months)) / 100;
}
