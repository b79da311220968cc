import { expect } from '@open-wc/testing';
import type { Handle } from '../../../widget/contract/flow-message.ts';
import { handlesToTry, type KnownHandles } from '../../../widget/embed/handle-store.ts';

const none: KnownHandles = { fromUrl: null, clientToken: null, stored: null };
const stored: Handle = { resume: 'r', source: 'storage', opens_forms: true };
const foreign: Handle = { resume: 'r', source: 'storage', opens_forms: false };

describe('handlesToTry()', () => {
  const table: [name: string, known: Partial<KnownHandles>, tried: Handle[]][] = [
    ['nominal', { stored }, [stored]],
    ['nothing known', {}, []],
    ['a link', { fromUrl: 'u' }, [{ resume: 'u', source: 'url', opens_forms: false }]],
    [
      'a link before what the tab remembers',
      { fromUrl: 'u', stored },
      [{ resume: 'u', source: 'url', opens_forms: false }, stored],
    ],
    [
      'the way back from the lender, in the tab that left',
      { fromUrl: 'r', stored },
      [{ resume: 'r', source: 'url', opens_forms: true }, stored],
    ],
    [
      'a link that the tab knows as a link',
      { fromUrl: 'r', stored: foreign },
      [{ resume: 'r', source: 'url', opens_forms: false }, foreign],
    ],
    [
      "the merchant's own checkout instead of what the tab remembers",
      { clientToken: 'c', stored },
      [{ resume: 'c', source: 'client_token', opens_forms: true }],
    ],
  ];
  for (const [name, known, tried] of table) {
    it(name, () => expect(handlesToTry({ ...none, ...known })).to.deep.equal(tried));
  }
});
