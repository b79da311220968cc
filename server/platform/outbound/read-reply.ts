import type { Readable } from 'node:stream';

export interface Reply {
  bytes: Buffer;
  /** The reply has more than the limit, or broke off: what came of it is in `bytes`. */
  isCut: boolean;
}

/** Reads a reply up to `maxBytes` and lets go of the connection when there is more. */
export async function readReply(body: Readable, maxBytes: number): Promise<Reply> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > maxBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true };
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes };
}
