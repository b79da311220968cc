/**
 * What follows from the accent when a page sets nothing else. In XYZ, `y` is the luminance that
 * WCAG's contrast is made of: scaled, or mixed with white, a color keeps its hue and gets exactly
 * the luminance that is wanted.
 */
const accent = 'var(--_accent)';
const white = { x: 0.9505, y: 1, z: 1.0891 };

/** Black reads better than white from this luminance on. */
const blackReadsFrom = 0.179;

/** `1` where the sum is above 0, else `0`. */
function isAbove(sum: string): string {
  return `clamp(0, (${sum}) * 1e5, 1)`;
}

function fromAccent(channel: (name: 'x' | 'y' | 'z') => string): string {
  return `color(from ${accent} xyz calc(${channel('x')}) calc(${channel('y')}) calc(${channel('z')}))`;
}

/** White where the sum is 1, black where it is 0. */
function whiteWhere(sum: string): string {
  return fromAccent((name) => `${white[name]} * (${sum})`);
}

/** The accent, of this luminance at most. */
function noLighterThan(most: number): string {
  return fromAccent((name) => `${name} * min(1, ${most} / y)`);
}

/** The accent, of this luminance at least. */
function noDarkerThan(least: number): string {
  return fromAccent(
    (name) => `${name} + (${white[name]} - ${name}) * max(0, (${least} - y) / (1 - y))`,
  );
}

/** On the accent, whichever that is: 4.5 to 1. */
export const onAccent = whiteWhere(isAbove(`${blackReadsFrom} - y`));

/** Away from its text, but towards it where it is almost black or light already. */
export const accentUnderPointer = `color-mix(in oklab, ${accent} 86%, ${whiteWhere(
  `${isAbove('0.03 - y')} + ${isAbove(`y - ${blackReadsFrom}`)} - ${isAbove('y - 0.6')}`,
)})`;

/** 4.5 to 1 on the card, on what stands out there and on the soft accent. */
export const readableAccent = `light-dark(${noLighterThan(0.14)}, ${noDarkerThan(0.3)})`;

/** 3 to 1 on the card. */
export const visibleAccent = `light-dark(${noLighterThan(0.27)}, ${noDarkerThan(0.16)})`;
