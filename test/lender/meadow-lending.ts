import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the API's description leaves open, and how Meadow Lending names it. */
const meadowNames: Readonly<Record<string, string>> = {
  first_name: 'given_name',
  last_name: 'family_name',
  requested_amount: 'loan_amount',
  description: 'memo',
  apr: 'rate',
  monthly_payment: 'installment',
  term_months: 'months',
  application_status: 'loan_state',
  expires_at: 'valid_until',
};
const apiNames = Object.fromEntries(
  Object.entries(meadowNames).map(([ours, theirs]) => [theirs, ours]),
);

/** Stands before the embedded service and gives open fields the names of a lender that is not ours. */
export async function startMeadowLending(
  serviceUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    passOn(serviceUrl, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(
  serviceUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization = '', 'idempotency-key': key } = request.headers;
  const sent = await text(request);
  const answer = await fetch(`${serviceUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization,
      'content-type': 'application/json',
      ...(typeof key === 'string' && { 'idempotency-key': key }),
    },
    ...(sent !== '' && { body: JSON.stringify(asTheApi(JSON.parse(sent))) }),
  });
  const body = JSON.stringify(renamed(await answer.json(), meadowNames));
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
}

/** Whoever sends the API's own names is not understood. */
function asTheApi(sent: Record<string, unknown>): unknown {
  const known = Object.entries(sent).filter(([name]) => !Object.hasOwn(meadowNames, name));
  return renamed(Object.fromEntries(known), apiNames);
}

function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [
    names[name] ?? name,
    renamed(each, names),
  ]);
  return Object.fromEntries(members);
}
