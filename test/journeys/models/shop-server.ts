import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sandboxSecretKey } from '../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import type { Product } from '../../helpers/serve.ts';

export interface MadeCheckout {
  checkout_id: string;
  client_token: string;
  url: string;
}

interface Here {
  readonly product: Pick<Product, 'bffUrl'>;
}

/** The shop's server, which alone has the secret key. */
export class ShopServer {
  readonly #here: Here;

  /** @param here the journey, whose product is not started yet */
  constructor(here: Here) {
    this.#here = here;
  }

  /** What is answered below `/v1/merchant/checkouts`. */
  get<Answer>(path: string): Promise<Answer> {
    return this.#call('GET', path);
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call('POST', path, body);
  }

  /** A checkout of a new order. */
  makeCheckout(parts: object = {}): Promise<MadeCheckout> {
    return this.post('', { amount: '8400.00', order_id: randomUUID(), ...parts });
  }

  async #call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.#here.product.bffUrl}/v1/merchant/checkouts${path}`, {
      method,
      headers: {
        authorization: basicAuthHeader({ username: sandboxSecretKey, password: '' }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path} is answered ${answer.status}`);
    return (await answer.json()) as Answer;
  }
}
