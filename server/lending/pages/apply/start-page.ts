import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { reading, shortNotice } from './shown-text.ts';

export interface StartView {
  /** `/invitation/{token}` */
  readonly path: string;
  readonly merchantName: string;
  readonly onDate: string;
}

/**
 * Who lends, what is asked for and what it does not do, before anything is asked. Nobody is greeted by
 * name: who has the link need not be who was invited.
 */
export function startPage(reader: Reader, view: StartView): Html {
  const { strings, lender, locale, texts } = reader;
  const text = strings.apply;
  const title = text.startTitle(view.merchantName);
  const content = html`<h1>${title}</h1>
    <p class="lede">${text.startLede(view.merchantName, lender.name)}</p>
    <p>${texts.current('soft_inquiry_line', locale, view.onDate).text}</p>
    <section>
      <h2>${text.startNeedTitle}</h2>
      <ul>${text.startNeed.map((each) => html`<li>${each}</li>`)}</ul>
    </section>
    ${shortNotice(reader, 'cip_notice', view.onDate)}
    ${reading(reader, texts.current('privacy_notice', locale, view.onDate), text.readPrivacy)}
    <div class="actions">
      <form method="post" action="${view.path}/start"><button type="submit">${text.start}</button></form>
      <form method="post" action="${view.path}/withdraw">
        <button type="submit" class="quiet">${text.withdraw}</button>
      </form>
    </div>
    <p class="small-print">${texts.current('credit_approval_line', locale, view.onDate).text}</p>`;
  return page(reader, { title }, content);
}
