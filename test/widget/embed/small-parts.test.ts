import { expect } from '@open-wc/testing';
import { resolveLocale } from '../../../widget/contract/language.ts';
import { outcomeEvent } from '../../../widget/embed/events.ts';
import { pageAddress } from '../../../widget/embed/flow-settings.ts';
import { openStore, readFragment } from '../../../widget/embed/handle-store.ts';
import { loadFailure } from '../../../widget/embed/load-failure.ts';
import { scriptOrigin } from '../../../widget/embed/script-origin.ts';

describe('readFragment()', () => {
  const table: [fragment: string, resume: string | null, rest: string][] = [
    ['#soft_pull_resume=abc', 'abc', ''],
    ['#/cart?soft_pull_resume=abc', 'abc', '#/cart'],
    ['#/cart?page=2&soft_pull_resume=abc', 'abc', '#/cart?page=2'],
    ['#top&soft_pull_resume=abc', 'abc', '#top'],
    ['#soft_pull_resume=a.b-c_d%3D', 'a.b-c_d=', ''],
    ['', null, ''],
    ['#/cart?page=2', null, '#/cart?page=2'],
    ['#soft_pull_resume=abc&more=1', null, '#soft_pull_resume=abc&more=1'],
    ['#not_soft_pull_resume=abc', null, '#not_soft_pull_resume=abc'],
    ['#soft_pull_resume=', null, ''],
    ['#soft_pull_resume=%', null, ''],
  ];
  for (const [fragment, resume, rest] of table) {
    it(`${fragment || 'nothing'} => ${resume}, ${rest || 'nothing'}`, () => {
      expect(readFragment(fragment)).to.deep.equal({ resume, rest });
    });
  }
});

describe('resolveLocale()', () => {
  const table = {
    ...{ en: 'en', es: 'es', 'es-MX': 'es', ES_us: 'es', fr: 'en', '': 'en', esx: 'en' },
    // The disguise is nobody's language: nothing but its own name leads there.
    ...{ 'ar-XB': 'ar-XB', 'ar-xb': 'ar-XB', ar: 'en', 'ar-EG': 'en', 'ar-XB-x': 'en' },
  };
  for (const [tag, locale] of Object.entries(table)) {
    it(`${tag || 'nothing'} => ${locale}`, () => expect(resolveLocale(tag)).to.equal(locale));
  }
});

describe('pageAddress()', () => {
  const shop = 'https://shop.example';
  const table: [href: string, address: string][] = [
    ['/pay?order=7&page_id=2#/cart?step=3', '/pay?order=7&page_id=2#/cart?step=3'],
    ['/@jo/pay?product_name=heat%20pump+2', '/@jo/pay?product_name=heat%20pump+2'],
    ['/pay?email=x&order=7', '/pay?&order=7'],
    ['/pay?order=7&billing%5Bfirst_name%5D=Jo&Phone=1#top', '/pay?order=7&&#top'],
    ['/pay?who=jo@shop.example&order=7', '/pay?&order=7'],
    ['/pay?order=7#/cart?who=jo%40shop.example&page=2', '/pay?order=7#/cart?&page=2'],
    ['/pay?name=Jo', '/pay?'],
    [`/pay?order=7&q=${'x'.repeat(5_000)}#top`, '/pay'],
  ];
  for (const [href, address] of table) {
    it(`${href.slice(0, 60)} => ${address}`, () => {
      expect(pageAddress(shop + href)).to.equal(shop + address);
    });
  }
});

describe('scriptOrigin()', () => {
  const table: [url: string, origin: string | null][] = [
    ['https://bff.example/v1/soft-pull-checkout.js', 'https://bff.example'],
    ['http://localhost:8787/v1/chunks/x-abc.js?y', 'http://localhost:8787'],
    ['https://shop.example/assets/index-abc.js', null],
    ['file:///v1/soft-pull-checkout.js', null],
    ['', null],
  ];
  for (const [url, origin] of table) {
    it(`${url || 'nothing'} => ${origin}`, () => expect(scriptOrigin(url)).to.equal(origin));
  }
});

