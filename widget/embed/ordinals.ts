const taken = new Map<string, Set<number>>();

/** The lowest number that no other element of the merchant holds: the same again after a reload. */
export function takeOrdinal(merchant: string): number {
  const held = taken.get(merchant) ?? new Set();
  let ordinal = 1;
  while (held.has(ordinal)) ordinal++;
  taken.set(merchant, held.add(ordinal));
  return ordinal;
}

export function releaseOrdinal(merchant: string, ordinal: number): void {
  taken.get(merchant)?.delete(ordinal);
}
