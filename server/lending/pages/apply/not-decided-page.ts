import { html } from 'hono/html';
import { currentText } from '../../../lending-api/texts/registry.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { type Html, page, type Reader } from '../page.ts';

export interface NotDecidedView {
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly onDate: string;
}

/** The bureau did not answer: the same can be sent again without typing it again. */
export function notDecidedPage(reader: Reader, { path, onDate }: NotDecidedView): Html {
  const text = reader.strings.apply;
  const { version, text: shown } = currentText('soft_pull_authorization', reader.locale, onDate);
  const content = html`<h1>${text.notDecidedTitle}</h1>
    <p class="lede">${text.notDecided}</p>
    <form method="post" action="${path}/authorize">
      <input type="hidden" name="soft_pull_consent_version" value="${version}" />
      <input type="hidden" name="soft_pull_consent_text_sha256" value="${sha256Hex(shown)}" />
      <div class="actions"><button type="submit">${text.tryAgain}</button></div>
    </form>`;
  return page(reader, { title: text.notDecidedTitle }, content);
}