describe('openStore()', () => {
  it('has for elements without an id the lowest number that no other of the merchant has', () => {
    const [first, second, other] = [openStore('a', ''), openStore('a', ''), openStore('b', '')];
    first.write('of the first', true);
    expect([second.read(), other.read()]).to.deep.equal([null, null]);
    first.close();
    const again = openStore('a', '');
    const third = openStore('a', '');
    expect(again.read()?.resume).to.equal('of the first');
    expect(third.read()).to.equal(null);
    again.clear();
    for (const each of [again, second, third, other]) each.close();
  });

  it('has one store for all elements of an id, which a page is to give once', () => {
    const [one, other] = [openStore('a', 'pay'), openStore('a', 'pay')];
    expect(other.key).to.equal(one.key);
    for (const each of [one, other]) each.close();
  });

  it('knows the elements of another copy of the script, too', async () => {
    const copy = '../../../widget/embed/handle-store.ts?copy';
    const other: { openStore: typeof openStore } = await import(copy);
    const [first, second] = [openStore('a', ''), other.openStore('a', '')];
    expect(second.key).not.to.equal(first.key);
    for (const each of [first, second]) each.close();
  });
});

describe('loadFailure()', () => {
  for (const [failure, language, text, button] of [
    ['network', 'en', 'Financing could not be loaded.', 'Try again'],
    ['frame_blocked', 'es', 'El financiamiento no se pudo cargar.', 'Intentar de nuevo'],
    ['misconfigured', 'en', 'Financing is not available on this page.', undefined],
    ['misconfigured', 'es', 'El financiamiento no está disponible en esta página.', undefined],
  ] as const) {
    const leads = button === undefined ? 'leads to nothing that could help' : `has “${button}”`;
    it(`says “${text}” in its language, and ${leads}`, () => {
      let retries = 0;
      const alert = loadFailure(failure, language, () => {
        retries += 1;
      });
      expect(alert.getAttribute('lang')).to.equal(language);
      expect(alert.querySelector('p')?.textContent).to.equal(text);
      const retry = alert.querySelector('button');
      expect(retry?.textContent).to.equal(button);
      retry?.click();
      expect(retries).to.equal(button === undefined ? 0 : 1);
    });
  }
});

describe('outcomeEvent()', () => {
  it('tells each outcome once a page load', () => {
    const accepted = { type: 'accepted' } as const;
    expect(outcomeEvent('c9', accepted)?.type).to.equal('soft-pull-accepted');
    expect(outcomeEvent('c9', { ...accepted })).to.equal(null);
    expect(outcomeEvent('c10', accepted)?.type).to.equal('soft-pull-accepted');
  });

  it('tells that only the lender knows, and again for another reason', () => {
    const told = (['silent', 'silent', 'unreadable'] as const).map((reason) =>
      outcomeEvent('c12', { type: 'ask_lender', reason }),
    );
    expect(told.map((event) => event?.type)).to.deep.equal([
      'soft-pull-ask-lender',
      undefined,
      'soft-pull-ask-lender',
    ]);
    expect(told[2]).to.include({ reason: 'unreadable' });
  });

  it('tells of a second charge, and of one that fails after it was approved', () => {
    const charge = { type: 'charge_outcome', payment_request_uuid: 'p1' } as const;
    const told = [
      { ...charge, outcome: 'approved' } as const,
      { ...charge, outcome: 'failed' } as const,
      { ...charge, outcome: 'failed' } as const,
      { ...charge, outcome: 'failed', payment_request_uuid: 'p2' } as const,
    ].map((outcome) => outcomeEvent('c11', outcome) !== null);
    expect(told).to.deep.equal([true, true, false, true]);
  });
});
