import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { equalDigests, hmacToken, sha256Hex } from '../../../../server/platform/crypto/digest.ts';

describe('equalDigests()', () => {
  it('compares texts of any length', () => {
    assert.equal(equalDigests('secret', 'secret'), true);
    assert.equal(equalDigests('secret', 'secres'), false);
    assert.equal(equalDigests('secret', 'secret '), false);
    assert.equal(equalDigests('', ''), true);
  });
});

describe('sha256Hex()', () => {
  it('is SHA-256 in hex', () => {
    assert.equal(
      sha256Hex('abc'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('hmacToken()', () => {
  it('keeps its parts apart', () => {
    const key = new Uint8Array(32);
    assert.notEqual(hmacToken(key, 'ab', 'c'), hmacToken(key, 'a', 'bc'));
    assert.equal(hmacToken(key, 'a', 'b'), hmacToken(key, 'a', 'b'));
  });
});
