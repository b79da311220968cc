import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { checkbox, errorSummary, type FieldError, ssnLast4Field } from '../parts.ts';

export interface PortalView {
  readonly action: string;
  readonly errors: readonly FieldError[];
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** Activates the Payment Portal account; autopay is a separate wish, never ticked in advance. */
export function portalPage(reader: Reader, { action, errors, onDate }: PortalView): Html {
  const { strings, locale, texts } = reader;
  const content = html`${errorSummary(reader, errors)}
    <h1>${strings.portal.title}</h1>
    <p class="lede">${texts.current('portal_terms', locale, onDate).text}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(strings.identity, errors)}
      <fieldset>
        <legend>${strings.portal.autopayTitle}</legend>
        <p id="autopay-text">${texts.current('autopay_line', locale, onDate).text}</p>
        ${checkbox({
          name: 'autopay',
          label: strings.portal.autopay,
          errors,
          isRequired: false,
          describedBy: 'autopay-text',
        })}
      </fieldset>
      <div class="actions"><button type="submit">${strings.portal.button}</button></div>
    </form>`;
  return page(reader, { title: strings.portal.title, hasErrors: errors.length > 0 }, content);
}
