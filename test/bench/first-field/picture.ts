import { inflateSync } from 'node:zlib';

/** What was painted, as eight bits a channel. */
export interface Picture {
  width: number;
  channels: number;
  pixels: Uint8Array;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const signatureBytes = 8;
const mostDifference = 40;
/** A border or a letter is more than that. */
const mostPixels = 0.01;

/** Reads a PNG as Chromium writes it: not interlaced, without a palette. */
export function readPng(png: Buffer): Picture {
  let at = signatureBytes;
  let width = 0;
  let channels = 4;
  const parts: Buffer[] = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = data.readUInt32BE(0);
      channels = data[9] === 2 ? 3 : 4;
    } else if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  return { width, channels, pixels: unfilter(inflateSync(Buffer.concat(parts)), width, channels) };
}

/** Each line begins with how it was written: as it differs from what is left of it or above it. */
function unfilter(lines: Uint8Array, width: number, channels: number): Uint8Array {
  const stride = width * channels;
  const rows = lines.length / (stride + 1);
  const pixels = new Uint8Array(rows * stride);
  for (let row = 0; row < rows; row += 1) {
    const filter = lines[row * (stride + 1)];
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < channels ? 0 : (pixels[at - channels] ?? 0);
      const above = pixels[at - stride] ?? 0;
      const corner = column < channels ? 0 : (pixels[at - stride - channels] ?? 0);
      const written = lines[row * (stride + 1) + 1 + column] ?? 0;
      pixels[at] = written + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number | undefined, left: number, above: number, corner: number) {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((one) => Math.abs(estimate - one));
  if (toLeft === undefined || toAbove === undefined || toCorner === undefined) return 0;
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** True if both show the same within the box, up to what smoothing makes of edges. */
export function isSame(one: Picture, other: Picture, box: Box): boolean {
  let different = 0;
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let x = box.x; x < box.x + box.width; x += 1) {
      if (differs(one, other, x, y)) different += 1;
    }
  }
  return different <= box.width * box.height * mostPixels;
}

function differs(one: Picture, other: Picture, x: number, y: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = valueAt(one, x, y, channel) - valueAt(other, x, y, channel);
    if (Math.abs(difference) > mostDifference) return true;
  }
  return false;
}

function valueAt({ pixels, width, channels }: Picture, x: number, y: number, channel: number) {
  return pixels[(y * width + x) * channels + channel] ?? 0;
}
