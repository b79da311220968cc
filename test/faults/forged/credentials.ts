import { randomUUID } from 'node:crypto';
import { webhookHeaders } from '../../../server/bff/tokens/webhook-signature.ts';
import { sandboxCallback, sandboxLenderLogin } from '../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { otherKey, shop, shopKey, shopOrigin } from '../../helpers/bff.ts';
import { minuteMs } from '../../helpers/durations.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import { tokenOf } from '../../helpers/link-page.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { as, ShopPage } from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import { mutated, type Originals } from './mutate.ts';
import { type Claims, edwardsToken, forgedOrder, hmacToken } from './order-tokens.ts';
import type { ForgedTestbed } from './testbed.ts';

export interface Verdict {
  readonly isAccepted: boolean;
  /** Status and code. */
  readonly answer: string;
}

/** Something by which somebody is known, with those who would like to be taken for them. */
export abstract class Credential {
  abstract readonly name: string;
  /** How long it is good at the BFF, unused; null while nothing ends it. */
  readonly goodForMs: number | null = null;
  protected readonly testbed: ForgedTestbed;

  constructor(testbed: ForgedTestbed) {
    this.testbed = testbed;
  }

  /** New ones, of two who know nothing of each other. */
  abstract mint(): Promise<Originals>;

  /** Shows a text in the place of the own one. @throws TypeError for what cannot be sent */
  abstract show(text: string): Promise<Verdict>;

  forge(random: Random, originals: Originals): string {
    return mutated(random, originals);
  }

  /** True if a text is the own one in other bytes, so that whoever writes it has the own one. */
  isSame(text: string, own: string): boolean {
    return text === own;
  }
}

/** What no forgery may be answered by: not even that there is something. */
const refusals = new Set([
  '400 invalid_request',
  '401 unauthorized',
  '404 not_found',
  '422 order_invalid',
  '400 order_invalid',
]);

/** Any other answer than a refusal counts as accepted, one that fails too. */
async function verdictOf(response: Response | Promise<Response>): Promise<Verdict> {
  const { status, body } = await answerOf(await response);
  const code = (body as { code?: string } | null)?.code ?? '';
  const answer = `${status} ${code}`.trim();
  return { answer, isAccepted: !refusals.has(answer) };
}

async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: isJson ? JSON.parse(text) : null };
}

/** Reasons for which an order is refused although its signature is good. */
const spentOrders = new Set(['used', 'outdated', 'other_order', 'may_not_bring']);

abstract class OrderToken extends Credential {
  override readonly goodForMs = 15 * minuteMs;
  #claims: Claims = {};

  abstract sign(claims: Claims): string;

  async mint(): Promise<Originals> {
    const { bff } = this.testbed;
    const now = Math.floor(bff.now() / 1000);
    const claims = (iss: string) => ({
      iss,
      aud: bff.context.config.bffPublicUrl,
      jti: randomUUID(),
      iat: now,
      exp: now + 900,
      amount: '8400.00',
      order_id: randomUUID(),
    });
    this.#claims = claims(shop.publishable_key);
    const other = hmacToken(claims('pk_test_other'), this.testbed.orderKeys.otherSecret);
    return { own: this.sign(this.#claims), other };
  }

  async show(order_token: string): Promise<Verdict> {
    const { status, body } = await new ShopPage(this.testbed.bff).ask({ order_token });
    const { code = '', reason = '' } = body as { code?: string; reason?: string };
    const isRefused = code === 'order_invalid' && !spentOrders.has(reason);
    const isAccepted = !isRefused && code !== 'invalid_request';
    return { answer: `${status} ${code} ${reason}`.trim(), isAccepted };
  }

  override forge(random: Random, originals: Originals): string {
    if (random.chance(0.4)) return super.forge(random, originals);
    const { orderKeys: keys } = this.testbed;
    return forgedOrder(random, { token: originals.own, claims: this.#claims, keys });
  }
}

class HmacOrder extends OrderToken {
  readonly name = 'order tokens, HS256';

  sign(claims: Claims): string {
    return hmacToken(claims, this.testbed.orderKeys.secret);
  }
}

class EdwardsOrder extends OrderToken {
  readonly name = 'order tokens, EdDSA';

  sign(claims: Claims): string {
    return edwardsToken(claims, this.testbed.orderKeys.privateKey);
  }
}

/** Of two new checkouts, which nobody has applied in. */
async function twoPages({ bff }: ForgedTestbed): Promise<[ShopPage, ShopPage]> {
  const pages = [new ShopPage(bff), new ShopPage(bff)] as [ShopPage, ShopPage];
  for (const page of pages) await page.open({ amount: '8400.00' });
  return pages;
}

class SessionToken extends Credential {
  readonly name = 'tokens of sessions';
  override readonly goodForMs = 30 * minuteMs;
  #page = new ShopPage(this.testbed.bff);

  async mint(): Promise<Originals> {
    const [page, other] = await twoPages(this.testbed);
    this.#page = page;
    return { own: page.token, other: other.token };
  }

  async show(text: string): Promise<Verdict> {
    const { checkoutId, origin } = this.#page;
    const headers = { origin, authorization: `Bearer ${text}` };
    return verdictOf(this.testbed.bff.app.request(`/v1/checkouts/${checkoutId}`, { headers }));
  }

  override isSame(text: string, own: string): boolean {
    return text.trim() === own;
  }
}

/** Whatever POST `/v1/resume` takes. */
abstract class Resuming extends Credential {
  async show(resume: string): Promise<Verdict> {
    return this.resume({ resume });
  }

  protected async resume(parts: Record<string, unknown>, origin = shopOrigin): Promise<Verdict> {
    return verdictOf(
      this.testbed.bff.app.request('/v1/resume', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ merchant: shop.publishable_key, ...parts }),
      }),
    );
  }
}

class ResumeHandle extends Resuming {
  readonly name = 'handles of tabs';

