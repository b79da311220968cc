type Channels = readonly [red: number, green: number, blue: number];

/**
 * WCAG's contrast ratio of a color on another, 1 to 21.
 * @param behind what is behind it, nearest first; what cannot be seen is looked through
 */
export function contrast(front: string, behind: readonly string[]): number {
  const back = behind.find((color) => !isTransparent(color));
  if (back === undefined) throw new Error('there is nothing behind');
  const [darker = 0, lighter = 0] = [luminance(front), luminance(back)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function isTransparent(color: string): boolean {
  return painted(color)[3] === 0;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map(linear);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function channels(color: string): Channels {
  const [red = 0, green = 0, blue = 0, alpha] = painted(color);
  if (alpha !== 255) throw new Error(`${color} is no opaque color`);
  return [red, green, blue];
}

/** As a screen shows it, whichever way it is written: red, green, blue and alpha, 0 to 255. */
function painted(color: string): Uint8ClampedArray {
  if (!CSS.supports('color', color)) throw new Error(`${color} is no color`);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('nothing can be painted');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
