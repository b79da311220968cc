import type { NamedMistake } from '../noted-mistakes.ts';

/** In how callbacks are taken; each is found by one checkout. */
export const callbackMistakes: readonly (NamedMistake & { seed: number })[] = [
  {
    name: 'acknowledges a callback and forgets it',
    seed: 2,
    file: 'bff/operations/receive-callback.ts',
    search: 'for (const id of checkoutIds) await syncCheckout(context, id);',
    replace: '',
  },
  {
    name: 'takes a callback without an id for the one before it',
    seed: 1,
    file: 'bff/operations/receive-callback.ts',
    search: `hint.eventId ?? ids.uuid() };
  const stored = await database.transaction(async (tx) => {`,
    replace: `hint.eventId ?? hint.eventType };
  const stored = await database.transaction(async (tx) => {
    if (hint.eventId === null) return (await store(context, tx, named)) ? named : undefined;`,
  },
  {
    name: 'tells the merchant again of what has not changed',
    seed: 1,
    file: 'bff/domain/timeline.ts',
    search: `if (from === to || to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
    replace: `if (to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
  },
];
