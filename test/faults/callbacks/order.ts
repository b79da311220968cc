import type { Random } from '../fuzz/random.ts';

export type LenderKind = 'embedded' | 'bare';

/** Of each flow: so many things happen at the lender that it tells of. */
export const callbacksPerFlow = 6;

/** In any order, each once or twice: 6! × 2^6. */
export const orderCount = 46_080;

/** Every order over each of both lenders. */
export const callbackCases = 2 * orderCount;

/** The lenders take turns, and change places when all orders begin again. */
export function caseOf(seed: number): { lender: LenderKind; number: number } {
  const number = (seed - 1) % orderCount;
  const round = Math.floor((seed - 1) / orderCount);
  return { lender: (number + round) % 2 === 0 ? 'bare' : 'embedded', number };
}

/**
 * The order of a number from 0 to 46,079: which callback comes, by its number from 0, in turn. One that
 * comes twice comes again at some later place.
 */
export function orderOf(number: number, random: Random): number[] {
  let rest = number;
  const take = (choices: number) => {
    const choice = rest % choices;
    rest = Math.floor(rest / choices);
    return choice;
  };
  const left = Array.from({ length: callbacksPerFlow }, (_none, index) => index);
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(take(left.length), 1));
  for (let callback = 0; callback < callbacksPerFlow; callback += 1) {
    if (take(2) === 0) continue;
    const after = order.indexOf(callback) + 1;
    order.splice(after + random.below(order.length - after + 1), 0, callback);
  }
  return order;
}
