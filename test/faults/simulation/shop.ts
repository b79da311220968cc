import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import type { Merchant } from '../../../server/bff/context.ts';
import type { CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import type { WebhookPayload } from '../../../server/bff/merchant-api/webhooks.ts';
import { hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { parseCents } from '../../../server/platform/money.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts } from './facts.ts';
import type { History } from './history.ts';
import { bffUrl } from './services.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

export interface Heard {
  readonly id: string;
  readonly payload: WebhookPayload;
}

export interface ShopOptions {
  merchant: Merchant;
  secretKey: string;
  orderSecret: string;
  webhookSecret: string;
  random: Random;
  facts: Facts;
  history: History;
  /** Epoch milliseconds: its seller does nothing after it, and its server answers all. */
  until: number;
}

/** A signature that is older may be a copy of somebody's (BFF's README, webhooks). */
const refusedAfterMs = 5 * minuteMs;

/** Where the merchant's webhooks go. */
export function hookUrlOf(letter: string): string {
  return `https://hooks-${letter.toLowerCase()}.example/in`;
}

/** A merchant's server, and the seller behind it. */
export class Shop {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly publishableKey: string;
  readonly origin: string;
  /** Webhooks that it has acknowledged, in the order of their arrival. */
  readonly heard: Heard[] = [];
  /** Webhooks that were too old when they came. */
  refusedOld = 0;
  readonly #options: ShopOptions;
  #keys = 0;
  /** Charges and checkouts that the seller has made up their mind about. */
  readonly #considered = new Set<string>();

  constructor(letter: string, options: ShopOptions) {
    this.name = `shop ${letter}`;
    this.process = new SimulatedProcess(this.name);
    this.#options = options;
    this.publishableKey = options.merchant.publishable_key;
    this.origin = options.merchant.origins[0] ?? '';
    stage().network.listen(new URL(hookUrlOf(letter)).origin, {
      name: this.name,
      process: this.process,
      answer: (request) => this.#takeWebhook(request),
    });
  }

  /** An order as its server signs it. */
  signOrder(orderId: string, amount: string): Promise<string> {
    const issuedAt = Math.floor(stage().time.now / 1_000);
    return new SignJWT({ amount, order_id: orderId, description: 'Heat pump' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.publishableKey)
      .setAudience(bffUrl)
      .setJti(crypto.randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 900)
      .sign(new TextEncoder().encode(this.#options.orderSecret));
  }

  /** A checkout that its server makes. @returns what the consumer's page is given, if it was heard */
  async makeCheckout(orderId: string, amount: string): Promise<string | undefined> {
    const body = { amount, order_id: orderId, return_url: `${this.origin}/checkout` };
    const made = await this.process.run(() => this.#insist('/checkouts', body, 6));
    const checkout = made?.body as { checkout_id: string; client_token: string } | undefined;
    if (made?.status !== 201 || checkout === undefined) return undefined;
    this.#options.facts.opened(checkout.checkout_id, this.publishableKey);
    this.#options.facts.keyAnswered(made.key, checkout.checkout_id);
    return checkout.client_token;
  }

  /** A GET, as it is answered; undefined when it was not. */
  async read<T>(path: string): Promise<T | undefined> {
    const answer = await this.call('GET', path);
    return answer?.status === 200 ? (answer.body as T) : undefined;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ status: number; body: unknown } | undefined> {
    const { secretKey, facts } = this.#options;
    const answer = await fetch(`${bffUrl}/v1/merchant${path}`, {
      method,
      headers: {
        authorization: basicAuthHeader({ username: secretKey, password: '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60 * secondMs),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer === undefined || text === undefined) return undefined;
    facts.answered({ method, path, status: answer.status, text });
    try {
      return { status: answer.status, body: JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  /** A POST with one key, until it is answered. */
  async #insist(
    path: string,
    body: unknown,
    tries: number,
  ): Promise<{ status: number; body: unknown; key: string } | undefined> {
    this.#keys += 1;
    const key = `${this.name}-${this.#keys}`;
    for (let left = tries; left > 0; left -= 1) {
      const answer = await this.call('POST', path, body, key);
      if (answer !== undefined && answer.status < 500 && answer.status !== 409) {
        return { ...answer, key };
      }
      await sleep((tries - left + 1) ** 2 * 10 * secondMs);
    }
    return undefined;
  }

  async #takeWebhook(request: Request): Promise<Response> {
    const { random, facts, until } = this.#options;
    const raw = await request.text();
    const id = request.headers.get('webhook-id') ?? '';
    const timestamp = request.headers.get('webhook-timestamp') ?? '';
    const signed = createHmac('sha256', this.#hookKey).update(`${id}.${timestamp}.${raw}`);
    if (request.headers.get('webhook-signature') !== `v1,${signed.digest('base64')}`) {
      facts.wrong.push('I5: a webhook with a wrong signature');
    }
    if (Math.abs(stage().time.now - Number(timestamp) * secondMs) > refusedAfterMs) {
      this.refusedOld += 1;
      return new Response(null, { status: 400 });
    }
    if (stage().time.now < until && random.chance(0.05)) {
      return new Response(null, { status: random.pick([500, 503, 302, 404]) });
    }
    const payload = JSON.parse(raw) as WebhookPayload;
    this.heard.push({ id, payload });
    this.process.run(() => void this.#consider(payload));
    return new Response(null, { status: 204 });
  }

  get #hookKey(): Buffer {
    return Buffer.from(this.#options.webhookSecret.slice('whsec_'.length), 'base64');
  }

  /** What the seller makes of the news. */
  async #consider({ type, data }: WebhookPayload): Promise<void> {
    const { random } = this.#options;
    const subject = `${type} ${data.charge_id ?? data.checkout_id}`;
    if (this.#considered.has(subject) || stage().time.now >= this.#options.until) return;
    this.#considered.add(subject);
    const { checkout_id: id, charge_id: chargeId } = data;
    const path = `/checkouts/${id}`;
    if (type === 'checkout.chosen' && random.chance(0.1)) await this.#cancel(path);
    if (type === 'checkout.accepted' && random.chance(0.06)) await this.#cancel(path);
    if (chargeId === undefined) return;
    if (type === 'charge.approved' && random.chance(0.12)) await this.#refund(path, chargeId, null);
    if (type === 'charge.settled' && random.chance(0.5)) {
      const amount = random.chance(0.5) ? `${20 + random.below(300)}.00` : null;
      await this.#refund(path, chargeId, amount);
      if (random.chance(0.3)) await this.#refund(path, chargeId, '15.00');
    }
  }

  async #cancel(path: string): Promise<void> {
    await sleep(this.#options.random.pick([0, 5, 120]) * secondMs);
    this.#options.history.tell(this.name, `cancels ${path}`);
    const made = await this.#insist(`${path}/cancel`, {}, 8);
    if (made?.status !== 200) return;
    const { checkout_id: id, status } = made.body as CheckoutView;
    if (status === 'cancelled') this.#options.facts.cancelled.add(id);
  }

  /** @param amount null: all that is left */
  async #refund(path: string, chargeId: string, amount: string | null): Promise<void> {
    const { random, facts, history } = this.#options;
    await sleep(random.pick([0, 0, 3 * minuteMs, 12 * hourMs]));
    history.tell(this.name, `refunds ${amount ?? 'the rest'} of ${chargeId}`);
    const body = amount === null ? {} : { amount };
    const made = await this.#insist(`${path}/charges/${chargeId}/refunds`, body, 8);
    if (made?.status !== 201) return;
    const refund = made.body as { refund_id: string; amount: string };
    facts.keyAnswered(made.key, refund.refund_id);
    facts.refunds.set(refund.refund_id, parseCents(refund.amount));
  }
}
