import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../server/config/environment.ts';
import { configReader } from './read-test-config.ts';

describe('SMTP_URL', () => {
  const { read } = configReader();
  const smtp = (SMTP_URL: string) => read({ SMTP_URL }).smtp;

  it('may be left away', () => {
    assert.equal(read({}).smtp, undefined);
  });

  it('says how to reach the mail server and who the mail is from', () => {
    assert.deepEqual(smtp('smtp://localhost:2525'), {
      host: 'localhost',
      port: 2525,
      secure: false,
      login: undefined,
      from: 'notices@localhost',
    });
    assert.deepEqual(smtp('smtps://a%40b:p%2Fw@mail.example?from=loans@lender.example'), {
      host: 'mail.example',
      port: 465,
      secure: true,
      login: { user: 'a@b', password: 'p/w' },
      from: 'loans@lender.example',
    });
    assert.equal(smtp('smtp://[::1]')?.host, '::1');
  });

  const wrong = [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://user@mail.example',
    'smtp://mail.example?pool=true',
    'smtp://mail.example?from=nobody',
    'smtp://user:secret%@mail.example',
  ];
  for (const url of wrong) {
    it(`is refused as ${url}`, () => {
      assert.throws(
        () => smtp(url),
        (error) =>
          error instanceof ConfigError &&
          /^SMTP_URL is wrong: [^\n]+$/.test(error.message) &&
          !error.message.includes('secret'),
      );
    });
  }
});
