import { type Context, Hono } from 'hono';
import { typedAmount } from '../format.ts';
import { type Locale, localeOf } from '../locale.ts';
import {
  keyAfter,
  type MerchantApi,
  NoAnswerError,
  newKey,
  RefusedError,
} from '../merchant-api.ts';
import type { Charge, ChargeKind, Checkout, Refund } from '../merchant-api-types.ts';
import { home, messagePage, readKey } from '../page.ts';
import { problemText, wrongField } from '../problem-text.ts';
import type { Done } from '../strings/strings.ts';
import {
  cancelPage,
  chargePage,
  limitPage,
  linkPage,
  refundPage,
  resolvePage,
  type Sent,
} from './action-pages.ts';

/**
 * `/orders/{id}/charge`, `/refund`, `/resolve`, `/cancel`, `/limit`, `/link`: a page each with one form, and `/resend`.
 * The BFF has the last word on what can be done; its reason stands above the form.
 */
export function orderActions({ api }: { api: MerchantApi }): Hono {
  const app = new Hono();

  app.get('/:id/charge', async (c) => {
    const checkout = await read(c, api);
    const kind = readKind(c.req.query('kind'));
    if (checkout === null || kind === null) return notFound(c);
    return c.html(chargePage(checkout, kind, newKey(), localeOf(c)));
  });

  app.post('/:id/charge', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    const form = await c.req.parseBody();
    const kind = readKind(String(form.kind));
    if (checkout === null || kind === null) return notFound(c);
    const sent = readSent(form);
    const amount = typedAmount(sent.amount);
    if (amount === null)
      return c.html(chargePage(checkout, kind, unreadable(sent, locale), locale), 400);
    const body = {
      transaction_description: kind,
      amount,
      ...(sent.note !== '' && { description: sent.note }),
    };
    const call = api.createCharge(checkout.checkout_id, body, sent.key);
    const failed = await attempt(call, sent, locale);
    if (failed !== null) return c.html(chargePage(checkout, kind, failed, locale), 409);
    return toOrder(c, checkout, isKnown(await call) ? 'charge' : 'unclear');
  });

  app.get('/:id/refund', async (c) => {
    const checkout = await read(c, api);
    const charge = chargeOf(checkout, c.req.query('charge'));
    if (checkout === null || charge === undefined) return notFound(c);
    return c.html(refundPage(checkout, charge, newKey(), localeOf(c)));
  });

  app.post('/:id/refund', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    const form = await c.req.parseBody();
    const charge = chargeOf(checkout, String(form.charge));
    if (checkout === null || charge === undefined) return notFound(c);
    const sent = readSent(form);
    const isWhole = sent.how !== 'part';
    const amount = typedAmount(sent.amount);
    if (!isWhole && amount === null) {
      return c.html(refundPage(checkout, charge, unreadable(sent, locale), locale), 400);
    }
    // Whoever types a part means it, whatever is chosen: nothing goes back by mistake.
    if (isWhole && sent.amount !== '') {
      const problem = locale.strings.actions.allOrPart;
      return c.html(refundPage(checkout, charge, { ...sent, problem, wrong: 'how' }, locale), 400);
    }
    const body = {
      ...(!isWhole && amount !== null && { amount }),
      ...(sent.note !== '' && { reason: sent.note }),
    };
    const { checkout_id } = checkout;
    const call = api.createRefund(checkout_id, charge.charge_id, body, sent.key);
    const failed = await attempt(call, sent, locale);
    if (failed !== null) return c.html(refundPage(checkout, charge, failed, locale), 409);
    return toOrder(c, checkout, isKnown(await call) ? 'refund' : 'unclear');
  });

  app.get('/:id/resolve', async (c) => {
    const found = await readUnresolved(c, api);
    if (found === null) return notFound(c);
    return c.html(resolvePage(found.checkout, found, newKey(), localeOf(c)));
  });

  app.post('/:id/resolve', async (c) => {
    const locale = localeOf(c);
    const found = await readUnresolved(c, api);
    if (found === null) return notFound(c);
    const { checkout, charge, refund } = found;
    const sent = readSent(await c.req.parseBody());
    const { answer, number, key } = sent;
    const isThere = answer === 'there';
    if ((!isThere && answer !== 'not_there') || (isThere && refund === null && number === '')) {
      const problem = locale.strings.actions.answerMissing;
      const wrong = isThere ? 'number' : 'answer';
      return c.html(resolvePage(checkout, found, { ...sent, problem, wrong }, locale), 400);
    }
    const { checkout_id: id } = checkout;
    const call =
      refund === null
        ? api.resolveCharge(
            id,
            charge.charge_id,
            isThere ? { as: 'charged', payment_request_uuid: number } : { as: 'not_charged' },
            key,
          )
        : api.resolveRefund(
            refund,
            id,
            isThere
              ? { as: 'refunded', ...(number !== '' && { refund_request_uuid: number }) }
              : { as: 'not_refunded' },
            key,
          );
    const failed = await attempt(call, sent, locale);
    return failed === null
      ? toOrder(c, checkout, 'resolved')
      : c.html(resolvePage(checkout, found, failed, locale), 409);
  });

  app.get('/:id/cancel', async (c) => {
    const checkout = await read(c, api);
    return checkout === null ? notFound(c) : c.html(cancelPage(checkout, newKey(), localeOf(c)));
  });

  app.post('/:id/cancel', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    if (checkout === null) return notFound(c);
    const sent = readSent(await c.req.parseBody());
    const call = api.cancelCheckout(checkout.checkout_id, sent.key);
    const failed = await attempt(call, sent, locale);
    if (failed !== null) return c.html(cancelPage(checkout, failed, locale), 409);
    const { status } = await call;
    return toOrder(c, checkout, status === 'cancelled' ? 'cancel' : 'cancelling');
  });

  app.get('/:id/limit', async (c) => {
    const checkout = await read(c, api);
    return checkout === null ? notFound(c) : c.html(limitPage(checkout, newKey(), localeOf(c)));
  });

  app.post('/:id/limit', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    if (checkout === null) return notFound(c);
    const sent = readSent(await c.req.parseBody());
    const amount = typedAmount(sent.amount);
    if (amount === null) return c.html(limitPage(checkout, unreadable(sent, locale), locale), 400);
    const call = api.raiseLimit(checkout.checkout_id, amount, sent.key);
    const failed = await attempt(call, sent, locale);
    if (failed !== null) return c.html(limitPage(checkout, failed, locale), 409);
    const { status } = await call;
    return toOrder(c, checkout, status === 'done' ? 'limit' : 'limit-unclear');
  });

  app.get('/:id/link', async (c) => {
    const checkout = await read(c, api);
    return checkout === null ? notFound(c) : c.html(linkPage(checkout, newKey(), localeOf(c)));
  });

  app.post('/:id/link', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    if (checkout === null) return notFound(c);
    const sent = readSent(await c.req.parseBody());
    const call = api.issueLink(checkout.checkout_id, sent.key);
    const failed = await attempt(call, sent, locale);
    if (failed !== null) return c.html(linkPage(checkout, failed, locale), 409);
    return toOrder(c, await call, 'link');
  });

  app.post('/:id/resend', async (c) => {
    const locale = localeOf(c);
    const checkout = await read(c, api);
    if (checkout === null) return notFound(c);
    const form = await c.req.parseBody();
    const sent = readSent(form);
    const failed = await attempt(api.resendEvent(String(form.event), sent.key), sent, locale);
    if (failed?.problem === undefined) return toOrder(c, checkout, 'resend');
    const title = locale.strings.trouble.notSentAgain;
    const message = { title, text: failed.problem, section: 'orders' } as const;
    return c.html(messagePage(message, locale), 409);
  });

  // Where the language is changed on the page that says why not.
  app.get('/:id/resend', (c) =>
    c.redirect(`${home}/orders/${encodeURIComponent(c.req.param('id'))}`, 303),
  );

  return app;
}

