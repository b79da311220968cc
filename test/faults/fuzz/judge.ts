import { detailResponse } from '../../../server/lending-api/answers.ts';
import { routes } from '../../../server/lending-api/routes.ts';
import { problemWith } from '../../conformance/answers.ts';
import type { WildRequest } from './wild-request.ts';

export interface Verdict {
  isServerError: boolean;
  /** What is wrong with the answer by the route's own description. */
  problem: string | undefined;
}

const patterns = routes
  .map(({ method, path }) => ({
    method: method.toUpperCase(),
    path,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${withoutSlash(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((one, other) => one.parameters - other.parameters);

/** Compares an answer with what its route says of itself; what no route takes has a DetailResponse. */
export function judge(request: WildRequest, status: number, text: string): Verdict {
  return { isServerError: status >= 500, problem: problemOf(request, status, text) };
}

function problemOf(request: WildRequest, status: number, text: string): string | undefined {
  const path = withoutSlash(new URL(request.address, 'http://localhost').pathname);
  // A path written without parameters is nobody's id: what it does not take is 405.
  const matching = patterns.filter(({ pattern }) => pattern.test(path));
  const closest = matching.filter(({ parameters }) => parameters === matching[0]?.parameters);
  const taken = closest.find(({ method }) => method === request.method);
  const problem = taken ? problemWith(taken, status, text) : unroutedProblem(status, text);
  return problem ?? echoOf(request, status, text);
}

function unroutedProblem(status: number, text: string): string | undefined {
  if (![400, 401, 404, 405, 413, 415].includes(status)) return `${status} where there is no route`;
  return detailResponse.safeParse(asJson(text)).success ? undefined : `no DetailResponse: ${text}`;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal tells nobody the SSN or the account number that was sent. */
function echoOf({ body }: WildRequest, status: number, text: string): string | undefined {
  if (status < 400 || typeof body !== 'string') return undefined;
  const secrets = [...body.matchAll(/"(?:ssn|ach_account_number)":"([\d-]{9,})"/g)];
  const echoed = secrets.some(([, secret = '']) => text.includes(secret));
  return echoed ? 'the refusal repeats what must not be repeated' : undefined;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
