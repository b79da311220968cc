import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { paymentDetailResponse } from '../../../../server/lending-api/payment-detail.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import {
  BankAccountCalls,
  detailPath,
  knownAccount,
  returnedAccount,
  rightAmounts,
  verifyRefusal,
  wrongAmounts,
} from './bank-account-calls.ts';

let lending: TestLending;
let bank: BankAccountCalls;
beforeEach(async () => {
  lending = await startTestLending();
  bank = new BankAccountCalls(lending);
});
afterEach(() => lending.close());

const messages = () =>
  storedRows(lending.context).selectFrom('messages').select(['kind', 'recipient']).execute();

describe('POST merchants/payment-detail/', () => {
  it('registers the account, echoes it and sends two deposits [conformance:transition-bank-account-registered]', async () => {
    const response = await bank.register({ micro_deposits_amounts: ['0.11', '0.22'] });
    assert.equal(response.status, 201);
    const detail = paymentDetailResponse.parse(await response.json());
    assert.deepEqual(detail, {
      ...aPaymentDetail(),
      external_org_id: 'hillside-hvac',
      sec_code: 'CCD',
      micro_deposits_amounts: ['0.11', '0.22'],
      bank_account_status: 'Pending',
      micro_deposits_expire_at: '2026-03-16T15:00:00Z',
    });
  });

  it('echoes the organisation by the id that was sent', async () => {
    await lending.context.database.query
      .updateTable('merchants')
      .set({ external_org_id: 'hillside-org' })
      .where('contractor_id', '=', 'hillside-hvac')
      .execute();
    for (const external_org_id of ['hillside-hvac', 'hillside-org']) {
      const detail = paymentDetailResponse.parse(
        await (await bank.register({ external_org_id })).json(),
      );
      assert.equal(detail.external_org_id, external_org_id);
    }
  });

  it('echoes no amounts where none were sent', async () => {
    const response = await bank.register();
    const { micro_deposits_amounts } = paymentDetailResponse.parse(await response.json());
    assert.deepEqual(micro_deposits_amounts, []);
  });

  it('replaces a verified account: none is active until the new one is verified', async () => {
    await bank.register();
    const [seeded, fresh] = await bank.accounts();
    assert.deepEqual([seeded?.status, fresh?.status], ['Replaced', 'Pending']);
    assert.deepEqual(await messages(), [
      { kind: 'bank_account_replaced', recipient: 'hillside-admin@hillside.example.test' },
    ]);
  });

  it('keeps the account number and the amounts sealed', async () => {
    await bank.register();
    const row = JSON.stringify(await bank.accountInUse());
    assert.ok(!row.includes('11122233344'));
    assert.match(row, /"ach_account_last4":"3344"/);
  });

  for (const [ach_account_number, shown] of [
    ['7', ''],
    ['1234', '234'],
    ['12345', '2345'],
  ] as const) {
    it(`shows “${shown}” of the number ${ach_account_number}, never the whole of it`, async () => {
      await bank.registerAgain({ ach_account_number });
      assert.equal((await bank.accountInUse()).ach_account_last4, shown);
    });
  }

  for (const [name, change] of [
    ['as it was', {}],
    ['with its e-mail in capitals', { email: 'MONEY@Hillside.Example.test' }],
  ] as const) {
    it(`changes nothing for a verified account that is sent again ${name}`, async () => {
      await bank.registerKnown();
      await bank.verify(...rightAmounts);
      const before = await bank.accountInUse();
      const response = await bank.register({ ...knownAccount, ...change });
      assert.equal(response.status, 200);
      const detail = paymentDetailResponse.parse(await response.json());
      assert.equal(detail.bank_account_status, 'Verified');
      assert.deepEqual(await bank.accountInUse(), before);
    });
  }

  it('verifies a verified account again when its holder or its notices change', async () => {
    await bank.registerKnown();
    await bank.verify(...rightAmounts);
    const { id } = await bank.accountInUse();
    const response = await bank.register({ ...knownAccount, email: 'someone-else@example.test' });
    assert.equal(response.status, 201);
    const account = await bank.accountInUse();
    assert.notEqual(account.id, id);
    assert.equal(account.status, 'Pending');
  });

  it('takes any other particular for another account, which is verified for itself', async () => {
    const personal = { ...knownAccount, holder_type: 'personal', sec_code: 'WEB' };
    for (const [account, change] of [
      [knownAccount, { ach_routing_number: '021000021' }],
      [knownAccount, { ach_account_number: '000123456780' }],
      [knownAccount, { name_on_check: 'Somebody Else' }],
      [knownAccount, { address_zip: '43216' }],
      [knownAccount, { bank_account_type: 'savings' }],
      [personal, { sec_code: 'TEL' }],
    ] as const) {
      await bank.registerAgain(account);
      const { id } = await bank.accountInUse();
      await bank.registerAgain({ ...account, ...change });
      assert.notEqual((await bank.accountInUse()).id, id, Object.keys(change).join());
    }
  });

  it('gives no fresh attempts to an account that is sent again', async () => {
    await bank.registerKnown();
    await bank.verify(...wrongAmounts);
    assert.equal((await bank.register(knownAccount)).status, 200);
    const { attempts_remaining } = await verifyRefusal(await bank.verify(...wrongAmounts), 400);
    assert.equal(attempts_remaining, 2);
  });

  for (const [name, fail] of [
    ['failed by four wrong attempts', () => bank.failAttempts()],
    [
      'ran out, before any timer has run',
      async () => {
        await lending.stop();
        lending.tick(14 * dayMs);
      },
    ],
  ] as const) {
    it(`refuses an account that is sent again after its verification ${name}`, async () => {
      await bank.registerKnown();
      await fail();
      const before = await bank.accounts();
      const { detail, ...rest } = await verifyRefusal(await bank.register(knownAccount), 400);
      assert.match(detail, /initiate-micro-deposits/);
      assert.deepEqual(rest, {});
      assert.deepEqual(await bank.accounts(), before);
    });
  }

  it('takes another account after a verification failed', async () => {
    await bank.registerKnown();
    await bank.failAttempts();
    assert.equal((await bank.register()).status, 201);
    assert.equal((await bank.accountInUse()).status, 'Pending');
  });

  it('registers an Errored account again and verifies it, without an alarm', async () => {
    await bank.registerKnown();
    const sent = await messages();
    await lending.context.database.query
      .updateTable('bank_accounts')
      .set({ status: 'Errored', status_reason: 'R02' })
      .where('status', '=', 'Pending')
      .execute();
    const errored = await bank.accountInUse();
    const response = await bank.register(knownAccount);
    assert.equal(response.status, 201);
    const detail = paymentDetailResponse.parse(await response.json());
    assert.equal(detail.bank_account_status, 'Pending');
    const { id, status_reason } = await bank.accountInUse();
    assert.notEqual(id, errored.id);
    assert.equal(status_reason, null);
    assert.deepEqual(await messages(), sent);
    assert.equal((await bank.verify(...rightAmounts)).status, 200);
  });

  it('goes on where it stopped when the deposits could not be sent', async () => {
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    rails.sendMicroDeposits = () => Promise.reject(new Error('rails down'));
    await verifyRefusal(await bank.register(), 503);
    assert.equal((await bank.accountInUse()).status, 'New');
    rails.sendMicroDeposits = sendMicroDeposits;
    assert.equal((await bank.register()).status, 201);
    assert.equal((await bank.accountInUse()).status, 'Pending');
  });

  it('fails the verification of an account whose deposits came back', async () => {
    await bank.register(returnedAccount);
    const account = await bank.accountInUse();
    assert.deepEqual(
      [account.status, account.status_reason],
      ['VerificationFailed', 'micro-deposit-return'],
    );
  });

  for (const [holder_type, sec_code, kept] of [
    ['business', undefined, 'CCD'],
    ['business', 'CCD', 'CCD'],
    ['personal', undefined, 'PPD'],
    ['personal', 'WEB', 'WEB'],
    ['personal', 'TEL', 'TEL'],
  ] as const) {
    it(`keeps ${kept} for a ${holder_type} account with sec_code ${sec_code}`, async () => {
      const response = await bank.register({ holder_type, sec_code });
      assert.equal(response.status, 201);
      assert.equal(paymentDetailResponse.parse(await response.json()).sec_code, kept);
    });
  }

  for (const [name, change, field] of [
    ['a wrong checksum', { ach_routing_number: '123456789' }, 'ach_routing_number'],
    ['a prefix that no bank has', { ach_routing_number: '987654320' }, 'ach_routing_number'],
    ['eight digits', { ach_routing_number: '02100002' }, 'ach_routing_number'],
    ['18 digits of account', { ach_account_number: '1'.repeat(18) }, 'ach_account_number'],
    ['letters in the account', { ach_account_number: '12a45' }, 'ach_account_number'],
    ['PPD of a business', { sec_code: 'PPD' }, 'sec_code'],
    ['CCD of a person', { holder_type: 'personal', sec_code: 'CCD' }, 'sec_code'],
    ['another merchant', { external_org_id: 'somebody-else' }, 'external_org_id'],
    ['an unknown type', { bank_account_type: 'crypto' }, 'bank_account_type'],
    ['an unknown Admin', { request_user_id: 'nobody' }, 'request_user_id'],
  ] as const) {
    it(`refuses ${name} and changes nothing`, async () => {
      const answer = await verifyRefusal(await bank.register(change), 400);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
      assert.equal((await bank.accountInUse()).status, 'Verified');
    });
  }

  it('is for Admins of this sponsor', async () => {
    await verifyRefusal(await bank.register({ request_user_id: 'hillside-manager' }), 403);
    const foreign = { body: aPaymentDetail(), as: 'sponsor-two@example.test' } as const;
    await verifyRefusal(await lending.call('POST', detailPath, foreign), 400);
  });
});
