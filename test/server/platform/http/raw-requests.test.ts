import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sandboxLenderLogin } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { type Listening, listen } from '../../../../server/platform/http/listen.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { until } from '../../../helpers/until.ts';

let bff: TestBff;
let lending: TestLending;
let services: Listening[];
before(async () => {
  [bff, lending] = await Promise.all([startTestBff(), startTestLending()]);
  services = await Promise.all(
    [bff.app, lending.app].map((app) => listen(app, { port: 0, address: '127.0.0.1' })),
  );
});
after(async () => {
  await Promise.all(services.map((service) => service.close()));
  await Promise.all([bff.close(), lending.close()]);
});

/** What a service answers to bytes as they are, until it closes the connection. */
function answerTo({ port }: Listening, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(lines.join('\r\n'));
  return text(socket);
}

interface LogLine {
  level: number;
  event: string;
  status?: number;
}

const behind = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('both services', () => {
  for (const [name, headers, body] of [
    ['two kinds of length', ['Content-Length: 6', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 40'], ''],
    ['an encoding that is not quite chunked', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a length in other words', ['Content-Length: +0'], ''],
  ] as const) {
    it(`refuse ${name} and read no request behind it [asvs:smuggling]`, async () => {
      for (const service of services) {
        const first = ['POST /v1/checkouts HTTP/1.1', 'Host: localhost', ...headers, ''];
        const answer = await answerTo(service, [...first, `${body}${behind}`]);
        assert.match(answer, /^HTTP\/1\.1 400 /, name);
        assert.equal(answer.split('HTTP/1.1 ').length, 2, `one answer: ${answer}`);
      }
    });
  }

  it('answer no path that two readers take for two [asvs:smuggling]', async () => {
    const ask = (service: Listening, target: string) =>
      answerTo(service, [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '']);
    for (const service of services) {
      for (const target of [
        // To nginx %2F parts folders, so that this is below /v1/ and goes on to the service.
        '/v1/a%2Fb/../../healthz',
        '/v1/%2E%2e/healthz',
        '/v1/../healthz?at=/',
        '/./healthz',
        '/v1/..',
        '/v1/docs/..?at=1',
        'http://localhost/v1/../healthz',
        '/v1/..\\healthz',
      ]) {
        assert.match(await ask(service, target), /^HTTP\/1\.1 400 /, target);
      }
      assert.match(await ask(service, '/healthz?at=/v1/../x'), /^HTTP\/1\.1 200 /);
      assert.match(await ask(service, '/.well-known/security.txt'), /^HTTP\/1\.1 404 /);
    }
  });

  it('take a body that breaks off for bad input, and for no failure of theirs', async () => {
    const authorization = `Authorization: ${basicAuthHeader(sandboxLenderLogin)}`;
    for (const [place, logged, path, ...headers] of [
      [0, bff.logged, '/v1/resume'],
      [1, lending.logged, '/api/v1/sponsor/consumers/soft-pull/', authorization],
    ] as const) {
      for (const [length, body] of [
        ['Content-Length: 100', '{"a":'],
        ['Transfer-Encoding: chunked', '5\r\n{"a":'],
        ['Transfer-Encoding: chunked', '5\r\n{"a":\r\nno length\r\n'],
      ] as const) {
        const before = logged.length;
        const { port } = services[place] as Listening;
        const type = 'Content-Type: application/json';
        const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', type, length, ...headers];
        connect(port, '127.0.0.1')
          .resume()
          .end([...head, '', body].join('\r\n'));
        const lines = () => logged.slice(before).map((line) => JSON.parse(line) as LogLine);
        const told = await until('the request is logged', async () =>
          lines().find(({ event }) => event === 'request'),
        );
        assert.equal(told.status, 400, `${path} ${length} ${body}`);
        assert.deepEqual(
          lines().filter(({ level }) => level >= 40),
          [],
        );
      }
    }
  });

  it('read two requests of one connection that are as they should be', async () => {
    for (const service of services) {
      const answer = await answerTo(service, [
        'GET /healthz HTTP/1.1',
        'Host: localhost',
        '',
        'GET /healthz HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        '',
        '',
      ]);
      assert.equal(answer.match(/HTTP\/1\.1 200 /g)?.length, 2, answer);
    }
  });

  it('echo nothing to TRACE, and take it for no failure of theirs [asvs:trace]', async () => {
    const { length } = bff.logged;
    const { length: ofLending } = lending.logged;
    for (const service of services) {
      for (const path of ['/healthz', '/v1/checkouts', '/api/v1/sponsor/consumers/soft-pull/']) {
        const answer = await answerTo(service, [
          `TRACE ${path} HTTP/1.1`,
          'Host: localhost',
          `Authorization: ${basicAuthHeader(sandboxLenderLogin)}`,
          'X-Echo: planted',
          'Connection: close',
          '',
          '',
        ]);
        assert.match(answer, /^HTTP\/1\.1 40[45] /, path);
        assert.ok(!answer.includes('planted'), answer);
      }
    }
    const lines = [...bff.logged.slice(length), ...lending.logged.slice(ofLending)];
    assert.deepEqual(
      lines.filter((line) => (JSON.parse(line) as LogLine).level >= 40),
      [],
    );
  });

  it('name no program and no version in their headers [asvs:no-version]', async () => {
    for (const service of services) {
      for (const path of ['/healthz', '/nothing', '/v1/checkouts']) {
        const { headers } = await fetch(service.url + path);
        assert.equal(headers.get('server'), null);
        assert.equal(headers.get('x-powered-by'), null);
      }
    }
  });
});