  async mint(): Promise<Originals> {
    const [page, other] = await twoPages(this.testbed);
    return { own: page.resume, other: other.resume };
  }

  override forge(random: Random, originals: Originals): string {
    if (random.chance(0.6)) return super.forge(random, originals);
    const [id = '', generation = '', mac = ''] = originals.own.split('.');
    const [otherId = ''] = originals.other.split('.');
    return random.pick([
      `${id}.${Number(generation) + 1 + random.below(9)}.${mac}`,
      `${id}.0${generation}.${mac}`,
      `${id}.+${generation}.${mac}`,
      `${id}.${generation}.0.${mac}`,
      `${id}.${generation}.${random.pick(['all', 'link', 'code', 'pay', '', 'ALL'])}.${mac}`,
      `${otherId}.${generation}.${mac}`,
      `${id.toUpperCase()}.${generation}.${mac}`,
      `return.${id}.${mac}`,
    ]);
  }
}

/** What the merchant's server made is opened by its `client_token`, and by its link on the own page. */
abstract class MadeByServer extends Resuming {
  protected async made(): Promise<
    [{ url: string; token: string }, { url: string; token: string }]
  > {
    const server = new MerchantServer(this.testbed.bff);
    const one = async () => {
      const made = await server.make({ order_id: randomUUID() });
      return { url: tokenOf(made), token: made.client_token };
    };
    return [await one(), await one()];
  }
}

class ClientToken extends MadeByServer {
  readonly name = 'client tokens';

  async mint(): Promise<Originals> {
    const [own, other] = await this.made();
    return { own: own.token, other: other.token };
  }
}

class PayLink extends MadeByServer {
  readonly name = 'links to pay';

  async mint(): Promise<Originals> {
    const [own, other] = await this.made();
    return { own: own.url, other: other.url };
  }

  override async show(resume: string): Promise<Verdict> {
    const { origin } = new URL(this.testbed.bff.url);
    return this.resume({ resume, parent_origin: origin }, origin);
  }
}

/** Of a page with offers, where a code may be used again and again. */
async function returnCode(testbed: ForgedTestbed): Promise<{ code: string; page: ShopPage }> {
  const page = new ShopPage(testbed.bff);
  await page.open({ amount: '8400.00' });
  as(await page.apply({ ssn: '900-10-0001' }), 'offers');
  const { sponsor_redirect_url: url } = await testbed.lending.context.database.query
    .selectFrom('applications')
    .select('sponsor_redirect_url')
    .where('external_application_id', '=', page.checkoutId)
    .executeTakeFirstOrThrow();
  return { code: new URL(url ?? '').hash.split('=')[1] ?? '', page };
}

class ReturnCode extends Resuming {
  readonly name = 'return codes';

