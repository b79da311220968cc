import { html } from 'hono/html';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { type Html, paragraphs } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { problemBox } from '../parts.ts';
import { backLink, progress } from './form-page.ts';
import { textPath } from './shown-text.ts';

export interface AuthorizeView {
  readonly reader: Reader;
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly onDate: string;
  /** Why nothing happened; null the first time. */
  readonly problem: string | null;
}

/** The written instructions with the button that gives them right below, and nothing in between. */
export function authorizePage(view: AuthorizeView): Html {
  const { reader, path, onDate, problem } = view;
  const text = reader.strings.apply;
  const shown = reader.texts.current('soft_pull_authorization', reader.locale, onDate);
  const title = text.steps.authorize;
  const content = html`${problemBox(problem)}
    ${progress(view, 'authorize')}
    <h1>${title}</h1>
    <p class="lede">${text.authorizeLede}</p>
    <p>
      <a class="standalone" href="${textPath(shown)}" target="_blank" rel="noopener">${text.save}</a>
    </p>
    <form method="post" action="${path}/authorize">
      <input type="hidden" name="soft_pull_consent_version" value="${shown.version}" />
      <input type="hidden" name="soft_pull_consent_text_sha256" value="${sha256Hex(shown.text)}" />
      <div class="authorization">${paragraphs(shown.text)}</div>
      <div class="actions"><button type="submit">${text.agree}</button></div>
    </form>
    <p class="actions">${backLink(view, 'authorize')}</p>`;
  return page(reader, { title, hasErrors: problem !== null }, content);
}
