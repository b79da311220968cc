import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import {
  type BackOffice,
  type BackOfficeOptions,
  openBackOffice,
} from '../../../demo/back-office/back-office.ts';
import { home } from '../../../demo/back-office/page.ts';
import { scratchRoot } from '../../helpers/scratch.ts';

export const PASSWORD = 'a password of the office';
export const OFFICE = 'http://localhost:8080';
const webhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** A back office in a file of its own, as a browser and the BFF reach it. */
export class TestOffice {
  readonly office: BackOffice;
  /** A site that has the office where it belongs. */
  readonly #site: Hono;
  readonly #folder: string;
  readonly #cookies = new Map<string, string>();

  private constructor(office: BackOffice, folder: string) {
    this.office = office;
    this.#site = new Hono().route(home, office.app);
    this.#folder = folder;
  }

  static async open(
    options: Pick<BackOfficeOptions, 'bffUrl' | 'secretKey'> & Partial<BackOfficeOptions>,
  ): Promise<TestOffice> {
    const folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-office-'));
    const office = openBackOffice({
      publicUrl: OFFICE,
      webhookSecret,
      password: PASSWORD,
      isPasswordShown: false,
      sellers: [{ user_id: 'hillside-rep-2', name: 'Jamie Field' }],
      file: join(folder, 'back-office.db'),
      ...options,
    });
    return new TestOffice(office, folder);
  }

  /** A page below `/back-office`, as its browser sees it. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#site.request(`${home}${path}`, {
      headers: { cookie: this.#cookie(), ...headers },
    });
  }

  async page(path: string): Promise<string> {
    const answer = await this.get(path);
    if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
    return answer.text();
  }

  /** Sends a form; from the office's own pages, unless `origin` says otherwise. */
  async post(
    path: string,
    form: Record<string, string> = {},
    origin = OFFICE,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const answer = await this.#site.request(`${home}${path}`, {
      method: 'POST',
      headers: { ...headers, origin, cookie: this.#cookie() },
      body: new URLSearchParams(form),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  signIn(password = PASSWORD): Promise<Response> {
    return this.post('/sign-in', { password });
  }

  /** A webhook about a checkout, signed as the BFF signs it. @param sent what arrives in its place */
  async tell(
    { id = randomUUID(), type = 'checkout.offers', ...data }: Record<string, unknown>,
    sent?: string,
  ): Promise<Response> {
    const at = new Date();
    const body = JSON.stringify({
      type,
      timestamp: at.toISOString(),
      data: { order_id: 'S-1', status: 'offers', version: 3, amount: '8400.00', ...data },
    });
    return this.#site.request(`${home}/webhooks`, {
      method: 'POST',
      headers: {
        'webhook-id': String(id),
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(webhookSecret).sign(String(id), at, body),
      },
      body: sent ?? body,
    });
  }

  async close(): Promise<void> {
    this.office.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** Where a form leads, below `/back-office`. */
export function ledTo(answer: Response): string {
  return (answer.headers.get('location') ?? '').replace(home, '');
}

/** The value of a field in a page's form. */
export function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? '';
}
