import {
  type BasicCredentials,
  basicAuthHeader,
} from '../../../server/platform/http/basic-auth.ts';
import type { Desk } from './desk.ts';
import {
  type Answer,
  methodNotAllowed,
  noSuchPage,
  parsedBody,
  unauthenticated,
  type ViewRequest,
} from './rest-framework.ts';
import { type FoundRoute, type Operation, routesAt } from './routes.ts';
import type { Troubles } from './troubles.ts';
import type { WebRequest } from './web-server.ts';

/** A call of the API that came with the sponsor's login. */
export interface HeardCall extends ViewRequest {
  readonly operation: Operation;
}

interface Api {
  desk: Desk;
  troubles: Troubles;
  heard: HeardCall[];
  credentials: BasicCredentials;
}

/** Answers one request of the API; null breaks the connection. */
export async function answerApi(api: Api, request: WebRequest): Promise<Answer | null> {
  const { method, url, headers, bytes } = request;
  const found = routesAt(url.pathname);
  if (found.length === 0) return withoutRoute(url);
  if (headers.authorization !== basicAuthHeader(api.credentials)) return unauthenticated;
  const match = found.find(({ route }) => route.method === method);
  if (match === undefined) return methodNotAllowed(method, methodsOf(found));
  const parsed = await parsedBody(headers['content-type'] ?? '', bytes);
  if ('refusal' in parsed) return parsed.refusal;
  return act(api, match, { path: match.path, query: url.searchParams, body: parsed.body });
}

async function act(
  { desk, troubles, heard }: Api,
  { route: { operation, view } }: FoundRoute,
  request: ViewRequest,
): Promise<Answer | null> {
  heard.push({ operation, ...request });
  const trouble = troubles.take(operation);
  if (trouble === 'cut_before') return null;
  if (typeof trouble === 'object' && !trouble.acts) return trouble;
  const answer = troubles.rewritten(operation, view(desk, request));
  if (trouble === 'cut_after') return null;
  if (trouble !== 'hold') return trouble ?? answer;
  return (await troubles.hold()) === 'drop' ? null : answer;
}

/** A slash that is missing at the end is put there by a redirect. */
function withoutRoute({ pathname, search }: URL): Answer {
  if (routesAt(`${pathname}/`).length === 0) return noSuchPage;
  return { status: 301, headers: { location: `${pathname}/${search}` }, body: '' };
}

function methodsOf(found: readonly FoundRoute[]): string[] {
  return found.map(({ route }) => route.method);
}
