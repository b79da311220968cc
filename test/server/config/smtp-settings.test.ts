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

  it('goes to the port of submission, where TLS comes after the greeting', () => {
    assert.partialDeepStrictEqual(smtp('smtp://mail.example/'), { port: 587, secure: false });
  });

  const noAddress = 'it is no address such as smtp://user:password@host:587';
  const notEncoded = 'user or password is not well encoded';
  const wrong = [
    ['mail.example', noAddress],
    ['http://mail.example', noAddress],
    ['smtp://', 'it names no host'],
    ['smtp://mail.example/path', 'it has a path'],
    ['smtp://user@mail.example', 'user and password go together'],
    ['smtp://mail.example?pool=true', 'from is the only parameter'],
    ['smtp://mail.example?from=nobody', 'from is no e-mail address'],
    ['smtp://user:secret%@mail.example', notEncoded],
    ['smtp://us%er:secret@mail.example', notEncoded],
  ] as const;
  for (const [url, reason] of wrong) {
    it(`is refused as ${url}, in words that hold no part of it`, () => {
      assert.throws(() => smtp(url), new ConfigError(`SMTP_URL is wrong: ${reason}`));
    });
  }
});
