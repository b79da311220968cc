import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { keyedDigest } from '../../../../../server/lending/store/documents.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { fundingFlow } from '../../funding-flow.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  await lending.stop();
});
after(() => lending.close());

/** Accepts a loan for the owner of an address and delivers its documents. */
async function accept(external_application_id: string, email: string) {
  const { call, sandbox } = fundingFlow(lending);
  const body = aSoftPull({ external_application_id, email });
  const { offers } = (await call('POST', softPullPath, body)) as {
    offers: { offer_uuid: string }[];
  };
  await call('PATCH', `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`, {});
  await sandbox(`/applications/${external_application_id}/accept-terms`);
  const message = await storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'loan_documents')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const { id: key, sponsor_id: scope, application_id } = message;
  await deliverMessage(lending.context, { key, scope });
  const receipts = await storedRows(lending.context)
    .selectFrom('consent_events')
    .selectAll()
    .where('application_id', '=', application_id)
    .where('consent_type', '=', 'documents_delivery')
    .execute();
  const letters = await storedRows(lending.context)
    .selectFrom('letters')
    .selectAll()
    .where('application_id', '=', application_id ?? '')
    .execute();
  return { message, receipts, letters };
}

describe('the consumer’s copy of the loan documents', () => {
  it('leaves a receipt of its delivery', async () => {
    const { message, receipts, letters } = await accept('delivered', 'ada@example.test');
    assert.deepEqual(
      receipts.map(({ document_sha256 }) => JSON.parse(document_sha256)),
      [[keyedDigest(lending.context.sealer, message.text)]],
    );
    assert.deepEqual(letters, []);
  });

  it('goes by post when the e-mail comes back', async () => {
    const { message, receipts, letters } = await accept('bounced', 'bounce@example.test');
    assert.deepEqual(receipts, []);
    assert.deepEqual(
      letters.map(({ kind, content }) => ({ kind, content })),
      [{ kind: 'record', content: message.text }],
    );
  });
});
