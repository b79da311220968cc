import { html } from 'hono/html';
import { code, type DocsPage, prose, rows } from './docs-page.ts';
import type { Html } from '../pages/html-document.ts';
import { themes, themeFile } from '../themes.ts';
import { readSurfaces, type Surface } from './public-surface.ts';

const sample = `
soft-pull-checkout {
  --soft-pull-font: "Iowan Old Style", Georgia, serif;
  --soft-pull-accent: light-dark(#1f5244, #8ed3b4);
  --soft-pull-radius: 14px;
}`;

const scheme = `
/* Follows the reader's system by itself; a page of one colour pins it. */
soft-pull-checkout {
  color-scheme: light;
}`;

const part = `
soft-pull-checkout::part(primary-button) {
  text-transform: uppercase;
}`;

export const theming: DocsPage = {
  path: '/docs/theming',
  title: 'Theming',
  lead: 'The checkout takes on your colours, corners and type by custom properties, in the frame too.',
  body: async () => {
    const surfaces = await readSurfaces();
    return html`
      ${code('CSS, custom properties', sample)}
      <p>${prose('What is set on the element is carried into the frame and follows when it changes: a class, a media query, a style sheet that comes later. A web font of your page is not carried in: name one that readers have, behind it.')}</p>
      <p>${prose('`--soft-pull-accent` alone is a whole brand: the text on buttons, their color under the pointer, links, the focus ring and what is chosen follow from it, with enough contrast in light and in dark, whether it is a yellow or a navy blue.')}</p>
      <h2 id="schemes">Light and dark</h2>
      ${code('CSS, colour scheme', scheme)}
      <p>${prose('Every default has a light and a dark value, of at least 4.5 to 1 against what is behind it; yours should keep that. Forced colours and reduced motion are followed by themselves.')}</p>
      <h2 id="themes">Four to copy</h2>
      <ul>
        ${themes.map(
          ({ id, name }) =>
            html`<li><a href="/?theme=${id}">${name}</a>: <a href="${themeFile(id)}">its CSS</a></li>`,
        )}
      </ul>
      <p>${prose('The contrast of each is measured in light and in dark colours: 4.5 to 1 for text and 3 to 1 for the borders of fields and the focus ring, 7 and 4.5 in the last.')}</p>
      <h2 id="parts">Parts</h2>
      ${code('CSS, a part', part)}
      <p>${prose('A frame hides its insides from the page, which is its purpose: beside `card` the ')}<a href="/docs/reference#parts">parts</a>${prose(' can be styled with `isolation="inline"` only. Properties work in both.')}</p>
      ${surfaces.map((surface, index) => properties(surface, index === 0))}`;
  },
};

function properties({ tagName, cssProperties }: Surface, isFirst: boolean): Html | string {
  if (cssProperties.length === 0) return '';
  return html`<h2 id="${isFirst ? 'properties' : `${tagName}-properties`}">Custom properties of &lt;${tagName}&gt;</h2>
    ${rows(
      cssProperties.map(({ name, description, default: value }) => ({
        name,
        facts: [html`<code class="type">${value}</code>`],
        text: prose(description),
      })),
    )}`;
}
