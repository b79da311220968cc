/*
 * What the form needs beyond its first part: a chunk of its own, fetched once that part is drawn.
 */
export { isInView } from '../../elements/in-view.ts';
export { toApplicationBody } from './application-body.ts';
export { checkDraft } from './check-draft.ts';
export { consentPart } from './consent-part.ts';
export { homePart } from './home-part.ts';
export { saveText } from './save-text.ts';
export { tidied } from './tidied.ts';
