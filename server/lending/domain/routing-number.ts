const PREFIXES: readonly (readonly [number, number])[] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether nine digits are an ABA routing number: known prefix, checksum, not all zeros. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const prefix = Number(text.slice(0, 2));
  if (!PREFIXES.some(([low, high]) => prefix >= low && prefix <= high)) return false;
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return sum % 10 === 0;
}
