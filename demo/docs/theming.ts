import { html } from 'hono/html';
import type { Html } from '../pages/html-document.ts';
import { themeFile, themes } from '../themes.ts';
import { code, type DocsPage, prose, rows } from './docs-page.ts';
import { readSurfaces, type Surface } from './public-surface.ts';

const sample = `
soft-pull-checkout {
  --soft-pull-font: "Iowan Old Style", Georgia, serif;
  --soft-pull-accent: light-dark(#1f5244, #8ed3b4);
  --soft-pull-radius: 14px;
}`;

const scheme = `
/* By default it follows the system. Pin it if your page has one scheme. */
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
  lead: 'Set colors, corners and fonts of the checkout with CSS custom properties, in frame mode too.',
  group: 'Guides',
  body: async () => {
    const surfaces = await readSurfaces();
    return html`
      ${code('CSS', 'custom properties', sample)}
      <p>${prose('Properties set on the element are passed into the frame. They are updated when they change, for example by a class, a media query or a style sheet that loads later. A web font of your page is not passed in: name a system font after it.')}</p>
      <p>${prose('`--soft-pull-accent` alone sets a whole brand. The text on buttons, the hover color, links, the focus ring and selected states derive from it. Contrast is kept in light and in dark, for a yellow as for a navy blue.')}</p>
      <h2 id="schemes">Light and dark</h2>
      ${code('CSS', 'color scheme', scheme)}
      <p>${prose('Every default color has a light and a dark value. Text has a contrast of at least 4.5 to 1 in both, field borders and the focus ring 3 to 1. Keep that contrast in your own colors. Forced colors and reduced motion are supported.')}</p>
      <h2 id="themes">Four themes to copy</h2>
      <ul>
        ${themes.map(
          ({ id, name }) =>
            html`<li><a href="/?theme=${id}">${name}</a>: <a href="${themeFile(id)}">CSS</a></li>`,
        )}
      </ul>
      <p>${prose('The contrast of each theme is tested in light and dark: 4.5 to 1 for text, and 3 to 1 for field borders and the focus ring. In the last theme it is 7 to 1 and 4.5 to 1.')}</p>
      <h2 id="parts">Parts</h2>
      ${code('CSS', 'a part', part)}
      <p>${prose('In frame mode, a page can style the part `card` only. The other ')}<a href="/docs/reference#parts">parts</a>${prose(' need `isolation="inline"`. Custom properties work in both modes.')}</p>
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
