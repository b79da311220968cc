/*
 * What the form needs beyond its first part: a chunk of its own, fetched once that part is drawn.
 */
export { errorSummary } from '../../elements/error-summary.ts';
export { isInView } from '../../elements/in-view.ts';
export { toApplicationBody } from './application-body.ts';
export { checkDraft } from './check-draft.ts';
export { consentPart } from './consent-part.ts';
export { homePart } from './home-part.ts';
export { laterPartsStyles } from './later-parts.styles.ts';
export { saveText } from './save-text.ts';
export { summaryText } from './summary-text.ts';
export { tidied } from './tidied.ts';
