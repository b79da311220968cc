import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

const phonePattern = /(1-\d{3}-\d{3}-\d{4})/;

/** A text whose telephone numbers stay on one line and can be called. */
export function withPhoneNumbers(text: string): Html {
  const parts = text.split(phonePattern);
  return html`${parts.map((part, index) => (index % 2 === 1 ? phoneNumber(part) : part))}`;
}

function phoneNumber(number: string): Html {
  return html`<a class="phone" href="tel:+${number.replaceAll('-', '')}">${number}</a>`;
}

/** A text of the registry: paragraphs parted by an empty line. */
export function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${withPhoneNumbers(paragraph)}</p>`)}`;
}

export function facts(rows: readonly (readonly [name: string, value: string | Html])[]): Html {
  return html`<dl class="facts">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
