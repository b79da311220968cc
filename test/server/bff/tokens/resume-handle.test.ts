import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { readHandle, writeHandle } from '../../../../server/bff/tokens/resume-handle.ts';

const key = createSecretKey(new Uint8Array(32).fill(1));
const content = {
  checkoutId: '0b7a0a4e-8f0d-4f5e-9a58-0d3a1f6a9a01',
  generation: 3,
  rights: 'all',
} as const;

describe('readHandle()', () => {
  it('reads what was written, whenever it is written', () => {
    const handle = writeHandle(key, content);
    assert.equal(handle, writeHandle(key, content));
    assert.deepEqual(readHandle(key, handle), content);
    assert.equal(encodeURIComponent(handle), handle);
  });

  it('reads what a handle may do, which nobody raises [asvs:handle-rights]', () => {
    for (const rights of ['link', 'code'] as const) {
      const handle = writeHandle(key, { ...content, rights });
      assert.deepEqual(readHandle(key, handle), { ...content, rights });
      assert.equal(readHandle(key, handle.replace(`.${rights}`, '')), undefined);
      assert.equal(readHandle(key, handle.replace(`.${rights}.`, '.all.')), undefined);
    }
  });

  it('reads which tab a handle was given to, of a link', () => {
    const ofTab = { ...content, rights: 'pay', tab: 'a'.repeat(64) } as const;
    const handle = writeHandle(key, ofTab);
    assert.deepEqual(readHandle(key, handle), ofTab);
    for (const changed of [handle.replace('.aa', '.ba'), handle.replace(/\.a+/, '')]) {
      assert.equal(readHandle(key, changed), undefined);
    }
  });

  it('reads nothing that was changed or signed with another key', () => {
    const handle = writeHandle(key, content);
    const changed = [
      handle.replace('.3.', '.4.'),
      handle.replace('.3.', '.03.'),
      handle.replace('0b7a', '0b7b'),
      `${handle}A`,
      handle.slice(0, -1),
      `${handle}.x`,
      handle.split('.').slice(0, 2).join('.'),
      '',
      '..',
      writeHandle(createSecretKey(new Uint8Array(32).fill(2)), content),
    ];
    for (const each of changed) assert.equal(readHandle(key, each), undefined, each);
  });
});
