import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runMatrix } from './network/run-matrix.ts';
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
