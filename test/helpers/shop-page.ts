import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';
import { checkoutSessionSchema, stepAnswerSchema } from '../../widget/contract/checkout.ts';
import { problemSchema } from '../../widget/contract/problem.ts';
import type { CheckoutStep, Screen, StepOf } from '../../widget/contract/step.ts';
import { anApplicationBody } from './applicant-corpus.ts';
import { shop, shopOrigin, shopSecret, type TestBff } from './bff.ts';

export interface PageAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface OrderParts {
  amount?: string;
  order_id?: string;
  jti?: string;
  /** Seconds since the epoch; now, unless said. */
  iat?: number;
  offer_code?: string;
  /** Vouches for the buyer. */
  resume?: boolean;
}

/** An order of the shop, signed as its server signs it. */
export async function signedOrder(
  bff: TestBff,
  {
    amount = '8400.00',
    order_id = randomUUID(),
    jti = randomUUID(),
    iat: issuedAt = Math.floor(bff.now() / 1000),
    offer_code,
    resume,
  }: OrderParts = {},
): Promise<string> {
  const more = { ...(resume && { resume }), ...(offer_code && { offer_code }) };
  return new SignJWT({ amount, order_id, description: 'Heat pump', ...more })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(shop.publishable_key)
    .setAudience(bff.context.config.bffPublicUrl)
    .setJti(jti)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 900)
    .sign(new TextEncoder().encode(shopSecret));
}

/** A complete application, with the consents of today's texts. */
export function anApplication(
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { version, text } = sampleTexts.current('soft_pull_authorization', 'en', '2026-03-02');
  return anApplicationBody({
    soft_pull_consent_version: version,
    soft_pull_consent_text_sha256: sha256Hex(text),
    email: `${randomUUID()}@example.test`,
    ...change,
  });
}

interface CallParts {
  body?: unknown;
  headers?: Record<string, string>;
  /** Aborted when the page waits no longer. */
  signal?: AbortSignal;
}

/** The shop's page with the checkout inline: the calls that the widget makes. */
export class ShopPage {
  readonly bff: TestBff;
  readonly origin: string;
  checkoutId = '';
  token = '';
  resume = '';

  constructor(bff: TestBff, origin = shopOrigin) {
    this.bff = bff;
    this.origin = origin;
  }

  async call(
    method: string,
    path: string,
    { body, headers = {}, signal }: CallParts = {},
  ): Promise<PageAnswer> {
    const answer = await this.bff.app.request(path, {
      method,
      ...(signal && { signal }),
      headers: {
        origin: this.origin,
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body: parsed };
  }

  /** A call below `/v1/checkouts/{id}`. */
  on(method: string, path = '', body?: unknown): Promise<PageAnswer> {
    return this.call(method, `/v1/checkouts/${this.checkoutId}${path}`, { body });
  }

  /** Asks for a checkout; the answer as it comes. */
  ask(parts: Record<string, unknown> = {}): Promise<PageAnswer> {
    const body = {
      merchant: shop.publishable_key,
      return_url: `${shopOrigin}/checkout`,
      locale: 'en',
      ...parts,
    };
    return this.call('POST', '/v1/checkouts', { body });
  }

  async open(parts: Record<string, unknown> = {}): Promise<CheckoutStep> {
    return this.enter(await this.ask(parts));
  }

  enter(answer: PageAnswer): CheckoutStep {
    if (answer.status >= 300) throw new Error(`not opened: ${JSON.stringify(answer.body)}`);
    const session = checkoutSessionSchema.parse(answer.body);
    this.checkoutId = session.checkout_id;
    this.token = session.token;
    this.resume = session.resume;
    return session.step;
  }

  async step(): Promise<CheckoutStep> {
    return stepOf(await this.on('GET'));
  }

  async apply(change: Readonly<Record<string, unknown>> = {}): Promise<CheckoutStep> {
    return stepOf(await this.on('POST', '/application', anApplication(change)));
  }

  async select(offerUuid: string): Promise<CheckoutStep> {
    return stepOf(await this.on('POST', `/offers/${offerUuid}/select`, {}));
  }

  /** Resumes by a handle or a code; the answer as it comes. */
  askToResume(resume: string, parts: Record<string, unknown> = {}): Promise<PageAnswer> {
    const body = { resume, merchant: shop.publishable_key, ...parts };
    return this.call('POST', '/v1/resume', { body });
  }

  charge(): Promise<PageAnswer> {
    return this.on('POST', '/charge', {});
  }
}

/** What a page that has nothing yet is answered when it asks for a checkout of 8400.00. */
export function askForCheckout(
  bff: TestBff,
  parts: Record<string, unknown> = {},
  origin = shopOrigin,
): Promise<PageAnswer> {
  return new ShopPage(bff, origin).ask({ amount: '8400.00', ...parts });
}

export function stepOf(answer: PageAnswer): CheckoutStep {
  if (answer.status >= 300) throw new Error(`no step: ${JSON.stringify(answer.body)}`);
  return stepAnswerSchema.parse(answer.body).step;
}

/** The code of a problem that is one in every respect. */
export function codeOf(answer: PageAnswer): string {
  const type = answer.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) throw new Error(`no problem: ${type}`);
  const problem = problemSchema.parse(answer.body);
  if (problem.status !== answer.status) throw new Error(`${problem.status} in ${answer.status}`);
  return problem.code;
}

/** What a problem says of fields, by their name. */
export function errorsOf({ body }: PageAnswer): unknown {
  return (body as { errors?: unknown }).errors;
}

/** The step as the screen it must be. */
export function as<Name extends Screen>(step: CheckoutStep, screen: Name): StepOf<Name> {
  if (step.screen !== screen) throw new Error(`at ${JSON.stringify(step)}, not at ${screen}`);
  return step as StepOf<Name>;
}
