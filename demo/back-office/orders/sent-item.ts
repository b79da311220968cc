import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { SentEvent } from '../merchant-api-types.ts';
import type { Html } from '../page.ts';
import type { Strings } from '../strings/strings.ts';

export interface SentItemOptions {
  /** Where the form leads that sends it again. */
  readonly address: string;
  readonly strings: Strings;
  /** Of what it is about, such as a link to its order. */
  readonly about?: Html;
}

/** A webhook, what became of it, and a button to send it again. */
export function sentItem(event: SentEvent, { address, strings, about }: SentItemOptions): Html {
  const { event_id, type, status, deliveries } = event;
  const { common, order, webhookStatuses } = strings;
  const [kind, what] = type.split('.');
  // The event stands as the worst of its endpoints does: what those answered says why.
  const attempts = deliveries
    .filter((delivery) => delivery.status === status)
    .flatMap((delivery) => delivery.attempts);
  const last = attempts.at(-1);
  const answer = String(last?.status ?? last?.error ?? order.nothing);
  return html`<li>
    <div>
      <code>${kind}.<wbr />${what}</code>
      <p class="soft">${about === undefined ? '' : html`${about} · `}${webhookStatuses[status]}, ${order.tries(attempts.length)}${last === undefined ? '' : `, ${order.answered(answer)}`}</p>
    </div>
    ${
      status === 'not_sent'
        ? ''
        : html`<form method="post" action="${address}">
      <input type="hidden" name="event" value="${event_id}" />
      <input type="hidden" name="key" value="${randomUUID()}" />
      <button id="resend-${event_id}" class="button quiet" aria-label="${order.sendTypeAgain(type)}">${common.sendAgain}</button>
    </form>`
    }
  </li>`;
}
