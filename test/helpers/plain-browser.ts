import assert from 'node:assert/strict';
import type { TestLending } from './lending.ts';

export interface PlainPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The same without the tokens of its links: random letters, which spell a short word now and then. */
  readonly said: string;
  readonly heading: string;
  /** The text of the page, markup taken away. */
  readonly text: string;
  /** Where the first form goes, or undefined. */
  readonly action: string | undefined;
  /** The hidden fields of the page. */
  readonly hidden: Readonly<Record<string, string>>;
  /** What stands in the text fields of the page. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of the boxes that are ticked. */
  readonly ticked: readonly string[];
  /** The fields that are marked as wrong, each with the message that describes it. */
  readonly invalid: Readonly<Record<string, string>>;
  /** Messages of the error summary. */
  readonly errors: readonly string[];
}

interface PageInit extends Omit<RequestInit, 'headers' | 'duplex'> {
  duplex?: 'half';
  headers?: Record<string, string>;
}

/** A POST that a page answers in place would be sent again by loading that page again. */
const inPlace: readonly number[] = [200, 400, 403, 409, 429, 503];

type Lending = Pick<TestLending, 'app' | 'context'>;

/** A browser forgets a longer one. */
const longestCookie = 4096;

/** A browser without scripts: it follows redirects, keeps cookies by path and posts forms. */
export class PlainBrowser {
  readonly #lending: Lending;
  /** Of the service's own pages; a form of any other is refused in place. */
  readonly #origin: string;
  /** By path and name. */
  readonly #cookies = new Map<string, { path: string; pair: string; isSession?: boolean }>();

  readonly #keepsCookies: boolean;

  constructor(lending: Lending, { keepsCookies = true } = {}) {
    this.#lending = lending;
    this.#keepsCookies = keepsCookies;
    this.#origin = lending.context.config.publicUrl;
  }

  /** Takes a cookie for all paths that another host has set for their whole domain. */
  plant(pair: string): void {
    this.#cookies.set(`of the domain: ${pair}`, { path: '/', pair });
  }

  /** The same browser, before it has had another answer. */
  copy(): PlainBrowser {
    const copy = new PlainBrowser(this.#lending, { keepsCookies: this.#keepsCookies });
    for (const [name, cookie] of this.#cookies) copy.#cookies.set(name, cookie);
    return copy;
  }

  open(url: string, headers: Record<string, string> = {}): Promise<PlainPage> {
    return this.#load(pathOf(url), { headers });
  }

  /** Posts a form as a page of the service would. */
  post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PlainPage> {
    return this.postBody(url, new URLSearchParams(fields).toString(), headers);
  }

  /** The same with the form's body as it goes over the wire. */
  postBody(
    url: string,
    body: string | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<PlainPage> {
    return this.#load(pathOf(url), formOf(body, { origin: this.#origin, ...headers }));
  }

  /** Posts a form whose answer comes in when this one's result is called. */
  async postLate(url: string, fields: Record<string, string>): Promise<() => void> {
    const body = new URLSearchParams(fields).toString();
    const answer = await this.#send(pathOf(url), formOf(body, { origin: this.#origin }));
    return () => this.#keepCookies(answer);
  }

  /** Opens a page whose answer comes in when this one's result is called. */
  async openLate(url: string): Promise<() => void> {
    const answer = await this.#send(pathOf(url), {});
    return () => this.#keepCookies(answer);
  }

  /** Closes the browser and opens it again: cookies without an end are gone. */
  restart(): void {
    for (const [place, { isSession }] of this.#cookies) {
      if (isSession) this.#cookies.delete(place);
    }
  }

  /** What stands in a cookie of any path. */
  cookie(name: string): string | undefined {
    const pairs = [...this.#cookies.values()].map(({ pair }) => pair);
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  async #load(path: string, init: PageInit): Promise<PlainPage> {
    const answer = await this.#send(path, init);
    this.#keepCookies(answer);
    const location = answer.headers.get('location');
    if (answer.status === 303 && location !== null) return this.#load(pathOf(location), {});
    const isOwnForm = init.method === 'POST' && init.headers?.origin === this.#origin;
    if (isOwnForm) assert.ok(!inPlace.includes(answer.status), 'a 303 is wanted');
    return readPage(answer);
  }

  async #send(path: string, init: PageInit): Promise<Response> {
    const headers = { ...init.headers, cookie: this.#cookiesFor(path) };
    return this.#lending.app.request(path, { ...init, headers });
  }

  #cookiesFor(path: string): string {
    return [...this.#cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ pair }) => pair)
      .join('; ');
  }

  #keepCookies(answer: Response): void {
    if (!this.#keepsCookies) return;
    for (const line of answer.headers.getSetCookie()) {
      assert.match(line, /HttpOnly/);
      assert.match(line, /SameSite=(Lax|Strict)/);
      assert.ok(line.length <= longestCookie, `a cookie of ${line.length} characters`);
      const [pair = ''] = line.split(';');
      const path = /Path=([^;]+)/.exec(line)?.[1] ?? '/';
      const place = `${path} ${pair.split('=')[0]}`;
      if (/Max-Age=0\b/.test(line)) this.#cookies.delete(place);
      else this.#cookies.set(place, { path, pair, isSession: !/Max-Age=/.test(line) });
    }
  }
}

function formOf(body: string | ReadableStream, headers: Record<string, string>): PageInit {
  const type = 'application/x-www-form-urlencoded';
  return {
    method: 'POST',
    duplex: 'half',
    headers: { 'content-type': type, ...headers },
    body,
  };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
}

const linkToken = /(?<=\/)[\w-]{43}(?=[/"?])/g;

async function readPage(answer: Response): Promise<PlainPage> {
  const html = await answer.text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)];
  const summary = /<div class="problem".*?<\/div>/s.exec(html)?.[0] ?? '';
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    said: html.replaceAll(linkToken, ''),
    heading: plain(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    text: plain(html.replace(/<head>.*<\/head>/s, '')),
    action: /<form[^>]* action="([^"]*)"/.exec(html)?.[1],
    hidden: Object.fromEntries(
      all(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g).map(([, n, v]) => [n, v ?? '']),
    ),
    values: Object.fromEntries(
      all(/<input[^>]* name="([^"]*)"\s+type="text"\s+value="([^"]*)"/g).map(([, n, v]) => [
        n,
        v ?? '',
      ]),
    ),
    ticked: all(/<input[^>]*type="checkbox"[^>]*>/g)
      .filter(([box]) => /\schecked\s/.test(box))
      .map(([box]) => /name="(.*?)"/.exec(box)?.[1] ?? ''),
    invalid: Object.fromEntries(
      // The name of a group stands in the first of its answers.
      all(
        /<(?:input|select|fieldset)\b(?=[^>]*aria-describedby="([^"]*)"[^>]*aria-invalid="true").*?\sname="([^"]*)"/gs,
      ).map(([, ids = '', name]) => [name, describedBy(html, ids)]),
    ),
    errors: [...summary.matchAll(/<li><a [^>]*>(.*?)<\/a>/gs)].map(([, text]) => plain(text ?? '')),
  };
}

/** What the errors among the elements of these ids say. */
function describedBy(html: string, ids: string): string {
  return ids
    .split(' ')
    .map((id) => new RegExp(`<p class="error" id="${id}">(.*?)</p>`, 's').exec(html)?.[1] ?? '')
    .filter((text) => text !== '')
    .map(plain)
    .join(' ');
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
