import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { bareLenderChecker } from './lender-check.ts';

describe('npm run check-lender, after the offers', () => {
  const tested = bareLenderChecker();
  const { checked } = tested;

  describe('a selection', () => {
    it('without a link ends in ask_lender', async () => {
      tested.lender.troubles.rewrite('select', (body) => ({
        url: (body as Record<string, unknown>).consumer_invitation_link,
      }));
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'consumer_invitation_link is missing: the consumer ends in ask_lender',
      ]);
      assert.ok(lines('adapter').includes("url: 'consumer_invitation_link',  if it says that"));
      assert.ok(lines('shown').includes('ask_lender, lender, reason unreadable'));
    });

    it('with a link of an origin that is not listed ends in ask_lender', async () => {
      const { isRight, lines } = await checked({
        settings: { LINK_ALLOWED_ORIGINS: 'https://elsewhere.example' },
      });
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'the link is of no origin in LINK_ALLOWED_ORIGINS: the consumer ends in ask_lender',
      ]);
    });

    it('that is refused, or answered with no JSON, is wrong', async () => {
      tested.lender.troubles.next('select', detail(404, 'Not found.'), {
        status: 200,
        body: '<h1>Ok</h1>',
      });
      const refused = await checked();
      assert.deepEqual(refused.lines('WRONG'), ['selectOffer: refused with 404']);
      const unreadable = await checked();
      assert.equal(unreadable.lines('WRONG')[0], 'selectOffer: the answer is no JSON');
    });

    for (const [what, answer] of [
      ['the answer was lost with 409', detail(409, 'Already selected.')],
      ['refused with 400', detail(400, 'Already selected.')],
      ['no link that may be opened', { status: 200, body: { detail: 'Selected.' } }],
    ] as const) {
      it(`that brings no link a second time is wrong: ${what}`, async () => {
        const { troubles } = tested.lender;
        troubles.rewrite('select', (body) => {
          troubles.always('select', answer);
          return body;
        });
        const { isRight, lines } = await checked();
        assert.equal(isRight, false);
        assert.deepEqual(lines('WRONG'), [
          `selectOffer once more: ${what}: a link that has ended cannot be renewed`,
        ]);
        assert.match(lines('shown').at(-1) ?? '', /^redirect, /);
      });
    }
  });

  describe('a loan', () => {
    it('without a status is wrong: accepted terms would never be seen', async () => {
      tested.lender.settings.loanAnswer = 'nothing';
      const { isRight, lines } = await checked();
      assert.equal(isRight, false);
      assert.deepEqual(lines('WRONG'), [
        'application_status is missing: accepted terms would never be seen',
      ]);
      assert.ok(lines('shown').at(-1)?.startsWith('redirect'));
    });

    it('whose word for its status is not known is named by the field', async () => {
      tested.lender.settings.words.selected = 'Chosen';
      const { lines } = await checked();
      assert.ok(lines('note').includes('no news in words not known of application_status: 1'));
      assert.ok(lines('adapter').includes('words of application_status: those of the API'));
    });

    it('that is not there is wrong: the person may have applied before', async () => {
      const applicant = anApplication();
      await checked({ applicant });
      const { isRight, lines } = await checked({ applicant });
      assert.equal(isRight, false);
      assert.match(lines('WRONG')[0] ?? '', /^retrieveLoanApplication: refused with 404: /);
      assert.match(lines('note').at(-1) ?? '', /^whoever applied before, /);
    });

    it('that is given is read', async () => {
      await checked();
      const [{ loanId } = { loanId: '' }] = tested.lender.books.loans;
      await tested.lender.controls.acceptTerms(loanId);
      const { isRight, text, lines } = await checked({ args: ['--loan', loanId] });
      assert.ok(isRight, text);
      assert.ok(
        lines('understood').includes('status Approved: Accepted, isAccepted yes, isSuspended no'),
      );
      for (const line of withoutSelectedOffer) assert.ok(lines('missing').includes(line), text);
      assert.match(lines('shown').at(-1) ?? '', /^accepted/);
      assert.equal(tested.lender.softPulls, 1);
      const unknown = await checked({ args: ['--loan', 'nobody'] });
      assert.equal(unknown.isRight, false);
    });

    it('that is given while its offers stand may leave them out', async () => {
      await checked();
      const { isRight, lines } = await checked({
        args: ['--loan', tested.lender.books.loans[0]?.loanId ?? ''],
      });
      assert.ok(isRight);
      assert.match(lines('note').at(-1) ?? '', /^the loan has no offers: /);
    });
  });
});

const withoutSelectedOffer = [
  'productId (selected_offer): a charge is shared out by the fees of the merchant’s entry alone',
  'chosen (selected_offer): in another tab nothing leads back to a page that waits for a code',
];
