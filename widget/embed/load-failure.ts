import type { WidgetErrorCode } from '../contract/flow-message.ts';
import { type Language, wireLocale } from '../contract/language.ts';
import { embedTexts } from './embed-texts.ts';
import { make } from './make.ts';

/** Why there is no application to see. */
export type LoadFailure = Extract<WidgetErrorCode, 'network' | 'misconfigured' | 'frame_blocked'>;

/** Only the page's own words cannot be mended by trying again. */
export function mayTryAgain(failure: LoadFailure): boolean {
  return failure !== 'misconfigured';
}

/** Says that there is none, and offers to try again where that may help. */
export function loadFailure(
  failure: LoadFailure,
  language: Language,
  onRetry: () => void,
): Element {
  const lang = wireLocale(language);
  const { unreachable, misconfigured, retry } = embedTexts[lang];
  const text = mayTryAgain(failure) ? unreachable : misconfigured;
  const alert = make('div', { role: 'alert', lang, dir: 'auto' }, make('p', {}, text));
  if (mayTryAgain(failure)) {
    const button = make('button', { type: 'button', onclick: onRetry }, retry);
    button.part.add('primary-button');
    alert.append(button);
  }
  return alert;
}
