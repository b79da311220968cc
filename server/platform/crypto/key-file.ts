import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const keyBytes = 32;

/** Reads 32 bytes of base64url. @throws RangeError, without the text, when it is anything else. */
export function parseKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== keyBytes) {
    throw new RangeError(`must be ${keyBytes} bytes in base64url (43 characters)`);
  }
  return key;
}

/**
 * The key in `file`. When there is none it is made once: the exclusive flag lets one process win,
 * and the others read what that one wrote.
 */
export function readOrMakeKeyFile(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  try {
    const key = randomBytes(keyBytes);
    writeFileSync(file, `${key.toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return parseKey(readFileSync(file, 'utf8'));
  }
}
