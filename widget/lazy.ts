/*
 * What comes after the first part of the form: one chunk, fetched once that part is drawn, since its
 * files share most of their words and weigh less together.
 */
export { parseStep } from './client/parse-step.ts';

export { isInView } from './elements/in-view.ts';

export { defineResultScreens, resultScreen } from './flow/result-screens.ts';

export { resultTitle } from './flow/result-title.ts';

export { StepWatcher } from './flow/step-watcher.ts';

export { toApplicationBody } from './screens/details/check-draft.ts';

export { checkDraft } from './screens/details/check-draft.ts';

export { consentPart } from './screens/details/consent-part.ts';

export { homePart } from './screens/details/home-part.ts';

export { lazyPartsStyles } from './screens/details/lazy-parts.styles.ts';

export { formSummary } from './screens/details/form-summary.ts';

export { showTyped } from './screens/details/typed-formats.ts';
