import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CoalescedReads, KeyedMutex } from '../../../../server/bff/concurrency/keyed-mutex.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('CoalescedReads', () => {
  it('serves whoever asks during a reading by one more that begins after', async () => {
    const reads = new CoalescedReads();
    const first = gate();
    let started = 0;
    const work = async () => {
      started += 1;
      if (started === 1) await first.opened;
    };
    const running = reads.read('a', work);
    await Promise.resolve();
    assert.equal(started, 1);
    const late = [reads.read('a', work), reads.read('a', work)];
    assert.equal(started, 1);
    first.open();
    await Promise.all([running, ...late]);
    assert.equal(started, 2);
  });

  it('reads each checkout for itself, and again after a failure', async () => {
    const reads = new CoalescedReads();
    const never = new Promise<void>(() => undefined);
    void reads.read('hangs', () => never);
    await reads.read('b', () => Promise.resolve());
    await assert.rejects(reads.read('c', () => Promise.reject(new Error('down'))));
    await reads.read('c', () => Promise.resolve());
  });
});

describe('KeyedMutex', () => {
  it('lets work of one key happen one after the other, whatever fails', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const first = gate();
    const one = mutex.run('a', async () => {
      await first.opened;
      order.push('one');
      throw new Error('one failed');
    });
    const two = mutex.run('a', async () => order.push('two'));
    const other = mutex.run('b', async () => order.push('other'));
    await other;
    first.open();
    await assert.rejects(one);
    await two;
    assert.deepEqual(order, ['other', 'one', 'two']);
  });
});
