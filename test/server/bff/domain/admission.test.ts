import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  admit,
  assertMayChoose,
  assertMayGoOn,
  assertReturnUrl,
  pageOrigin,
} from '../../../../server/bff/domain/admission.ts';
import { allowedLink } from '../../../../server/bff/domain/applying.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { aCheckout, aLoan, anAccount, aSelection, aSoftPull } from '../../../helpers/checkouts.ts';

const shop = 'https://shop.example';
const bff = 'https://pay.example';
const rules = { merchantOrigins: [shop], ownOrigin: bff };
const refused = (error: unknown) => (error as BffError).code === 'origin_not_allowed';

describe('admit()', () => {
  it('knows the merchant’s page, the frame, and the frame’s own GET', () => {
    assert.deepEqual(admit({ origin: shop, fetchSite: 'cross-site' }, rules), {
      isFramed: false,
      origin: shop,
    });
    assert.equal(admit({ origin: bff, fetchSite: 'same-origin' }, rules).isFramed, true);
    assert.equal(admit({ origin: undefined, fetchSite: 'same-origin' }, rules).isFramed, true);
  });

  const strangers: [string | undefined, string | undefined][] = [
    ['https://evil.example', 'cross-site'],
    ['null', 'cross-site'],
    ['https://shop.example.evil.example', 'cross-site'],
    ['http://shop.example', 'cross-site'],
    ['https://shop.example:8443', 'cross-site'],
    [undefined, undefined],
    [undefined, 'cross-site'],
    [undefined, 'none'],
    ['https://evil.example', 'same-origin'],
  ];
  for (const [origin, fetchSite] of strangers) {
    it(`refuses Origin ${origin} with Sec-Fetch-Site ${fetchSite}`, () => {
      assert.throws(() => admit({ origin, fetchSite }, rules), refused);
    });
  }
});

describe('pageOrigin()', () => {
  it('takes a frame’s word for its parent, if the parent is the merchant’s', () => {
    const frame = { isFramed: true, origin: bff };
    assert.equal(pageOrigin(frame, shop, [shop]), shop);
    assert.throws(() => pageOrigin(frame, 'https://evil.example', [shop]), refused);
    assert.throws(() => pageOrigin(frame, undefined, [shop]), refused);
  });

  it('does not let a page name another page', () => {
    const page = { isFramed: false, origin: shop };
    assert.equal(pageOrigin(page, 'https://other.example', [shop]), shop);
  });
});

describe('assertMayGoOn()', () => {
  it('keeps a checkout of the frame in the frame', () => {
    const page = { isFramed: false, origin: shop };
    assert.throws(() => assertMayGoOn(page, { isFramed: true }), refused);
    assert.doesNotThrow(() => assertMayGoOn(page, { isFramed: false }));
  });
});

describe('assertReturnUrl()', () => {
  it('lets an address of the merchant’s pages pass, without a name or a password', () => {
    assert.doesNotThrow(() => assertReturnUrl(`${shop}/checkout`, [shop]));
    for (const address of [
      'https://evil.example/',
      'https://user@shop.example/',
      'https://:password@shop.example/',
    ]) {
      assert.throws(() => assertReturnUrl(address, [shop]), refused, address);
    }
  });
});

describe('assertMayChoose()', () => {
  const offered = { softPull: aSoftPull(), loan: aLoan() };
  const chosen = [
    { ...offered, selection: aSelection() },
    // In another checkout of the same application.
    { ...offered, loan: aLoan({ status: 'Approved: Offer Selected' }) },
    { ...offered, loan: aLoan({ status: 'Pending: Verification', chosen: aSelection() }) },
    { ...offered, loan: aLoan({ status: 'Suspended', account: anAccount() }) },
  ];

  it('lets a return code make the first choice, and no other', () => {
    assert.doesNotThrow(() => assertMayChoose('code', aCheckout(offered)));
    for (const parts of chosen) {
      const isRefused = (error: unknown) => (error as BffError).code === 'wrong_step';
      assert.throws(() => assertMayChoose('code', aCheckout(parts)), isRefused);
      assert.doesNotThrow(() => assertMayChoose('all', aCheckout(parts)));
    }
  });
});

describe('allowedLink()', () => {
  const lender = 'https://lender.example';
  it('follows the lender’s own address', () => {
    const link = 'https://lender.example/terms/t';
    assert.equal(allowedLink(link, [lender]), link);
  });

  for (const written of [
    'HTTPS://lender.example/t',
    'https:/lender.example/t',
    'https:lender.example/t',
  ]) {
    it(`gives the widget ${written} as browsers write it`, () => {
      assert.equal(allowedLink(written, [lender]), 'https://lender.example/t');
    });
  }

  const others = [
    'javascript:alert(1)',
    'https://evil.example/terms',
    'https://lender.example@evil.example/',
    'https://user@lender.example/',
    'https://:password@lender.example/',
    'https://lender.example.evil.example/',
    '//lender.example/terms',
    'https:\\\\evil.example',
    'http://lender.example/terms',
    'data:text/html,x',
    '',
  ];
  for (const link of others) {
    it(`does not follow ${link}`, () => assert.equal(allowedLink(link, [lender]), null));
  }
});
