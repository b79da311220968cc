type Channels = readonly [red: number, green: number, blue: number];

/**
 * WCAG's contrast ratio of a colour on another, 1 to 21.
 * @param behind what is behind it, nearest first; what cannot be seen is looked through
 */
export function contrast(front: string, behind: readonly string[]): number {
  const back = behind.find((colour) => !isTransparent(colour));
  if (back === undefined) throw new Error('there is nothing behind');
  const [darker = 0, lighter = 0] = [luminance(front), luminance(back)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function isTransparent(colour: string): boolean {
  return /^rgba\(.*, 0\)$/.test(colour);
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map(linear);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** `'rgb(1, 2, 3)' => [1, 2, 3]` */
function channels(colour: string): Channels {
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
  if (blue === undefined) throw new Error(`${colour} is no opaque colour`);
  return [Number(red), Number(green), Number(blue)];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
