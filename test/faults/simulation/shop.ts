import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import type { Merchant } from '../../../server/bff/context.ts';
import type { WebhookPayload } from '../../../server/bff/merchant-api/webhooks.ts';
import { minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts } from './facts.ts';
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
  /** Epoch milliseconds: from then on its server answers all. */
  until: number;
}

/** A signature that is older may be a copy of somebody's (BFF's README, webhooks). */
const refusedAfterMs = 5 * minuteMs;

/** Where the merchant's webhooks go. */
export function hookUrlOf(letter: string): string {
  return `https://hooks-${letter.toLowerCase()}.example/in`;
}

/** A merchant's server. */
export class Shop {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly publishableKey: string;
  readonly origin: string;
  /** Webhooks that it has acknowledged, in the order of their arrival. */
  readonly heard: Heard[] = [];
  /** What its seller makes of a webhook. */
  onNews: (news: WebhookPayload) => Promise<void> = async () => undefined;
  /** Webhooks that were too old when they came. */
  refusedOld = 0;
  readonly #options: ShopOptions;
  #keys = 0;

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
    const made = await this.process.run(() => this.insist('/checkouts', body, { tries: 6 }));
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

  newKey(): string {
    this.#keys += 1;
    return `${this.name}-${this.#keys}`;
  }

  /** A POST with one key, until it is answered. */
  async insist(
    path: string,
    body: unknown,
    { tries, key = this.newKey() }: { tries: number; key?: string },
  ): Promise<{ status: number; body: unknown; key: string } | undefined> {
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
    this.process.run(() => void this.onNews(payload));
    return new Response(null, { status: 204 });
  }

  get #hookKey(): Buffer {
    return Buffer.from(this.#options.webhookSecret.slice('whsec_'.length), 'base64');
  }
}
