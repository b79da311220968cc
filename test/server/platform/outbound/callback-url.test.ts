import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalOfUrl } from '../../../../server/platform/outbound/callback-url.ts';

describe('refusalOfUrl() [asvs:callback-url]', () => {
  for (const [url, refusal] of [
    ['https://sponsor.example/callbacks', undefined],
    ['https://sponsor.example:8443/callbacks?a=1', undefined],
    ['https://8.8.8.8/', undefined],
    ['sponsor.example', 'not_a_url'],
    ['ftp://sponsor.example/', 'not_https'],
    ['http://sponsor.example/', 'not_https'],
    ['https://user:secret@sponsor.example/', 'has_credentials'],
    ['https://user@sponsor.example/', 'has_credentials'],
    ['https://:secret@sponsor.example/', 'has_credentials'],
    ['https://sponsor.example:22/', 'port_not_allowed'],
    ['https://127.0.0.1/', 'address_not_public'],
    ['https://2130706433/', 'address_not_public'],
    ['https://0x7f.1/', 'address_not_public'],
    ['https://0177.0.0.1/', 'address_not_public'],
    ['https://①②⑦.⓪.⓪.①/', 'address_not_public'],
    ['https://[::ffff:127.0.0.1]/', 'address_not_public'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'address_not_public'],
    ['https://169.254.169.254/latest/meta-data/', 'address_not_public'],
  ] as const) {
    it(`says ${refusal ?? 'nothing against'} ${url}`, () => {
      assert.equal(refusalOfUrl(url, []), refusal);
    });
  }

  it('lets a development machine through by http and on any port', () => {
    const allowed = ['localhost', '127.0.0.1', '[::1]'];
    for (const url of ['http://localhost:8787/x', 'http://127.0.0.1:1/', 'http://[::1]:9/']) {
      assert.equal(refusalOfUrl(url, allowed), undefined);
    }
    assert.equal(refusalOfUrl('http://localhost.evil.example/', allowed), 'not_https');
  });
});
