import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../contract/values.ts';

/** The only texts that must be here before anything else could be fetched. */
const texts = {
  en: {
    unreachable: 'The financing application could not be loaded.',
    misconfigured: 'Financing is not available on this page.',
    retry: 'Try again',
  },
  es: {
    unreachable: 'No se pudo cargar la solicitud de financiamiento.',
    misconfigured: 'El financiamiento no está disponible en esta página.',
    retry: 'Intentar de nuevo',
  },
} as const satisfies Record<Locale, unknown>;

export type LoadFailure = 'unreachable' | 'misconfigured';

/** Why there is no application to see; only what was out of reach can be tried again. */
export function loadFailure(
  failure: LoadFailure,
  locale: Locale,
  onRetry: () => void,
): TemplateResult {
  const { retry } = texts[locale];
  return html`<div role="alert" lang=${locale}>
    <p>${texts[locale][failure]}</p>
    ${
      failure === 'unreachable'
        ? html`<button type="button" part="primary-button" @click=${onRetry}>${retry}</button>`
        : nothing
    }
  </div>`;
}
