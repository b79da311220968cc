import type { Random } from '../fuzz/random.ts';
import { anyText } from '../fuzz/values.ts';

/** What a text is put into: readers, parsers, stores and pages have broken by it. */
const frames: readonly ((mark: string) => string)[] = [
  (mark) => mark,
  (mark) => `<script>${mark}</script>`,
  (mark) => `"><img src=x onerror=${mark}>`,
  (mark) => `' or '${mark}'='${mark}`,
  (mark) => `'; drop table checkouts; -- ${mark}`,
  (mark) => `{{${mark}}}\${${mark}}`,
  (mark) => `../../../etc/${mark}`,
  (mark) => `..\\..\\${mark}`,
  (mark) => `%0d%0aset-cookie: ${mark}=1`,
  (mark) => `\r\nx-${mark}: 1`,
  (mark) => `${mark}\u0000`,
  (mark) => `\u202e${mark}\u2066`,
  (mark) => `javascript:${mark}`,
  (mark) => `https://${mark}.example/`,
  (mark) => `//${mark}.example`,
  (mark) => `${mark}@evil.example`,
  (mark) => `${mark}${'9'.repeat(3_000)}`,
  (mark) => `$(${mark})`,
  (mark) => `{"$ne":"${mark}"}`,
  (mark) => `900-10-${mark}`,
  (mark) => `\ud800${mark}`,
  (mark) => `🦊${mark}e\u0301`,
];

/** A text that was sent, and the part of it that stands nowhere else. */
export interface HostileText {
  readonly text: string;
  /** Empty where the text has none. */
  readonly mark: string;
}

export function hostileText(random: Random): HostileText {
  if (random.chance(0.3)) return { text: anyText(random), mark: '' };
  // Its digit tells it from the name of a field, which an answer may repeat.
  const mark = `zq${random.below(2 ** 32).toString(36)}7xj`;
  return { text: random.pick(frames)(mark), mark };
}
