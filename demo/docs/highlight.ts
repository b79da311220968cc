import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import php from 'highlight.js/lib/languages/php';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { html, raw } from 'hono/html';
import type { Html } from '../pages/html-document.ts';

for (const [name, grammar] of Object.entries({ bash, css, javascript, php, typescript, xml })) {
  hljs.registerLanguage(name, grammar);
}

/** What stands above a sample, and the grammar that its text is read by. */
const grammars = {
  HTML: 'xml',
  CSS: 'css',
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  TSX: 'typescript',
  PHP: 'php',
  Vue: 'xml',
  Svelte: 'xml',
  Shell: 'bash',
} as const;

export type SampleLanguage = keyof typeof grammars;

/** The text in spans with the classes `hljs-…`, which `docs.css` colors; `hljs` escapes it. */
export function highlighted(language: SampleLanguage, text: string): Html {
  return html`${raw(hljs.highlight(text, { language: grammars[language] }).value)}`;
}
