import { html } from 'hono/html';
import type { RegulatedText } from '../../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { type Html, paragraphs } from '../../documents/html.ts';
import type { PageContext } from '../page-context.ts';

/** A regulated text to be opened in place, with the way to keep it. */
export function reading(
  { strings }: PageContext,
  { id, version, locale, text }: RegulatedText,
  title: string,
): Html {
  return html`<details class="reading">
    <summary>${title}</summary>
    <div id="${id}-text" class="regulated">${paragraphs(text)}</div>
    <p>
      <a class="standalone" href="${textPath({ id, version, locale })}" target="_blank" rel="noopener"
        >${strings.apply.save}</a
      >
    </p>
  </details>`;
}

/** A short one, in full. */
export function shortNotice({ locale, texts }: PageContext, id: TextId, onDate: string): Html {
  return html`<div class="aside" id="${id}-text">
    ${paragraphs(texts.current(id, locale, onDate).text)}
  </div>`;
}

/** Where the service publishes the text by itself. */
export function textPath({
  id,
  version,
  locale,
}: Pick<RegulatedText, 'id' | 'version' | 'locale'>): string {
  return `/texts/${id}/${version}/${locale}`;
}