  async mint(): Promise<Originals> {
    const [own, other] = [await returnCode(this.testbed), await returnCode(this.testbed)];
    return { own: own.code, other: other.code };
  }
}

/** Beside a return code: whoever holds the handle of the tab may do more than the code allows. */
class HeldHandle extends Resuming {
  readonly name = 'handles beside a return code';
  #code = '';

  async mint(): Promise<Originals> {
    const [own, other] = [await returnCode(this.testbed), await returnCode(this.testbed)];
    this.#code = own.code;
    return { own: own.page.resume, other: other.page.resume };
  }

  override async show(held: string): Promise<Verdict> {
    const page = new ShopPage(this.testbed.bff);
    const { status, body } = await page.askToResume(this.#code, { held });
    const { code = '', by_code = false } = body as { code?: string; by_code?: boolean };
    const isRefused = by_code || code === 'invalid_request';
    return { answer: `${status} ${code}`.trim(), isAccepted: !isRefused };
  }
}

abstract class Basic extends Credential {
  override forge(random: Random, originals: Originals): string {
    const decoded = (text: string) => Buffer.from(text.split(' ')[1] ?? '', 'base64').toString();
    const [own, other] = [decoded(originals.own), decoded(originals.other)];
    if (random.chance(0.3)) return super.forge(random, originals);
    const changed = mutated(random, { own, other });
    return `Basic ${Buffer.from(changed, random.pick(['utf8', 'latin1'] as const)).toString('base64')}`;
  }

  /** Credentials that say the same bytes are the same (RFC 7617). */
  override isSame(text: string, own: string): boolean {
    const bytes = (header: string) => {
      const [, encoded = null] = /^basic +(\S+)$/i.exec(header.trim()) ?? [];
      return encoded === null ? null : Buffer.from(encoded, 'base64').toString('hex');
    };
    return bytes(text) === bytes(own);
  }
}

class SecretKey extends Basic {
  readonly name = 'secret keys of merchants';

  async mint(): Promise<Originals> {
    const header = (username: string) => basicAuthHeader({ username, password: '' });
    return { own: header(shopKey), other: header(`${otherKey}x`) };
  }

  async show(authorization: string): Promise<Verdict> {
    return verdictOf(
      this.testbed.bff.app.request('/v1/merchant/checkouts', { headers: { authorization } }),
    );
  }
}

class CallbackLogin extends Basic {
  readonly name = 'logins of callbacks';

  async mint(): Promise<Originals> {
    const other = basicAuthHeader({ ...sandboxCallback, password: randomUUID() });
    return { own: basicAuthHeader(sandboxCallback), other };
  }

  async show(authorization: string): Promise<Verdict> {
    return verdictOf(
      this.testbed.bff.app.request('/callbacks/application', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ event_id: randomUUID() }),
      }),
    );
  }
}

class SponsorLogin extends Basic {
  readonly name = 'logins of sponsors';

  async mint(): Promise<Originals> {
    const other = basicAuthHeader({ ...sandboxLenderLogin, username: 'sponsor-two@example.test' });
    return { own: authorizationOf('sponsor@example.test'), other };
  }

  async show(authorization: string): Promise<Verdict> {
    const path = '/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/';
    const { status } = await this.testbed.lending.app.request(path, { headers: { authorization } });
    return { answer: String(status), isAccepted: status !== 401 };
  }
}

class HostedLink extends Credential {
  readonly name = 'links of the lender';

  async mint(): Promise<Originals> {
    return { own: await this.#link(), other: await this.#link() };
  }

  async #link(): Promise<string> {
    const page = new ShopPage(this.testbed.bff);
    await page.open({ amount: '8400.00' });
    const [offer] = as(await page.apply({ ssn: '900-10-0001' }), 'offers').offers;
    const step = as(await page.select(offer?.offer_uuid ?? ''), 'redirect');
    return new URL(step.consumer_invitation_link).pathname;
  }

  override forge(random: Random, { own, other }: Originals): string {
    const last = (path: string) => path.split('/').at(-1) ?? '';
    const token = mutated(random, { own: last(own), other: last(other) });
    return `${own.slice(0, own.lastIndexOf('/') + 1)}${encodeURIComponent(token)}`;
  }

  async show(path: string): Promise<Verdict> {
    const { status } = await this.testbed.lending.app.request(path);
    return { answer: String(status), isAccepted: status !== 404 && status !== 410 };
  }
}

