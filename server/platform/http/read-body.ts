import { HttpInputError } from './http-input-error.ts';

/** The whole body. Stops reading, with `too_large`, as soon as it is longer than `maxBytes`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) throw new HttpInputError('too_large');
  // Node's parser holds a client to the length it announced.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  return request.body ? readStream(request.body, maxBytes) : new Uint8Array(0);
}

async function readStream(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new HttpInputError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
