import { sampleTexts } from './sample-texts.ts';
export { fillText } from './regulated-texts.ts';
export type { RegulatedText } from './regulated-texts.ts';
export const regulatedTexts = sampleTexts.all;
export const currentText: typeof sampleTexts.current = (...a) => sampleTexts.current(...a);
export const findText: typeof sampleTexts.find = (...a) => sampleTexts.find(...a);
export const findTextByDigest: typeof sampleTexts.findByDigest = (...a) =>
  sampleTexts.findByDigest(...a);
export const isPublished: typeof sampleTexts.isPublished = (...a) => sampleTexts.isPublished(...a);
