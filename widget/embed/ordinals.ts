/** Numbers that are taken, by merchant. */
type Taken = Map<string, Set<number>>;

/** The page holds them, not this module: a page may load two copies of it, by script and by npm. */
const key = Symbol.for('soft-pull-checkout ordinals');

function takenOnPage(): Taken {
  const page = globalThis as { [key]?: Taken };
  page[key] ??= new Map();
  return page[key];
}

/** The lowest number that no other element of the merchant holds: the same again after a reload. */
export function takeOrdinal(merchant: string): number {
  const taken = takenOnPage();
  const held = taken.get(merchant) ?? new Set();
  let ordinal = 1;
  while (held.has(ordinal)) ordinal++;
  taken.set(merchant, held.add(ordinal));
  return ordinal;
}

export function releaseOrdinal(merchant: string, ordinal: number): void {
  takenOnPage().get(merchant)?.delete(ordinal);
}
