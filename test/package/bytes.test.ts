import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { limits, readBuiltFiles, sum } from '../helpers/built-files.ts';

describe('what a page must load', () => {
  let built: Awaited<ReturnType<typeof readBuiltFiles>>;
  before(async () => {
    built = await readBuiltFiles();
  });

  function isWithin(part: keyof typeof limits): void {
    const files = built[part];
    assert.ok(sum(files) <= limits[part], JSON.stringify(files, null, 1));
  }

  it('is one file of 7 kB at most for its script tag', () => isWithin('script'));

  it('is 36 kB at most until the first field, in the frame', () => {
    const names = built.firstField.map(({ name }) => name.replace(/^(chunks.*)-.{8}\.js$/, '$1'));
    assert.deepEqual(names.toSorted(), ['chunks/frame', 'frame.en.html', 'soft-pull-checkout.js']);
    isWithin('firstField');
  });

  it('is 56 kB at most for all screens, in English', () => {
    const names = built.allScreens.map(({ name }) => name.replace(/^chunks\/(.*)-.{8}\.js$/, '$1'));
    assert.ok(names.includes('results'), 'what comes after the form was not weighed');
    isWithin('allScreens');
  });
});
