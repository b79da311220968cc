import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sandboxCallback } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import type { Settings } from '../../../helpers/bare-lender/settings.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  pageWithChoice,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';

const anyNames: Settings['callbackFields'] = ({ applicationId, status, paymentRequestUuid }) => ({
  'Application.Reference': applicationId,
  new_state: status,
  ...(paymentRequestUuid !== null && { charge: paymentRequestUuid }),
});

describe('callbacks of a lender that is not ours', () => {
  let testbed: BareTestbed;

  const start = async (settings: Partial<Settings> = {}) => {
    testbed = await startBareTestbed({ settings });
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const chosen = () => pageWithChoice(testbed);
  const post = (body: string, type = 'application/json', password = sandboxCallback.password) =>
    testbed.bff.app.request('/callbacks/application', {
      method: 'POST',
      headers: {
        authorization: basicAuthHeader({ ...sandboxCallback, password }),
        'content-type': type,
      },
      body,
    });
  /** Where the checkout stands by what is stored: nobody asks the lender for it. */
  const stored = async ({ checkoutId }: ShopPage) => {
    await testbed.bff.runDue();
    const { screen } = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('screen')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    return screen;
  };
  const loanReads = () =>
    testbed.lender.heard.filter(({ operation }) => operation === 'loan').length;

  for (const callbacks of ['json', 'form'] as const) {
    for (const [what, callbackFields] of [
      ['the names of the description', undefined],
      ['any names', anyNames],
    ] as const) {
      it(`move a checkout that nobody looks at: ${callbacks}, ${what}`, async () => {
        await testbed.close();
        await start({ callbacks, ...(callbackFields && { callbackFields }) });
        const page = await chosen();
        await testbed.lender.controls.acceptTerms(page.checkoutId);
        assert.deepEqual(
          testbed.lender.callbacks.map(({ answered }) => answered),
          [200],
        );
        assert.equal(await stored(page), 'accepted');
      });
    }
  }

  it('find their charge by its uuid, in upper case', async () => {
    testbed.lender.settings.callbackFields = ({ paymentRequestUuid }) => ({
      uuid: paymentRequestUuid ?? '',
    });
    const page = await acceptedAtBareLender(testbed);
    const { payment_request_uuid } = as(stepOf(await page.charge()), 'charge_pending');
    await testbed.lender.controls.reject(payment_request_uuid ?? '');
    assert.equal(await stored(page), 'charge_outcome');
  });

  it('never move a state by their words', async () => {
    const page = await chosen();
    const { checkoutId } = page;
    const body = { loan_id: checkoutId, status: 'Approved: Accepted', decision: 'canceled' };
    assert.equal((await post(JSON.stringify(body))).status, 200);
    assert.equal(await stored(page), 'redirect');
    assert.equal((await page.step()).screen, 'redirect');
  });

  it('are handled again when the same body comes again without an event’s id', async () => {
    const page = await chosen();
    const body = JSON.stringify({ loan_id: page.checkoutId, status: 'changed' });
    await post(body);
    assert.equal(await stored(page), 'redirect');
    const reads = loanReads();
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    assert.equal((await post(body)).status, 200);
    assert.equal(await stored(page), 'accepted');
    assert.ok(loanReads() > reads);
  });

  it('may hold up to 64 kB', async () => {
    const page = await chosen();
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    const ofLength = (length: number) => {
      const fields = { loan_id: page.checkoutId, note: '' };
      const note = 'x'.repeat(length - JSON.stringify(fields).length);
      return JSON.stringify({ ...fields, note });
    };
    assert.equal((await post(ofLength(65_537))).status, 413);
    assert.equal(await stored(page), 'redirect');
    assert.equal((await post(ofLength(65_536))).status, 200);
    assert.equal(await stored(page), 'accepted');
  });

  it('may be nested, lists, or about nothing that is known', async () => {
    const page = await chosen();
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    for (const body of ['{}', '[]', 'null', '"text"', '{"loan_id": "nobody"}', '{"a":[{"b":1}]}']) {
      assert.equal((await post(body)).status, 200, body);
    }
    assert.equal(await stored(page), 'redirect');
    await post(JSON.stringify({ data: [{ application: { id: page.checkoutId.toUpperCase() } }] }));
    assert.equal(await stored(page), 'accepted');
  });

  it('may be deep, and hold numbers that are longer than a double', async () => {
    const page = await chosen();
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    const deep = '{"data":'.repeat(20);
    const body = `${deep}{"ref":12345678901234567890,"rate":0.123456,"id":"${page.checkoutId}"}`;
    assert.equal((await post(`${body}${'}'.repeat(20)}`)).status, 200);
    assert.equal(await stored(page), 'accepted');
  });

  it('are all handled where what is called an event’s id is none', async () => {
    const pages = [await chosen(), await chosen()];
    for (const { checkoutId } of pages) {
      testbed.lender.controls.set(checkoutId, 'accepted');
      await post(JSON.stringify({ event_id: 7, loan_id: checkoutId }));
    }
    for (const page of pages) assert.equal(await stored(page), 'accepted');
  });

  it('are handled again where what is called an event’s id is the loan’s', async () => {
    const page = await chosen();
    const body = JSON.stringify({ event_id: page.checkoutId });
    await post(body);
    assert.equal(await stored(page), 'redirect');
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    await post(body);
    assert.equal(await stored(page), 'accepted');
  });

  it('are handled again where one comes under the same id while the loan is read', async () => {
    const page = await chosen();
    const body = JSON.stringify({ event_id: page.checkoutId });
    testbed.proxy.fail(/^GET .*\/loan\//, 'hold');
    await post(body);
    const first = stored(page);
    await testbed.proxy.held(1);
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    assert.equal((await post(body)).status, 200);
    testbed.proxy.release();
    await first;
    assert.equal(await stored(page), 'accepted');
  });

  it('keep nothing of what they say', async () => {
    const page = await chosen();
    await post(
      JSON.stringify({ loan_id: page.checkoutId, ssn: '900-10-0001', note: 'Canariella' }),
    );
    const rows = await testbed.bff.database.query.selectFrom('inbox').selectAll().execute();
    const kept = JSON.stringify([rows, testbed.bff.logged]);
    assert.ok(kept.includes(page.checkoutId));
    for (const canary of ['900-10-0001', 'Canariella']) assert.ok(!kept.includes(canary), canary);
  });

  it('are the lender’s only with its password', async () => {
    const page = await chosen();
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    const body = JSON.stringify({ loan_id: page.checkoutId });
    assert.equal((await post(body, 'application/json', 'wrong')).status, 401);
    assert.equal(await stored(page), 'redirect');
  });
});
