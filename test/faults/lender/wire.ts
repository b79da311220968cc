import type { ServerResponse } from 'node:http';

/** What goes out to the BFF. */
export interface Wire {
  readonly status: number;
  readonly text: string;
  /** `application/json` when absent. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A status of 1xx that comes before it. */
  readonly interim?: number;
  /** Where the connection breaks: before the status, or within the body. */
  readonly cut?: 'before' | 'within';
}

const bodiless: ReadonlySet<number> = new Set([204, 304]);

export function writeWire(response: ServerResponse, wire: Wire): void {
  const { status, text, type = 'application/json', headers = {}, interim, cut } = wire;
  if (interim !== undefined) response.socket?.write(`HTTP/1.1 ${interim} Interim\r\n\r\n`);
  if (cut === 'before') return void response.destroy();
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': type,
    ...headers,
    ...(!bodiless.has(status) && { 'content-length': bytes.byteLength }),
  });
  if (bodiless.has(status)) response.end();
  else if (cut === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/** The BFF sees that the lender has answered with a 2xx. */
export function saysDone({ status, cut, interim }: Wire): boolean {
  // At a 100 that it has not asked for, undici breaks the connection.
  return cut !== 'before' && interim !== 100 && status >= 200 && status < 300;
}
