import type { WidgetErrorCode } from '../contract/flow-message.ts';
import { type Language, wireLocale } from '../contract/language.ts';
import type { Locale } from '../contract/values.ts';
import { make } from './make.ts';

/** The only texts that must be here before anything else could be fetched. */
export const embedTexts = {
  en: {
    label: 'Financing application',
    unreachable: 'Financing could not be loaded.',
    misconfigured: 'Financing is not available on this page.',
    retry: 'Try again',
  },
  es: {
    label: 'Solicitud de financiamiento',
    unreachable: 'El financiamiento no se pudo cargar.',
    misconfigured: 'El financiamiento no está disponible en esta página.',
    retry: 'Intentar de nuevo',
  },
} as const satisfies Record<Locale, unknown>;

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
