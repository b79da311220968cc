import type { TestContext } from 'node:test';
import type { Lender, LenderObserver } from '../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { createHttpClient } from '../../server/platform/outbound/http-client.ts';
import { rawHttpServer } from './raw-server.ts';

/** What a lender answers: JSON, unless `text` is given. */
export interface ScriptedAnswer {
  status?: number;
  body?: unknown;
  text?: string;
}

export interface ScriptedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Null where none was sent. */
  body: unknown;
}

/** The built-in adapter over HTTP before a server that says what the test wants. */
export async function scriptedLender(
  t: TestContext,
  answer: (request: ScriptedRequest) => ScriptedAnswer,
): Promise<{
  lender: Lender;
  url: string;
  requests: ScriptedRequest[];
  called: Array<Parameters<LenderObserver['called']>[0]>;
  noticed: Array<Parameters<LenderObserver['noticed']>[0]>;
}> {
  const requests: ScriptedRequest[] = [];
  const { url } = await rawHttpServer(t, async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://lender.test');
    const sent = (await incoming.setEncoding('utf8').toArray()).join('');
    const request = {
      method: incoming.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: incoming.headers,
      body: sent === '' ? null : JSON.parse(sent),
    };
    requests.push(request);
    const { status = 200, body, text } = answer(request);
    const type = text === undefined ? 'application/json' : 'text/html';
    response.writeHead(status, { 'content-type': type });
    response.end(text ?? JSON.stringify(body));
  });
  const http = createHttpClient({
    limits: { getRetries: 0 },
    probe: () => ({ url: `${url}/probe` }),
  });
  t.after(() => http.close());
  const called: Array<Parameters<LenderObserver['called']>[0]> = [];
  const noticed: Array<Parameters<LenderObserver['noticed']>[0]> = [];
  const lender = createSponsorLendingApi({
    http,
    baseUrl: url,
    username: 'sponsor@example.test',
    password: 'secret',
    softPullMs: 60_000,
    probeUserId: 'admin/1',
    observer: { called: (call) => called.push(call), noticed: (oddity) => noticed.push(oddity) },
  });
  return { lender, url, requests, called, noticed };
}
