/* What comes after the form: a chunk of its own, fetched once the form is drawn. */
export { defineLaterScreens } from './define-later-screens.ts';
export { laterScreen } from './later-screen.ts';
export { laterTitle } from './later-title.ts';
export { StepWatcher } from './step-watcher.ts';
