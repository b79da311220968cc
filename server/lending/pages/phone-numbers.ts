import { html } from 'hono/html';
import type { Html } from './page.ts';

const PHONE_NUMBER = /(1-\d{3}-\d{3}-\d{4})/;

/** A text whose telephone numbers stay on one line and can be called. */
export function withPhoneNumbers(text: string): Html {
  const parts = text.split(PHONE_NUMBER);
  return html`${parts.map((part, index) => (index % 2 === 1 ? phoneNumber(part) : part))}`;
}

function phoneNumber(number: string): Html {
  return html`<a class="phone" href="tel:+${number.replaceAll('-', '')}">${number}</a>`;
}
