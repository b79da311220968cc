import { z } from '@hono/zod-openapi';

/** Decimal text on the wire, e.g. `8400.00`. */
export const money = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/)
  .openapi({ example: '8400.00' });

const sentMoney = /^\d{1,9}(\.\d{1,2})?$/;

interface MoneyLimits {
  /** Least amount, decimal text; default `0.00`. */
  min?: string;
  /** Greatest amount, decimal text; default `999999999.99`. */
  max?: string;
}

/**
 * Money as it is sent: text or a JSON number, each with 0 to 2 decimals (the strict reader hands
 * over no number that had more of them). It comes out as decimal text with two decimals.
 * @example moneyInput({ min: '500.00' }).parse('8400') => '8400.00'
 */
export function moneyInput({ min = '0.00', max = '999999999.99' }: MoneyLimits = {}) {
  return z
    .union([z.string(), z.number()], { error: 'Send an amount such as 8400.00.' })
    .transform((sent, context) => {
      const text = String(sent).trim();
      const problem = moneyProblem(text, min, max);
      if (problem === null) return withTwoDecimals(text);
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    })
    .openapi({ type: 'string', pattern: sentMoney.source, example: '8400.00' });
}

function moneyProblem(text: string, min: string, max: string): string | null {
  if (!sentMoney.test(text)) return 'Send an amount such as 8400.00.';
  const cents = centsOf(text);
  if (cents < centsOf(min)) return `Must be at least ${min}.`;
  return cents > centsOf(max) ? `Must be at most ${max}.` : null;
}

function withTwoDecimals(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

function centsOf(text: string): number {
  return Number(withTwoDecimals(text).replace('.', ''));
}

/** Percent text with two decimals, e.g. `12.99`. */
export const percent = z
  .string()
  .regex(/^\d{1,2}\.\d{2}$/)
  .openapi({ example: '12.99' });

/** Percent text with two or three decimals. */
export const interestRate = z
  .string()
  .regex(/^\d{1,2}\.\d{2,3}$/)
  .openapi({ example: '12.99' });
