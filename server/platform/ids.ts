import { hash, randomBytes, randomUUID } from 'node:crypto';

/** Where ids and secrets come from. Handed in, so that a sandbox run can be repeated. */
export interface IdSource {
  /** A UUID of version 4, lower-case. */
  uuid(): string;
  /**
   * A UUID of version 7, lower-case: what is made later sorts later, so that new rows stand together
   * in an index. It tells the time (`now`, epoch milliseconds) to whoever sees it; 74 bits are random.
   */
  orderedUuid(now: number): string;
  /**
   * UUIDs of version 4, lower-case, which share their first 48 bits, so that rows that are made and read
   * together stand together in an index. Of each, 74 bits are random by themselves.
   */
  adjacentUuids(count: number): string[];
  /** Decimal digits, each of them uniform; the first may be 0. */
  digits(count: number): string;
  /** 256 bits as base64url, 43 characters. */
  token(): string;
}

/** Ids from the operating system's generator. */
export const randomIds: IdSource = idsFrom(
  (count) => randomBytes(count),
  // Node keeps random bytes in store for these.
  () => randomUUID(),
);

/**
 * Ids that come again in the same order for the same seed: SHA-256 over a counter. The seed is
 * published, so they are for the sandbox only; for one start there, since each begins them anew.
 */
export function seededIds(seed: string): IdSource {
  let counter = 0;
  const bytes = (count: number) => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < count; length += 32) {
      blocks.push(hash('sha256', JSON.stringify([seed, counter]), 'buffer'));
      counter += 1;
    }
    return Buffer.concat(blocks).subarray(0, count);
  };
  return idsFrom(bytes, () => uuidOf(bytes(16)));
}

function idsFrom(bytes: (count: number) => Buffer, uuid: () => string): IdSource {
  return {
    uuid,
    orderedUuid: (now) => {
      const time = now.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid().slice(15)}`;
    },
    adjacentUuids: (count) => {
      const shared = uuid().slice(0, 13);
      return Array.from({ length: count }, () => shared + uuid().slice(13));
    },
    digits: (count) => uniformDigits(count, bytes),
    token: () => bytes(32).toString('base64url'),
  };
}

/** A UUID of version 4, lower-case, from bytes that are as good as random: the first 16. */
export function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join('-')}-${hex.slice(20, 32)}`;
}

// 250 is the largest multiple of 10 within a byte: what lies above it would favour low digits.
function uniformDigits(count: number, bytes: (count: number) => Buffer): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of bytes(count - digits.length)) {
      if (byte < 250) digits += String(byte % 10);
    }
  }
  return digits;
}
