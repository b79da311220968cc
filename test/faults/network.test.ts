import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rawHttpServer } from '../helpers/raw-server.ts';
import { randomOf } from './crash-points/point.ts';
import { runMatrix } from './network/run-matrix.ts';
import { startTcpProxy } from './network/tcp-proxy.ts';
import { matrix } from './network/troubles.ts';

/** That are over at once, after which a charge or a soft pull could be made twice. */
const quick = ['reset', 'close', 'duplicate', 'truncation'];
const cells = matrix.flatMap(({ fault, call, phase }, index) =>
  quick.includes(fault) && call === 'lender: charge' && phase !== 'request' ? [index] : [],
);

it('pulls and charges once, and answers, whatever becomes of the call for the charge', async () => {
  const { cases, ledger } = await runMatrix({ seeds: cells, atOnce: cells.length });
  assert.deepEqual(
    cases.filter(({ isMet, gaveUp }) => !isMet || gaveUp !== null),
    [],
  );
  assert.ok(Math.max(...cases.map(({ slowestMs }) => slowestMs)) < 15_000);
  assert.deepEqual([ledger.pulledTwice, ledger.chargedTwice, ledger.lost], [[], [], []]);
});

it('says a wrong length of a request and of an answer that have no body, too', async (t) => {
  const lengths: (string | undefined)[] = [];
  const server = await rawHttpServer(t, (request, response) => {
    lengths.push(request.headers['content-length']);
    response.end();
  });
  for (const seed of [1, 2, 3, 4]) {
    for (const phase of ['request', 'answer'] as const) {
      const proxy = await startTcpProxy({
        target: () => server.url,
        troubleOf: () => ({ fault: 'wrong_length', phase, random: randomOf(seed) }),
      });
      t.after(() => proxy.close());
      const asked = fetch(proxy.url).then((answer) => answer.text());
      if (phase === 'answer') await assert.rejects(asked);
      else assert.equal(await asked, '');
    }
  }
  assert.deepEqual(lengths, Array(4).fill(['37', undefined]).flat());
});
