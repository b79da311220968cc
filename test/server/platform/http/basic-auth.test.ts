import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import {
  basicAuthHeader,
  parseBasicAuth,
  passwordMatches,
} from '../../../../server/platform/http/basic-auth.ts';

describe('parseBasicAuth()', () => {
  for (const credentials of [
    { username: 'sponsor@example.test', password: 'sandbox-api-password' },
    { username: 'sk_key', password: '' },
    { username: 'u', password: 'with:colon and é' },
  ]) {
    it(`reads what basicAuthHeader() wrote for ${credentials.username}`, () => {
      assert.deepEqual(parseBasicAuth(basicAuthHeader(credentials)), credentials);
    });
  }

  for (const header of [undefined, '', 'Bearer abc', 'Basic', 'Basic %%%', 'Basic bm9jb2xvbg==']) {
    it(`finds none in ${header}`, () => assert.equal(parseBasicAuth(header), undefined));
  }
});

describe('passwordMatches()', () => {
  it('compares with the digest', () => {
    assert.equal(passwordMatches('secret', sha256Hex('secret')), true);
    assert.equal(passwordMatches('Secret', sha256Hex('secret')), false);
  });

  it('never matches an unknown account', () => {
    assert.equal(passwordMatches('', undefined), false);
    assert.equal(passwordMatches('secret', undefined), false);
  });
});
