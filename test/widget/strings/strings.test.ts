import { expect } from '@open-wc/testing';
import { errorCodes } from '../../../widget/contract/error-code.ts';
import { fieldErrorCodes } from '../../../widget/contract/field-error-code.ts';
import { embedTexts } from '../../../widget/embed/load-failure.ts';
import { disguised } from '../../../widget/strings/ar-xb.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';

type Leaf = string | ((...values: never[]) => string);

function leaves(value: object, path = ''): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== 'object') found.set(`${path}${key}`, child);
    else for (const [name, leaf] of leaves(child, `${path}${key}.`)) found.set(name, leaf);
  }
  return found;
}

const english = leaves(en);
const spanish = leaves(es);
const pseudo = leaves(disguised(en));

describe('strings', () => {
  it('say the same things in every language', () => {
    for (const other of [spanish, pseudo]) {
      expect([...other.keys()].sort()).to.deep.equal([...english.keys()].sort());
    }
  });

  it('leave nothing untranslated', () => {
    const names = ['common.nmls', 'outcome.offers.apr'];
    const same = [...english].filter(([key, text]) => text === spanish.get(key));
    expect(same.map(([key]) => key).filter((key) => !names.includes(key))).to.deep.equal([]);
    const plain = [...english].filter(([key, text]) => text === pseudo.get(key));
    expect(plain).to.deep.equal([]);
  });

  it('have a sentence for every code', () => {
    for (const code of errorCodes) expect(en.common.problems[code].text, code).to.match(/\.$/);
    for (const code of fieldErrorCodes) {
      if (code !== 'required') expect(en.form.errors[code], code).to.match(/\w/);
    }
  });

  it('are in American English', () => {
    for (const [key, text] of english) expect(String(text), key).not.to.match(/cancelled/i);
  });

  it('lead to the shop’s cart from what only that can mend', () => {
    const codes = ['invalid_request', 'amount_out_of_range', 'order_invalid', 'order_required'];
    for (const code of codes as (keyof typeof en.common.problems)[]) {
      expect(en.common.problems[code].text, code).to.contain('the shop’s cart');
      expect(es.common.problems[code].text, code).to.contain('carrito de la tienda');
    }
  });

  it('never call an unanswered application declined', () => {
    const about = [...english, ...spanish].filter(([key]) => /problems|working|review/.test(key));
    for (const [key, text] of about) {
      expect(String(text), key).not.to.match(/declin|denied|reject|rechaz|deneg/i);
    }
  });

  it('never promise that a charge waits for the consumer, because a merchant may approve it', () => {
    for (const [key, text] of [...english, ...spanish]) {
      expect(String(text), key).not.to.match(/until you approve|hasta que usted lo apruebe/i);
    }
  });

  it('send nobody to a place, a shape, a size, a color or a sound [wcag:no-sensory-words]', () => {
    const words = [
      [
        [...english, ...leaves(embedTexts.en)],
        /\b(?:left|right(?! now)|above(?! zero)|below|beneath|top|bottom|beside|corner|round|square|circle|arrow|icon|red|green|blue|yellow|gray|color|bold|large|small|beep|sound)\b/i,
      ],
      [
        [...spanish, ...leaves(embedTexts.es)],
        /(?<!\p{L})(?:izquierd|derech|arriba|abajo|encima|debajo|al lado|esquina|redond|cuadrad|círcul|flecha|icono|roj|verde|azul|amarill|gris|color|negrita|grande|pequeñ|sonido)/iu,
      ],
    ] as const;
    for (const [texts, sensory] of words) {
      for (const [key, text] of texts) expect(String(text), key).not.to.match(sensory);
    }
  });
});
