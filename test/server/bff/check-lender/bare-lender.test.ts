import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckError } from '../../../../server/bff/check-lender/check-request.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { addRow } from '../../../helpers/bare-lender/list-faults.ts';
import { detail, notFound } from '../../../helpers/bare-lender/rest-framework.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { bareLenderChecker, lenderChecker } from './lender-check.ts';

type Row = Record<string, unknown>;

describe('npm run check-lender, over a lender that says little', () => {
  const tested = bareLenderChecker();
  const { checked } = tested;
  const check = lenderChecker();
  const applyingAs = (last_name: string) => checked({ applicant: anApplication({ last_name }) });
  const rewriteOffers = (change: (offer: Row, index: number) => Row) =>
    tested.lender.troubles.rewrite('soft_pull', (body) => {
      const { offers, ...rest } = body as { offers: Row[] };
      return { ...rest, offers: offers.map(change) };
    });
  const operations = () => tested.lender.heard.map(({ operation }) => operation);

  it('finds nothing wrong where all that is needed is there', async () => {
    const { isRight, text, lines } = await checked();
    assert.ok(isRight, text);
    assert.match(text, /\n\nNothing is wrong\.$/);
    assert.deepEqual(lines('WRONG'), []);
    assert.equal(tested.lender.softPulls, 1);
    assert.deepEqual(operations(), [
      // Whether it answers at all, and its products.
      'rate_sheet',
      'rate_sheet',
      'soft_pull',
      // A consumer who comes back chooses again.
      'select',
      'select',
      'loan',
      'pending',
      'transactions',
      'activity',
    ]);
  });

  it('says what was answered, understood, missing, shown and not shown', async () => {
    const { lines } = await checked();
    assert.deepEqual(lines('answered').slice(0, 3), [
      'softPull: decision, offers[]{offer_uuid, amount, apr, monthly_payment, term_months}',
      'selectOffer: consumer_invitation_link',
      'retrieveLoanApplication: application_status',
    ]);
    assert.deepEqual(lines('understood').slice(0, 4), [
      'products 0',
      'decision offers, offers 2',
      'link',
      'status Approved: Offers Available, isAccepted no, isSuspended no',
    ]);
    assert.ok(lines('missing').includes('notice (adverse_action_notice): no letter is promised'));
    const shown = lines('shown').find((line) => line.startsWith('of an offer')) ?? '';
    assert.match(shown, /^of an offer offer_uuid, amount, apr, monthly_payment, term_months/);
    assert.match(shown, /lender_name, lender_nmls_id$/);
    assert.match(
      lines('not shown').find((line) => line.includes('finance_charge')) ?? '',
      /^of an offer product_id, /,
    );
    assert.equal(
      lines('shown').at(-1),
      'redirect, offer, selected_amount, consumer_invitation_link',
    );
  });

  describe('a field of an offer', () => {
    it('that nobody reads is wrong, even where it says nothing', async () => {
      rewriteOffers((offer) => ({ ...offer, promo_rate: null }));
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'promo_rate of an offer is neither read nor ignored: a condition that nobody reads makes a wrong offer',
      ]);
      assert.match(
        lines('adapter')[0] ?? '',
        /^promo_rate: '<which it is>', {2}one of product_id, /,
      );
      assert.match(lines('adapter')[1] ?? '', /^offerFields\.ignored: 'promo_rate', /);
    });

    it('that the adapter ignores is right', async () => {
      rewriteOffers((offer) => ({ ...offer, color: 'blue' }));
      const { isRight } = await checked({
        createLender: (options) => {
          const made = createSponsorLendingApi(options);
          const { read, ignored } = made.offerFields;
          return { ...made, offerFields: { read, ignored: [...ignored, 'color'] } };
        },
      });
      assert.ok(isRight);
    });

    it('that is read, and in a form that cannot be, is wrong', async () => {
      rewriteOffers((offer, index) => ({
        ...offer,
        ...(index === 1 && { finance_charge: 'a lot' }),
      }));
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'finance_charge of an offer is given in a form that is not understood',
      ]);
    });

    it('that is a condition, and in a form that cannot be read, leaves its offer out', async () => {
      const wrong =
        'mla_covered of an offer is given in a form that is not understood: the offer is left out';
      const one = (offer: Row, index: number) => ({
        ...offer,
        ...(index === 0 && { mla_covered: 'perhaps' }),
      });
      const all = (offer: Row) => ({ ...offer, mla_covered: 'perhaps' });
      for (const [change, shown] of [
        [one, 'that the lender has more offers, and whom to ask for them'],
        [all, 'ask_lender, lender, reason unreadable'],
      ] as const) {
        rewriteOffers(change);
        const { isRight, text, lines } = await checked();
        assert.equal(isRight, false);
        assert.deepEqual(lines('WRONG'), [wrong]);
        assert.deepEqual(lines('adapter'), [
          'mla_covered: translated to the form of widget/contract/offer.ts',
        ]);
        assert.doesNotMatch(text, /mla_covered is missing/);
        assert.ok(lines('shown').includes(shown), text);
        tested.lender.troubles.heal();
      }
    });

    it('that is needed, and that cannot be read, is not missing', async () => {
      rewriteOffers((offer, index) => ({ ...offer, ...(index === 0 && { apr: '9,99 %' }) }));
      const { isRight, text, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'apr of an offer is given in a form that is not understood: the offer is left out',
      ]);
      assert.doesNotMatch(text, /apr is missing/);
    });

    it('that two offers share, and that differ in another, leaves both out', async () => {
      rewriteOffers((offer) => ({ ...offer, offer_uuid: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11' }));
      const { lines } = await checked();
      assert.deepEqual(lines('WRONG'), [
        'offer_uuid of an offer is given in a form that is not understood, or is that of another offer, which differs: the offer is left out',
      ]);
    });

    for (const [what, change, wrong] of [
      [
        'an APR that is a fraction',
        { apr: 0.12 },
        'apr of an offer does not fit its amount, monthly_payment and term_months',
      ],
      [
        'a payment in cents',
        { monthly_payment: 27_100 },
        'apr of an offer does not fit its amount, monthly_payment and term_months',
      ],
      [
        'payments that do not pay it back',
        { monthly_payment: 10 },
        'apr of an offer does not fit its amount, monthly_payment and term_months',
      ],
      [
        'an amount in cents',
        { amount: '840000.00', monthly_payment: 19_000 },
        'amount of an offer is more than 10 times what was asked for',
      ],
      [
        'a time that is over',
        { expires_at: '2020-01-01T00:00:00Z' },
        'expires_at of an offer is over',
      ],
    ] as const) {
      it(`that is ${what} is wrong`, async () => {
        rewriteOffers((offer, index) => ({ ...offer, ...(index === 0 && change) }));
        const { isRight, lines } = await checked();
        assert.equal(isRight, false);
        assert.deepEqual(
          lines('WRONG').map((line) => line.split(':')[0]),
          [wrong],
        );
      });
    }

    it('that is over for all of them is wrong', async () => {
      tested.lender.troubles.rewrite('soft_pull', (body) => ({
        ...(body as Row),
        offers_expire_at: '2020-01-01T00:00:00Z',
      }));
      const { lines } = await checked();
      assert.deepEqual(lines('WRONG'), ['offers_expire_at is over: nobody could take the offers']);
    });

    it('that has a promotion, a fee or no interest may have an APR of its own', async () => {
      rewriteOffers((offer, index) =>
        index === 0
          ? { ...offer, apr: 0.12, promo_type: 'deferred_interest', promo_months: 12 }
          : { ...offer, apr: '0.00', monthly_payment: '350.00', origination_fee_amount: '84.00' },
      );
      const { isRight, text } = await checked();
      assert.ok(isRight, text);
    });

    it('that only some have is counted', async () => {
      rewriteOffers((offer, index) => ({ ...offer, ...(index === 1 && { finance_charge: 1 }) }));
      const { isRight, lines } = await checked();
      assert.ok(isRight);
      assert.ok(lines('shown').some((line) => line.includes('finance_charge (1 of 2)')));
    });

    it('that is needed and has another name ends in ask_lender', async () => {
      rewriteOffers(({ apr, ...offer }) => ({ ...offer, rate: apr }));
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.ok(lines('WRONG').includes('apr is missing: the consumer ends in ask_lender'));
      assert.ok(lines('adapter').includes("rate: 'apr',  if it says that"));
      assert.ok(lines('shown').includes('ask_lender, lender, reason unreadable'));
      assert.ok(!operations().includes('select'));
    });

    it('that one offer lacks leaves that one out', async () => {
      const { isRight, lines } = await applyingAs('Mixed');
      assert.ok(isRight);
      assert.ok(lines('note').includes('apr is missing: the consumer is told that there is more'));
      assert.ok(
        lines('shown').includes('that the lender has more offers, and whom to ask for them'),
      );
    });
  });

  describe('a soft pull', () => {
    it('without a decision ends in ask_lender', async () => {
      tested.lender.troubles.rewrite('soft_pull', (body) => {
        const { decision, ...rest } = body as Row;
        return { ...rest, verdict: decision };
      });
      tested.lender.settings.loanAnswer = 'nothing';
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.ok(lines('WRONG').includes('decision is missing: the consumer ends in ask_lender'));
      assert.ok(lines('adapter').includes("verdict: 'decision',  if it says that"));
    });

    it('that is answered with no JSON is followed by its loan, else ends in ask_lender', async () => {
      const html = { status: 200, body: '<h1>Thanks</h1>', acts: true } as const;
      tested.lender.troubles.next('soft_pull', html, html);
      tested.lender.settings.loanListsOffers = true;
      const followed = await checked();
      assert.ok(followed.isRight, followed.text);
      assert.ok(followed.lines('note').includes('softPull: the answer is no JSON'));
      tested.lender.settings.loanAnswer = 'not_found';
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.ok(lines('shown').includes('ask_lender, lender, reason silent'));
    });

    it('with a status and nothing else ends in ask_lender', async () => {
      tested.lender.troubles.rewrite('soft_pull', () => ({
        application_status: 'Approved: Offers Available',
      }));
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), ['offers is missing: the consumer ends in ask_lender']);
    });

    it('that is being decided is looked at later', async () => {
      tested.lender.troubles.rewrite('soft_pull', () => ({ application_status: 'Started' }));
      const { isRight, lines } = await checked();
      assert.ok(isRight);
      assert.match(lines('note').at(-1) ?? '', /^the lender has not decided yet; later: --loan /);
    });

    it('whose answer is lost leaves the consumer waiting', async () => {
      const { isRight, lines } = await applyingAs('Late');
      assert.equal(isRight, false);
      assert.ok(lines('WRONG').includes('softPull: the answer was lost with 504'));
      assert.ok(lines('shown').includes('working'));
    });

    it('that is refused leads back to the form, with the names of its fields', async () => {
      const { isRight, lines } = await applyingAs('Misspelt');
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), ['softPull: refused with 400 for ssn']);
      assert.ok(lines('shown').includes('details, amount, problem invalid_applicant'));
    });

    it('for a user who may not is refused', async () => {
      tested.lender.settings.users = { 'hillside-admin': 'Admin' };
      const { lines } = await checked();
      const why = 'may the users of the merchant’s entry do this?';
      assert.deepEqual(lines('WRONG'), [`softPull: refused with 403: ${why}`]);
      assert.ok(lines('shown').includes('details, amount, problem lender_refused'));
    });

    for (const [lastName, screen] of [
      ['Declined', 'no_offers'],
      ['Review', 'review'],
    ] as const) {
      it(`that ends in ${screen} is right, and leaves offers unchecked`, async () => {
        const { isRight, text, lines } = await applyingAs(lastName);
        assert.ok(isRight, text);
        assert.ok(
          lines('note').includes('there is no offer to check: apply as somebody who gets some'),
        );
        assert.ok(lines('shown').some((line) => line.startsWith(screen)));
      });
    }
  });

  it('says which lists have rows that cannot be read', async () => {
    addRow(tested.lender.troubles, 'activity', 'no row');
    addRow(tested.lender.troubles, 'pending', {
      payment_request_uuid: 'none',
      status: 'Pondering',
    });
    const { isRight, lines } = await checked();
    assert.ok(isRight);
    assert.ok(lines('note').includes('rows left out for results: 1'));
    assert.ok(lines('note').includes('no news in words not known of status: 1'));
    assert.ok(lines('note').some((line) => line.startsWith('the lists are not whole: ')));
    assert.ok(
      lines('missing').includes(
        'pending: payment_request_uuid in 1 of 1 rows: they are told apart by loan, type and amount',
      ),
    );
  });

  it('says which list cannot be read', async () => {
    tested.lender.troubles.always('transactions', unwell.serverError);
    const { isRight, lines } = await checked();
    assert.equal(isRight, false);
    assert.match(lines('WRONG')[0] ?? '', /^listTransactions: the answer was lost with 500: /);
  });

  it('says which list is refused', async () => {
    tested.lender.troubles.always('pending', detail(405, 'Method not allowed.'));
    const { isRight, lines } = await checked();
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), [
      'listPendingChargeRequests: refused with 405: nothing is charged whose end cannot be followed',
    ]);
    assert.ok(lines('understood').includes('transactions: rows 0'));
  });

  it('does without a rate sheet where the merchant’s entry says the fees', async () => {
    const { serverError } = unwell;
    // The first is the probe, and a GET is sent three times.
    tested.lender.troubles.next('rate_sheet', notFound, serverError, serverError, serverError);
    const { isRight, lines } = await checked();
    assert.ok(isRight);
    assert.deepEqual(lines('note'), ['listRateSheet: the answer was lost with 500']);
    tested.lender.troubles.heal();
    const without = await checked({ merchant: { fees: undefined } });
    assert.ok(without.isRight);
    assert.deepEqual(without.lines('note'), [
      'a charge is refused with fees_unknown: set fees in MERCHANTS_FILE',
    ]);
  });

  for (const [status, answer] of [
    [501, detail(501, 'Not implemented.')],
    [429, detail(429, 'Request was throttled.')],
    [200, { status: 200, body: '<h1>Rates</h1>' }],
  ] as const) {
    it(`says that a probe which is answered ${status} shows no lender that is well`, async () => {
      tested.lender.troubles.always('rate_sheet', answer);
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        `the probe is answered ${status}: after some failures nothing would be sent any more`,
      ]);
      assert.deepEqual(lines('adapter'), [
        'probe: a GET answered with JSON, or with a 4xx other than 401 and 429',
      ]);
    });
  }

  it('only reads where LENDER_STAGING is not set', async () => {
    const { text, isRight } = await checked({
      args: ['FILE', '--charge'],
      settings: { LENDER_STAGING: '' },
    });
    assert.ok(isRight);
    assert.match(text, /\n\nWithout LENDER_STAGING=true nobody applies, chooses or is charged\.\n/);
    assert.deepEqual(operations(), [
      'rate_sheet',
      'rate_sheet',
      'pending',
      'transactions',
      'activity',
    ]);
  });

  it('ends before anybody applies where the lender does not take the login', async () => {
    await assert.rejects(
      checked({ settings: { LENDING_PASSWORD: 'another one' } }),
      (error) =>
        error instanceof CheckError &&
        /^LENDING_USERNAME or LENDING_PASSWORD is wrong/.test(error.message),
    );
    assert.deepEqual(tested.lender.heard, []);
  });

  it('ends where the lender cannot be reached, and says why', async () => {
    await assert.rejects(
      check('http://127.0.0.1:1'),
      (error) =>
        error instanceof CheckError &&
        error.message === 'LENDING_BASE_URL: the lender cannot be reached, ECONNREFUSED',
    );
  });

  it('needs an adapter that tells of the answers', async () => {
    const { isRight, lines } = await checked({
      createLender: ({ observer, ...options }) => {
        const { answered: _untold, ...others } = observer;
        return createSponsorLendingApi({ ...options, observer: others });
      },
    });
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), ['offers were read whose fields nobody could see']);
  });

  it('says of an adapter that throws what it threw, and not why', async () => {
    const { isRight, lines } = await checked({
      createLender: (options) => ({
        ...createSponsorLendingApi(options),
        softPull: () => Promise.reject(new TypeError('Ada Sample')),
      }),
    });
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), [
      'softPull: the adapter threw TypeError, where it must throw a LenderError',
    ]);
  });
});