const webhookBody = JSON.stringify({
  type: 'charge.approved',
  timestamp: '2026-03-02T15:00:00.000Z',
  data: {
    checkout_id: '0b7a0a4e-8f0d-4f5e-9a58-0d3a1f6a9a01',
    order_id: 'S-1',
    status: 'accepted',
    version: 6,
    amount: '8400.00',
  },
});

interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The demo shop's receiver, which takes the time from the process. */
class WebhookSignature extends Credential {
  readonly name = 'signatures of webhooks';

  async mint(): Promise<Originals> {
    const signed = (secret: string): string => {
      const message = { id: randomUUID(), at: Date.now(), body: webhookBody };
      const headers = webhookHeaders([secret], message);
      return JSON.stringify({ headers, body: webhookBody } satisfies SignedWebhook);
    };
    const { webhookSecret, otherWebhookSecret } = this.testbed;
    return { own: signed(webhookSecret), other: signed(otherWebhookSecret) };
  }

  override forge(random: Random, originals: Originals): string {
    const own = JSON.parse(originals.own) as SignedWebhook;
    const other = JSON.parse(originals.other) as SignedWebhook;
    const { 'webhook-signature': signature = '', 'webhook-id': id = '' } = own.headers;
    const { 'webhook-timestamp': at = '' } = own.headers;
    const withHeaders = (headers: Record<string, string>, body = own.body) =>
      JSON.stringify({ headers: { ...own.headers, ...headers }, body });
    const minutes = (count: number) => String(Number(at) + count * 60);
    const signedAt = (moment: number) =>
      webhookHeaders([this.testbed.webhookSecret], { id, at: moment, body: own.body });
    return random.pick([
      () => {
        const changed = mutated(random, { own: signature.slice(3), other: '' });
        return withHeaders({ 'webhook-signature': `v1,${changed}` });
      },
      () => withHeaders({ 'webhook-signature': other.headers['webhook-signature'] ?? '' }),
      () =>
        withHeaders({
          'webhook-signature': signature.replace(
            'v1,',
            random.pick(['v1a,', 'v2,', 'v0,', 'V1,', '', 'v1', 'v1;']),
          ),
        }),
      () => withHeaders({ 'webhook-id': mutated(random, { own: id, other: '' }) }),
      () => withHeaders({ 'webhook-timestamp': minutes(random.pick([-4, -1, 1, 4, 1_000])) }),
      () => withHeaders({ 'webhook-timestamp': `${random.pick(['9', '1'])}${at}` }),
      () => withHeaders(signedAt(Date.now() + random.pick([-6, 6, 60, -600]) * 60_000)),
      () => withHeaders({}, mutated(random, { own: own.body, other: other.body })),
      () => withHeaders({}, own.body.replace('8400.00', `${1 + random.below(9)}8400.00`)),
      () => JSON.stringify({ headers: other.headers, body: own.body }),
      () => withHeaders({ 'webhook-id': `${id}.${at}`, 'webhook-timestamp': '' }),
    ])();
  }

  async show(text: string): Promise<Verdict> {
    const { headers, body } = JSON.parse(text) as SignedWebhook;
    const { status } = await this.testbed.receiver.request('/webhooks', {
      method: 'POST',
      headers,
      body,
    });
    return { answer: String(status), isAccepted: status !== 400 };
  }

  /**
   * White space about a header is not of it, the verifier reads a time up to its last digit and a
   * signature up to its second comma, and a byte order mark is no part of the text of a body.
   */
  override isSame(text: string, own: string): boolean {
    const textOf = (body: string) => new TextDecoder().decode(Buffer.from(body));
    const plain = (signed: string) => {
      const { headers, body } = JSON.parse(signed) as SignedWebhook;
      const { 'webhook-signature': signature = '', 'webhook-id': id = '' } = headers;
      const [version, mac] = signature.trim().split(',');
      const at = Number.parseInt(headers['webhook-timestamp'] ?? '', 10);
      return JSON.stringify([version, mac, id.trim(), at, textOf(body)]);
    };
    return plain(text) === plain(own);
  }
}

export function allCredentials(testbed: ForgedTestbed): readonly Credential[] {
  return [
    HmacOrder,
    EdwardsOrder,
    SessionToken,
    ResumeHandle,
    ClientToken,
    PayLink,
    ReturnCode,
    HeldHandle,
    SecretKey,
    CallbackLogin,
    SponsorLogin,
    HostedLink,
    WebhookSignature,
  ].map((Kind) => new Kind(testbed));
}
