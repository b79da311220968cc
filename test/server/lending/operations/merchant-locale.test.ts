import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';
import { InvitedMerchant } from '../pages/invited-merchant.ts';
import {
  detailPath,
  knownAccount,
  rightAmounts,
  verifyPath,
} from '../routes/bank-account-calls.ts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

const kinds = [
  'merchant_reviewed',
  'bank_account_replaced',
  'refund_accepted',
  'refund_not_made',
  'payout_returned',
];

/** Subjects of what the Admin of a merchant that signed in a language is told, by kind. */
async function toldTo(language: string): Promise<string[]> {
  const id = `quarry-${language}`;
  const names = { user_id: id, contractor_id: id, business_name: 'REVIEW Roofing' };
  const { merchant } = await InvitedMerchant.verified(lending, names);
  await merchant.sign({}, { 'accept-language': language });
  await flow.sandbox(`/merchants/${id}/underwrite`, { result: 'approved' });
  for (const account of [{}, knownAccount]) {
    const body = aPaymentDetail({ request_user_id: id, ...account });
    await flow.call('POST', detailPath, body, 201);
  }
  const micro_deposits_amounts = [...rightAmounts];
  await flow.call('POST', verifyPath(id), { micro_deposits_amounts });
  const loan = await anAcceptedLoan(lending, { merchant_id: merchant.id });
  const charge = await flow.settledCharge(loan, { request_user_id: id });
  const { refund_request_uuid } = await flow.refund(charge, { request_user_id: id });
  await flow.sandbox(`/transactions/${refund_request_uuid}/advance`, { to: 'Failed' });
  await toReturnedPayout(id, loan);
  const { email } = await merchant.admin();
  const messages = await storedRows(lending.context)
    .selectFrom('messages')
    .select(['kind', 'subject'])
    .where('recipient', '=', email)
    .execute();
  return kinds.map((kind) => messages.find((message) => message.kind === kind)?.subject ?? '');
}

async function toReturnedPayout(id: string, loan: ApplicationRow): Promise<void> {
  const account = { ach_account_number: '000111111116', ach_routing_number: '021000021' };
  const body = aPaymentDetail({ request_user_id: id, ...account });
  await flow.call('POST', detailPath, body, 201);
  const told = await flow.call('GET', `/sandbox/v1/merchants/${id}/micro-deposits`);
  const { micro_deposits_amounts } = told;
  await flow.call('POST', verifyPath(id), { micro_deposits_amounts });
  await flow.settledCharge(loan, { request_user_id: id });
  await flow.advanceHours(1);
}

it('a merchant’s Admins are written to in the language of the terms that it signed', async () => {
  for (const [language, subjects] of [
    [
      'es',
      [
        /puede ofrecer/,
        /^Se cambió la cuenta bancaria/,
        /^Se aceptó su/,
        /^Su reembolso/,
        /^Se devolvió un depósito/,
      ],
    ],
    ['en', [/can offer/, /^The bank account of/, /was accepted$/, /failed$/, /^A payout to/]],
  ] as const) {
    const told = await toldTo(language);
    for (const [index, subject] of subjects.entries()) assert.match(told[index] ?? '', subject);
  }
});
