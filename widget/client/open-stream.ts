import { type HttpRequest, requestAnswer } from './http.ts';

/** Opens an answer that keeps coming; the caller reads its body. */
export function openStream(
  server: string,
  request: HttpRequest & { lastEventId: string | null },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return requestAnswer(server, request, { read: bodyOf });
}

async function bodyOf({ body }: Response): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (body === null) throw new TypeError('An answer without a body');
  return body;
}
