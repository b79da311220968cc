import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger, type LogFields } from '../../../server/platform/logging.ts';

function logged(fields: object, service?: 'bff'): { text: string; line: Record<string, unknown> } {
  let text = '';
  const log = createLogger({
    level: 'info',
    service,
    destination: {
      write(line) {
        text += line;
      },
    },
  });
  log.info(fields as LogFields);
  return { text, line: JSON.parse(text) };
}

describe('createLogger()', () => {
  it('writes allowed keys on one line [asvs:log-one-line]', () => {
    const status = 'x\ny\u2028z';
    const { text, line } = logged({ event: 'soft_pull_done', duration_ms: 412, status });
    assert.equal(text.indexOf('\n'), text.length - 1);
    assert.equal(line.event, 'soft_pull_done');
    assert.equal(line.duration_ms, 412);
    assert.equal(line.status, 'x y z');
  });

  it('cuts a text that is long', () => {
    assert.equal(logged({ event: 'e', reason: 'x'.repeat(200) }).line.reason, 'x'.repeat(200));
    assert.equal(
      logged({ event: 'e', reason: 'x'.repeat(201) }).line.reason,
      `${'x'.repeat(200)}…`,
    );
  });

  it('says which service wrote it', () => {
    assert.equal(logged({ event: 'e' }, 'bff').line.service, 'bff');
  });

  it('drops every other key, however deep [asvs:log-fields]', () => {
    const { line } = logged({ event: 'e', ssn: '1', applicant: { SSN: '2' }, Email: 'a' });
    assert.deepEqual(Object.keys(line).sort(), ['event', 'level', 'time']);
  });

  for (const personal of [
    '900-10-0001',
    'ssn 900100001 refused',
    'born 1980-02-03',
    'born 2004-02-03',
    '+15552223333',
    'ada@example.test',
    '{"ssn":"900 10 0001"}',
  ]) {
    it(`masks ${JSON.stringify(personal)} under an allowed key`, () => {
      const { text } = logged({ event: 'e', reason: personal });
      assert.ok(!text.includes(personal));
      assert.equal(JSON.parse(text).reason, '[masked]');
    });
  }

  it('masks a number that could be an SSN', () => {
    assert.equal(logged({ event: 'e', count: 900100001 }).line.count, '[masked]');
  });

  it('keeps UUIDs, times and the names of sponsors, merchants and endpoints', () => {
    const fields = {
      event: 'e',
      event_id: '12345678-9012-4345-8901-123456789012',
      state: '2026-03-01T10:00:00Z',
      sponsor_id: 'sponsor@example.test',
      merchant_id: 'pk_live_2026010100123',
      endpoint_id: 'we_a123456789012bcd',
    };
    const { line } = logged(fields);
    for (const [key, value] of Object.entries(fields)) assert.equal(line[key], value);
  });

  it('tells errors by name, code and stack, never by message', () => {
    const secret = 'Ada Lovelace\n    at home (/x.ts:1:1)';
    const cause = Object.assign(new TypeError(secret), { code: 'E_CAUSE', detail: secret });
    const { text, line } = logged({ event: 'failed', error: new RangeError(secret, { cause }) });
    assert.ok(!text.includes('Ada') && !text.includes('/x.ts'));
    const error = line.error as { name: string; stack: string; cause: object };
    assert.equal(error.name, 'RangeError');
    assert.match(error.stack, /logging\.test\.ts/);
    assert.partialDeepStrictEqual(error.cause, { name: 'TypeError', code: 'E_CAUSE' });
  });

  it('tells of an error that is its own cause, as of one whose causes go on and on', () => {
    const error: Error = new Error('first', { cause: new Error('second') });
    (error.cause as Error).cause = error;
    const { line } = logged({ event: 'failed', error });
    let told = 0;
    for (let each = line.error; each !== undefined; each = (each as Error).cause) told += 1;
    assert.equal(told, 4);
  });

  it('tells no part of a message that was changed since the error was made', () => {
    const error = new Error('Ada Lovelace');
    assert.match(error.stack ?? '', /Ada/);
    error.message = 'somebody';
    assert.doesNotMatch(logged({ event: 'failed', error }).text, /Ada|somebody/);
  });

  it('tells no more of what was thrown and is no error than its type', () => {
    const { line } = logged({ event: 'failed', error: 'Ada Lovelace' });
    assert.deepEqual(line.error, { name: 'thrown string' });
  });

  it('tells twelve places of a stack, and a code that is a number', () => {
    const deep = (calls: number): Error => (calls === 0 ? new Error('x') : deep(calls - 1));
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 20;
    const error = Object.assign(deep(20), { code: 5 });
    Error.stackTraceLimit = stackTraceLimit;
    const told = logged({ event: 'failed', error }).line.error as { code: string; stack: string };
    assert.equal(told.stack.split(' < ').length, 12);
    assert.equal(told.code, '5');
  });
});
