import { html } from 'hono/html';
import type { Html } from '../pages/html-document.ts';
import { type DocsPage, prose, type Row, rows } from './docs-page.ts';
import { type PropertyEntry, readSurfaces, type Surface } from './public-surface.ts';
import { typeSections, typeText } from './reference-types.ts';

export const reference: DocsPage = {
  path: '/docs/reference',
  title: 'Reference',
  lead: 'Every attribute, property, method, event, part, screen and error code, generated from the source.',
  body: async () => {
    const surfaces = await readSurfaces();
    return html`${surfaces.map((surface, index) => elementSection(surface, index === 0))}
    ${typeSections()}`;
  },
};

/** The first element's sections have the short anchors. */
function elementSection(surface: Surface, isFirst: boolean): Html {
  const { tagName, summary, properties, readable, methods, events, parts, cssProperties } = surface;
  const prefix = isFirst ? '' : `${tagName}-`;
  return html`<h2 id="${tagName}">&lt;${tagName}&gt;</h2>
    <p>${prose(summary)}</p>
    ${part(prefix, 'properties', 'Attributes and properties', properties.map(propertyRow))}
    ${part(prefix, 'readable', 'Read-only properties', readable.map(propertyRow))}
    ${part(
      prefix,
      'methods',
      'Methods',
      methods.map(({ name, type, description }) => ({
        name: `${name}()`,
        facts: [typeText(type)],
        text: prose(description),
      })),
    )}
    ${events.length > 0 ? eventsPart(prefix, surface) : ''}
    ${part(
      prefix,
      'parts',
      'Parts',
      parts.map(({ name, description }) => ({ name: `::part(${name})`, text: prose(description) })),
    )}
    ${
      cssProperties.length === 0
        ? ''
        : html`<p>
            Its ${cssProperties.length} custom properties are listed under
            <a href="/docs/theming#${prefix}properties">Theming</a>.
          </p>`
    }`;
}

function part(prefix: string, id: string, title: string, list: readonly Row[]): Html | string {
  return list.length === 0 ? '' : html`<h3 id="${prefix}${id}">${title}</h3>${rows(list)}`;
}

function propertyRow({ name, attribute, type, description }: PropertyEntry): Row {
  const shown = attribute ?? name;
  return {
    name: shown,
    facts: [...(shown === name ? [] : [html`property <code>${name}</code>`]), typeText(type)],
    text: prose(description),
  };
}

function eventsPart(prefix: string, { events }: Surface): Html {
  return html`<h3 id="${prefix}events">Events</h3>
    <p>
      All events bubble, cross shadow roots and carry no personal data. Their fields are on the event
      itself: <code>event.step</code>.
    </p>
    ${rows(
      events.map(({ name, description, fields, className }) => ({
        name,
        facts: [
          html`<code class="type">${className}</code>`,
          ...fields.map((field) => html`<code>${field.name}</code>: ${typeText(field.type)}`),
        ],
        text: prose(description),
      })),
    )}`;
}