function read(c: Context, api: MerchantApi): Promise<Checkout | null> {
  return api.readCheckout(c.req.param('id') ?? '');
}

function notFound(c: Context): Response | Promise<Response> {
  const locale = localeOf(c);
  const { notFound: title, noOrder: text } = locale.strings.trouble;
  return c.html(messagePage({ title, text, section: 'orders' }, locale), 404);
}

/** After a form the browser is led on: a reload sends nothing again. */
function toOrder(c: Context, { checkout_id }: Pick<Checkout, 'checkout_id'>, done: Done): Response {
  return c.redirect(`${home}/orders/${checkout_id}?done=${done}`, 303);
}

/** True if the lender has said that it has it. */
function isKnown({ status }: Charge | Refund): boolean {
  return status !== 'working' && status !== 'unresolved';
}

function readKind(text: string | undefined): ChargeKind | null {
  const kind = Number(text);
  return kind === 109 || kind === 111 || kind === 113 ? kind : null;
}

function chargeOf(checkout: Checkout | null, id: string | undefined): Charge | undefined {
  return checkout?.charges.find(({ charge_id }) => charge_id === id);
}

interface Unresolved {
  readonly checkout: Checkout;
  readonly charge: Charge;
  /** Null where it is the charge that is to be resolved. */
  readonly refund: Refund | null;
}

/** What `charge` and, of a refund, `refund` of the address name. */
async function readUnresolved(c: Context, api: MerchantApi): Promise<Unresolved | null> {
  const checkout = await read(c, api);
  const charge = chargeOf(checkout, c.req.query('charge'));
  if (checkout === null || charge === undefined) return null;
  const refundId = c.req.query('refund');
  if (refundId === undefined) return { checkout, charge, refund: null };
  const refunds = await api.listRefunds(checkout.checkout_id, charge.charge_id);
  const refund = refunds.find(({ refund_id }) => refund_id === refundId);
  return refund === undefined ? null : { checkout, charge, refund };
}

type Form = Readonly<Record<string, unknown>>;

function readSent(form: Form): Required<Omit<Sent, 'problem' | 'wrong'>> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '');
  return {
    ...readKey(text),
    amount: text('amount'),
    how: text('how'),
    note: text('note'),
    answer: text('answer'),
    number: text('number'),
  };
}

function unreadable(sent: Sent, { strings }: Locale): Sent {
  return { ...sent, problem: strings.common.amountUnreadable, wrong: 'amount' };
}

/** Null when it was done. */
async function attempt(
  call: Promise<unknown>,
  sent: Sent,
  { strings }: Locale,
): Promise<Sent | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof NoAnswerError)) throw error;
    const again = { ...sent, ...keyAfter(error, sent) };
    if (error instanceof NoAnswerError) {
      return { ...again, problem: strings.trouble.actionUnclear };
    }
    const { problem } = error;
    return { ...again, problem: problemText(problem, strings), wrong: wrongField(problem) };
  }
}
