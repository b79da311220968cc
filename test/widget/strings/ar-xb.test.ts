import { expect } from '@open-wc/testing';
import { disguise, disguised } from '../../../widget/strings/ar-xb.ts';

const turned = (word: string) => `\u202E${word}\u202C`;
const apart = (value: string) => `\u2068${value}\u2069`;

describe('disguise()', () => {
  it('accents, lengthens and turns every word, and leaves digits and signs', () => {
    expect(disguise('Step 1: your name')).to.equal(
      `${turned('Štéép')} 1: ${turned('ýóóúúr')} ${turned('ñááméé')}`,
    );
  });

  it('does the same to a word wherever it stands', () => {
    expect(disguise('Choose this offer: Fixed')).to.contain(disguise('Choose this offer'));
  });
});

describe('disguised()', () => {
  const texts = disguised({
    plain: 'Next',
    list: ['One'],
    nested: { of: (amount: string, count: number) => `${amount} in ${count}` },
  });

  it('reaches every text', () => {
    expect([texts.plain, texts.list[0]]).to.deep.equal([turned('Ñééxt'), turned('Óñéé')]);
  });

  it('keeps a value as it is, in marks of its own', () => {
    expect(texts.nested.of('May 1', 3)).to.equal(`${apart('May 1')} ${turned('ííñ')} 3`);
  });
});
