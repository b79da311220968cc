import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { transform } from 'lightningcss';
import { html } from 'lit';
import { minifySync } from 'vite';
import { directionOf, type Language, languages, wireLocale } from '../contract/language.ts';
import { formStyles, sharedStyles } from '../flow/shared-styles.ts';
import { aboutForm, formHead } from '../screens/details/first-part.ts';
import { disguised } from '../strings/ar-xb.ts';
import { en } from '../strings/en.ts';
import { es } from '../strings/es.ts';
import type { FormStrings, Strings } from '../strings/strings.ts';
import { frame } from '../styles/card.ts';
import { css } from '../styles/sheet.ts';
import { drawnScript, firstScript } from './first-script.ts';

/** The page around gives the frame the height that its content needs: then nothing here scrolls. */
const frameStyles = css`
  :root {
    color-scheme: light dark;
    overflow: hidden;
    background: transparent;
  }

  body {
    margin: 0;
  }

  /* Until it is defined, when its own styles say the same. */
  soft-pull-flow {
    display: block;
    ${frame}
  }

  [data-returning] soft-pull-details-screen {
    visibility: hidden;
  }

  /* The look of the page comes after the first paint: at once, not by a transition. */
  :root:not([data-themed]) soft-pull-flow {
    --_duration: 0s;
  }

  /* Until the page gives it its height, the end of the form can be reached all the same. */
  :root:not([data-themed]) {
    overflow: auto;
    scrollbar-width: none;
  }

  /* Also where the form that it stands in is hidden. */
  .blocked {
    margin-block-end: var(--_space);
    visibility: visible;
  }

  [data-scripted] .blocked {
    display: none;
  }
`;

const strings: Readonly<Record<Language, Strings>> = { en, es, 'ar-XB': disguised(en) };

/** What the form says where its script does not run. */
interface DocumentTexts {
  blocked: string;
  /** Whom to ask. */
  call: (lender: string, phone: string) => string;
}

const documentEn: DocumentTexts = {
  blocked:
    'Part of this page did not load, so you cannot go on here. Reload the page, or try another browser.',
  call: (lender, phone) => `Or call ${lender} at ${phone}.`,
};

const documentEs: DocumentTexts = {
  blocked:
    'No se cargó una parte de esta página, por lo que no puede continuar aquí. Vuelva a cargar la página o pruebe otro navegador.',
  call: (lender, phone) => `O llame a ${lender} al ${phone}.`,
};

/** What the document says by itself, by its language. */
export const documentTexts: Readonly<Record<Language, DocumentTexts>> = {
  en: documentEn,
  es: documentEs,
  'ar-XB': disguised(documentEn),
};

/**
 * Of every language the name of its document, and the document.
 * @param script path of the module that runs in it
 */
export function writeFrameDocuments(script: string): [fileName: string, source: string][] {
  return languages.map((language) => [`frame.${language}.html`, frameDocument(language, script)]);
}

/**
 * The document in which the flow runs, with the first part of the form in it. What only the BFF knows
 * it fills in: `{{theme}}`, `{{cip_notice}}`, `{{shop}}`, `{{lender}}` and `{{phone}}`. What stands
 * from `{{#lender}}` to `{{/lender}}` it leaves out where it does not know who lends.
 */
function frameDocument(language: Language, script: string): string {
  const { common, form } = strings[language];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${common.label}</title>
<style>${minified(sharedStyles)}</style>
<style>${minified(formStyles + frameStyles)}</style>
<style>{{theme}}</style>
<script>${inline(firstScript)}</script>
<script type="module" src="${script}"></script>
<body>
<soft-pull-flow framed><soft-pull-details-screen class="screen">${firstPart(language, form)}</soft-pull-details-screen></soft-pull-flow>
<script>${inline(drawnScript)}</script>
</body>
</html>
`;
}

function minified(styles: string): string {
  const code = new TextEncoder().encode(styles);
  return new TextDecoder().decode(transform({ filename: 'frame.css', code, minify: true }).code);
}

function inline(script: () => void): string {
  return minifySync('script.js', `(${script})()`).code;
}

/** As the flow would draw it, with headings of the second level and without an amount. */
function firstPart(language: Language, strings: FormStrings): string {
  const texts = new Map([['cip_notice', { text: '{{cip_notice}}', locale: wireLocale(language) }]]);
  const { blocked, call } = documentTexts[language];
  const offeredBy = strings.offeredBy('{{lender}}', '{{shop}}');
  const drawn = html`<div class="head">
      ${formHead({ strings, part: 1, headingLevel: 2, amount: '\u00a0', offeredBy })}
      <p class="notice warning blocked" role="alert">
        ${blocked} {{#lender}}${call('{{lender}}', '{{phone}}')}{{/lender}}
      </p>
    </div>
    <form novalidate>
      ${aboutForm({ strings, texts })}
    </form>`;
  // Lit's own marks are for whoever hydrates, which nobody does here.
  const markup = collectResultSync(render(drawn)).replaceAll(/<!--.*?-->|<\?>/g, '');
  return markup
    .replaceAll(/[ \n]+/g, ' ')
    .replace(/<p class="small offered-by">.*?<\/p>/, '{{#lender}}$&{{/lender}}');
}
