import { ClientError, errorFromAnswer, networkError } from './client-error.ts';

/** The BFF answers an application after 10 s at most; past this, nobody is answering. */
const answerTimeoutMs = 30_000;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  token?: string | null;
  /** Asks for an answer that keeps coming, from behind that event on. */
  lastEventId?: string | null;
  signal: AbortSignal;
}

/**
 * One call to the BFF. A connection that breaks is tried once more: every call may be repeated, and
 * phones change networks.
 * @returns the parsed body
 * @throws ClientError; an abort by the caller throws what the signal says
 */
export async function requestJson(server: string, request: HttpRequest): Promise<unknown> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerTimeoutMs)]);
  const exchange = () => requestAnswer(server, request, { read: readJson, signal });
  return exchange().catch((error: unknown) => {
    if (isBrokenConnection(error)) return exchange();
    throw error;
  });
}

export interface AnswerOptions<Answer> {
  /** What to make of an answer that is no problem. */
  read: (response: Response) => Promise<Answer>;
  /** Ends the call, besides the caller's own signal; that alone by default. */
  signal?: AbortSignal;
}

/** One try. @throws ClientError; an abort by the caller throws what the signal says */
export async function requestAnswer<Answer>(
  server: string,
  request: HttpRequest,
  { read, signal = request.signal }: AnswerOptions<Answer>,
): Promise<Answer> {
  const call = `${request.method} ${request.path}`;
  try {
    const response = await send(server, request, signal);
    if (response.ok) return await read(response);
    throw errorFromAnswer(call, response.status, await readJson(response));
  } catch (error) {
    request.signal.throwIfAborted();
    throw error instanceof ClientError ? error : networkError(call, error);
  }
}

/** Whether `fetch` said that there is no answer; an abort or a timeout is a DOMException. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof ClientError && error.cause instanceof TypeError;
}

/** The request as it goes out. @throws what `fetch` does */
function send(server: string, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (request.token) headers.set('Authorization', `Bearer ${request.token}`);
  if (request.lastEventId !== undefined) headers.set('Accept', 'text/event-stream');
  if (request.lastEventId) headers.set('Last-Event-ID', request.lastEventId);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(new URL(request.path, server), {
    method: request.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    cache: 'no-store',
    credentials: 'omit',
    // Not `no-referrer`: a same-origin POST from the frame would then carry `Origin: null`.
    referrerPolicy: 'strict-origin',
    redirect: 'error',
    signal,
  });
}

/** @returns undefined for what is no JSON */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
