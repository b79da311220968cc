import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { bankMissing, notReachable } from '../../../helpers/bare-lender/funding.ts';
import { addRow, changeRows } from '../../../helpers/bare-lender/list-faults.ts';
import { noSuchPage, notFound } from '../../../helpers/bare-lender/rest-framework.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import { bareLenderChecker, type LenderCheck } from './lender-check.ts';

describe('npm run check-lender -- --charge', () => {
  const tested = bareLenderChecker({ saysLoanNumber: true });
  const { checked } = tested;
  let loanId: string;

  beforeEach(async () => {
    await checked();
    loanId = tested.lender.books.loans[0]?.loanId ?? '';
    await tested.lender.controls.acceptTerms(loanId);
  });

  const charged = (changes: LenderCheck = {}) =>
    checked({ args: ['--loan', loanId, '--charge'], ...changes });

  it('asks for one charge of the loan, and finds it in the lists', async () => {
    const { isRight, text, lines } = await charged();
    assert.ok(isRight, text);
    assert.equal(tested.lender.books.charges.length, 1);
    assert.equal(tested.lender.books.charges[0]?.cents, 840_000);
    assert.deepEqual(lines('answered').slice(-4), [
      'createChargeRequest: payment_request_uuid',
      'listPendingChargeRequests: rows[]{payment_request_uuid, consumer_application_human_readable_id, transaction_description, consumer_charge_amount, request_datetime}',
      'listTransactions: no field',
      `listAllTransactions: count, next, previous, results[]{${activityFields}}`,
    ]);
    assert.deepEqual(lines('understood').slice(-2), [
      'paymentRequestUuid, lenderStatus pending',
      'the charge in the lists, state pending',
    ]);
    assert.match(lines('shown').at(-1) ?? '', /^charge_pending, payment_request_uuid, /);
  });

  it('shows a warning also where the answer does not say what was sent', async () => {
    const { isRight, lines } = await charged({
      createLender: (options) => {
        const made = createSponsorLendingApi(options);
        return {
          ...made,
          createCharge: async (call) => ({
            ...(await made.createCharge(call)),
            notifications: null,
            warning: 'Sent by e-mail alone.',
          }),
        };
      },
    });
    assert.ok(isRight);
    assert.match(lines('shown').at(-1) ?? '', /^charge_pending, .*, warning$/);
  });

  it('asks for no second one while the first is live', async () => {
    await charged();
    const { isRight, lines } = await charged();
    assert.ok(isRight);
    assert.ok(
      lines('note').includes('not asked for: the loan has a live charge, and gets no second one'),
    );
    assert.equal(tested.lender.books.charges.length, 1);
  });

  it('asks for nothing of a loan whose terms are not accepted, and says what to do', async () => {
    tested.lender.controls.set(loanId, 'review');
    const { isRight, lines } = await charged();
    assert.ok(isRight);
    const [why, next] = lines('note').slice(-2);
    assert.equal(why, 'not asked for: wrong_step');
    assert.equal(next, `accept the terms at the lender, then: --loan ${loanId} --charge`);
    assert.deepEqual(tested.lender.books.charges, []);
  });

  it('asks for nothing where nobody says how it is shared out', async () => {
    const { isRight, lines } = await charged({ merchant: { fees: undefined } });
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), ['not asked for: fees_unknown: set fees in MERCHANTS_FILE']);
  });

  it('says that a charge could not be found without the loan’s number', async () => {
    tested.lender.settings.saysLoanNumber = false;
    const { isRight, lines } = await charged();
    assert.ok(isRight);
    assert.ok(lines('note').includes(notSurelyThere));
  });

  it('says the same where no row has an id, though rows without one were there before', async () => {
    const { troubles } = tested.lender;
    for (const list of ['pending', 'activity'] as const) {
      changeRows(troubles, list, { payment_request_uuid: null });
    }
    addRow(troubles, 'pending', { transaction_description: 113, consumer_charge_amount: 100 });
    const { isRight, text, lines } = await charged();
    assert.ok(isRight, text);
    assert.ok(lines('note').includes(notSurelyThere));
  });

  it('charges where one list is not found: of some lenders it is empty', async () => {
    tested.lender.troubles.always('transactions', notFound);
    const { isRight, text, lines } = await charged();
    assert.ok(isRight, text);
    assert.ok(
      lines('note').includes(
        'listTransactions: refused with 404: right of an empty list; else a charge in it is not found',
      ),
    );
    assert.equal(tested.lender.books.charges.length, 1);
  });

  it('asks for nothing where a page says that a list is not found', async () => {
    tested.lender.troubles.always('transactions', noSuchPage);
    const { isRight } = await charged();
    assert.equal(isRight, false);
    assert.deepEqual(tested.lender.books.charges, []);
  });

  it('asks for nothing while the lists cannot be read', async () => {
    tested.lender.troubles.always('activity', unwell.serverError);
    const { isRight, lines } = await charged();
    assert.equal(isRight, false);
    assert.match(
      lines('WRONG')[0] ?? '',
      /^listAllTransactions: the answer was lost with 500: nothing /,
    );
    assert.deepEqual(tested.lender.books.charges, []);
  });

  it('is wrong where no list has the charge', async () => {
    tested.lender.troubles.rewrite('pending', () => []);
    tested.lender.troubles.rewrite('activity', () => ({ count: 0, next: null, results: [] }));
    const { isRight, lines } = await charged();
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), [
      'the charge is in none of the lists: if its answer was lost, it would count as not made',
    ]);
  });

  it('is wrong where the answer has another name for the id', async () => {
    tested.lender.troubles.rewrite('charge', (body) => ({
      request_id: (body as Record<string, unknown>).payment_request_uuid,
    }));
    const { isRight, lines } = await charged();
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), [
      'createChargeRequest: the answer lacks payment_request_uuid',
    ]);
    assert.ok(lines('adapter').includes("request_id: 'payment_request_uuid',  if it says that"));
    assert.ok(lines('understood').includes('the charge in the lists, state pending'));
    assert.ok(lines('shown').at(-1)?.startsWith('working'));
  });

  for (const [reason, answer] of [
    ['bank_missing', bankMissing],
    ['consumer_unreachable', notReachable],
  ] as const) {
    it(`understands the refusal ${reason}`, async () => {
      tested.lender.troubles.next('charge', answer);
      const { isRight, lines } = await charged();
      assert.ok(isRight);
      const said = `createChargeRequest: refused with ${answer.status}, ${reason}`;
      assert.ok(lines('note').includes(said));
      assert.equal(tested.lender.books.charges.length, 0);
    });
  }

  it('is wrong where its answer is lost, and looks for it', async () => {
    tested.lender.troubles.next('charge', { ...unwell.gateway, acts: true });
    const { isRight, lines } = await charged();
    assert.equal(isRight, false);
    assert.deepEqual(lines('WRONG'), ['createChargeRequest: the answer was lost with 503']);
    assert.ok(lines('understood').includes('the charge in the lists, state pending'));
  });
});

const notSurelyThere =
  'no row of the lists is surely the charge: if its answer was lost, it would end as unresolved';

const activityFields = [
  ...['consumer_first_name', 'consumer_last_name', 'request_date', 'payment_request_status'],
  ...['transaction_description', 'payment_request_id', 'consumer_application_human_readable_id'],
  ...['requested_by', 'consumer_charge_amount', 'product_name', 'consumer_application_id'],
  ...['is_settled', 'payment_identifier', 'payment_request_uuid', 'merchant_fee'],
  ...['merchant_fee_transaction_amount', 'net_to_merchant_amount'],
].join(', ');
