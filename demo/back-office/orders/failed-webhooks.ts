import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Locale, localeOf } from '../locale.ts';
import { type MerchantApi, NoAnswerError, RefusedError } from '../merchant-api.ts';
import type { FailedEvents } from '../merchant-api-types.ts';
import { alert, type Html, home, officePage } from '../page.ts';
import { problemText } from '../problem-text.ts';
import { choice, periodNames, periods } from './orders-page.ts';
import { sentItem } from './sent-item.ts';

const address = `${home}/webhooks/failed`;
const dayMs = 24 * 60 * 60 * 1000;

export interface FailedWebhooksOptions {
  readonly api: MerchantApi;
  readonly now: () => number;
}

interface FailedView {
  readonly failed: FailedEvents;
  /** Of the form: pressed twice, all is sent again once. */
  readonly key: string;
  /** How far back is chosen in it. */
  readonly days?: number;
  readonly problem?: string;
  /** How many were sent again, as the address has it. */
  readonly resent?: string | undefined;
}

/** `/webhooks/failed`: what could not be delivered, and a form that sends all of it again. */
export function failedWebhooks({ api, now }: FailedWebhooksOptions): Hono {
  const app = new Hono();

  app.get('/', async (c) => {
    const failed = await api.listFailedEvents();
    const view = { failed, key: randomUUID(), resent: c.req.query('resent') };
    return c.html(failedPage(view, localeOf(c)));
  });

  app.post('/', async (c) => {
    const locale = localeOf(c);
    const form = await c.req.parseBody();
    const key = typeof form.key === 'string' && form.key !== '' ? form.key : randomUUID();
    const days = periods.find((each) => String(each) === form.days) ?? periods[0];
    try {
      // From the start of a day: pressed twice, it is the same call.
      const since = new Date((Math.floor(now() / dayMs) - days) * dayMs).toISOString();
      const resent = await api.resendFailedEvents(since, key);
      return c.redirect(`${address}?resent=${resent}`, 303);
    } catch (error) {
      const failed = await api.listFailedEvents();
      if (error instanceof NoAnswerError) {
        const problem = locale.strings.trouble.noAnswerText;
        return c.html(failedPage({ failed, key, days, problem }, locale), 503);
      }
      if (!(error instanceof RefusedError)) throw error;
      const problem = problemText(error.problem, locale.strings);
      return c.html(failedPage({ failed, key: randomUUID(), days, problem }, locale), 409);
    }
  });

  return app;
}

function failedPage(
  { failed, key, days = periods[0], problem, resent }: FailedView,
  locale: Locale,
): Html {
  const { strings, formats } = locale;
  const { common, webhooks, orders } = strings;
  const { events, has_more, endpoints } = failed;
  const failing = endpoints.filter(({ failing_since }) => failing_since !== null);
  const title = common.failedWebhooks;
  const content = html`<h1>${title}</h1>
      <p class="lead">${webhooks.lead}</p>
      ${/^\d{1,6}$/.test(resent ?? '') ? html`<p class="done" role="status">${webhooks.resent(formats.count(Number(resent)))}</p>` : ''}
      ${problem === undefined ? '' : alert(problem)}
      ${failing.map(({ url, failing_since }) => html`<p class="hint">${webhooks.failing(url)} ${formats.time(failing_since ?? '')}</p>`)}
      ${
        events.length === 0
          ? html`<p class="empty">${webhooks.none}</p>`
          : html`
      <form class="filters" method="post" action="${address}">
        <input type="hidden" name="key" value="${key}" />
        ${choice('days', common.made, String(days), periodNames(orders))}
        <button class="button quiet">${webhooks.sendAll}</button>
      </form>
      <section class="card">
        ${has_more ? html`<p class="hint">${webhooks.latest(formats.count(events.length))}</p>` : ''}
        <ul class="webhooks">
          ${events.map((event) => {
            const order = `${home}/orders/${event.checkout_id}`;
            const about = html`<a href="${order}">${common.order}</a>, ${formats.time(event.created_at)}`;
            return sentItem(event, { address: `${order}/resend`, strings, about });
          })}
        </ul>
      </section>`
      }`;
  const isRefused = problem !== undefined;
  return officePage({ title, isRefused, section: 'orders', content }, locale);
}
