import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemText } from '../../../../demo/back-office/problem-text.ts';
import { en } from '../../../../demo/back-office/strings/en.ts';
import { es } from '../../../../demo/back-office/strings/es.ts';
import { marks, textsOf } from './texts-of.ts';

describe('the texts of the back office', () => {
  const english = new Map(textsOf(en));
  const spanish = new Map(textsOf(es));

  it('are the same in both languages, with the same values in them', () => {
    assert.deepEqual([...spanish.keys()], [...english.keys()]);
    const used = (text = '') => marks.filter((mark) => text.includes(mark));
    for (const [path, text] of english) {
      assert.deepEqual(used(spanish.get(path)), used(text), path);
      assert.ok(spanish.get(path)?.trim(), path);
    }
  });

  it('are in American English', () => {
    for (const [path, text] of english) assert.doesNotMatch(text, /cancell(?:ed|ing)/i, path);
  });

  it('say "settled" of settlements alone, and of money "paid out"', () => {
    for (const [path, text] of english) assert.doesNotMatch(text, /\bsettled\b/i, path);
  });

  it('promise a text message only to whoever agreed to them', () => {
    const paths = ['/order/done/charge', '/actions/chargeAbout'];
    for (const path of paths) {
      assert.match(english.get(path) ?? '', /text message if they agreed/);
      assert.match(spanish.get(path) ?? '', /mensaje de texto si aceptó recibirlos/);
    }
  });

  it('are translated', () => {
    const same = [...english].filter(([path, text]) => spanish.get(path) === text);
    assert.deepEqual(
      same.map(([path]) => path),
      ['/common/refused', '/order/webhooks', '/order/webhookCount'],
    );
  });
});

describe('problemText()', () => {
  const title = 'The checkout is at another step.';
  const detail = 'A consumer has begun with the checkout. Issue its link again to get a new one.';

  it('is a text of our own for what stands in the way, else for the code', () => {
    const blocked = { title, detail, code: 'wrong_step', blocked_by: 'taken_up' };
    assert.equal(problemText(blocked, es), es.blockers.taken_up);
    const { wrong_step } = es.problems;
    assert.equal(problemText({ title, code: 'wrong_step' }, es), wrong_step);
  });

  it('is the API’s own for what a later version of it says', () => {
    const later = { title, detail, code: 'wrong_step', blocked_by: 'toString' };
    assert.equal(problemText(later, es), detail);
    assert.equal(problemText({ title, code: 'constructor' }, es), title);
  });
});
