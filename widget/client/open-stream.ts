import { ClientError, errorFromAnswer, networkError } from './client-error.ts';
import { type HttpRequest, readJson, send } from './http.ts';

/** Opens an answer that keeps coming; the caller reads its body. */
export async function openStream(
  server: string,
  request: HttpRequest & { lastEventId: string | null },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const call = `${request.method} ${request.path}`;
  try {
    const response = await send(server, request, request.signal);
    if (response.ok && response.body !== null) return response.body;
    throw errorFromAnswer(call, response.status, await readJson(response));
  } catch (error) {
    request.signal.throwIfAborted();
    throw error instanceof ClientError ? error : networkError(call, error);
  }
}
