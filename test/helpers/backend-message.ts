/** A message of PostgreSQL's protocol: its letter, its length, what it says. */
export function backendMessage(letter: string, text: Buffer | string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from(`${letter}....`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
