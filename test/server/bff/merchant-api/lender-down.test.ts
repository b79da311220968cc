import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { otherShop, shop } from '../../../helpers/bff.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { as, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

/** In which state each call meets a lender that is away, and how it is answered. */
const answers: Readonly<Record<string, { after: keyof Places; status: number }>> = {
  createCheckout: { after: 'accepted', status: 201 },
  listCheckouts: { after: 'accepted', status: 200 },
  retrieveCheckout: { after: 'accepted', status: 200 },
  issueLink: { after: 'open', status: 200 },
  readQrCode: { after: 'open', status: 200 },
  cancelCheckout: { after: 'accepted', status: 503 },
  increaseCreditLimit: { after: 'accepted', status: 503 },
  listCharges: { after: 'pending', status: 200 },
  createCharge: { after: 'accepted', status: 503 },
  approveCharge: { after: 'pending', status: 503 },
  resolveCharge: { after: 'unresolvedCharge', status: 503 },
  listRefunds: { after: 'settled', status: 200 },
  createRefund: { after: 'settled', status: 503 },
  resolveRefund: { after: 'unresolvedRefund', status: 503 },
  listEvents: { after: 'accepted', status: 200 },
  resendEvent: { after: 'accepted', status: 200 },
  resendEvents: { after: 'accepted', status: 200 },
  listSettlements: { after: 'settled', status: 200 },
  readReport: { after: 'settled', status: 200 },
};

type Ids = Readonly<Record<string, string>>;

interface Places {
  open: Ids;
  accepted: Ids;
  pending: Ids;
  unresolvedCharge: Ids;
  settled: Ids;
  unresolvedRefund: Ids;
}

const answerAtMostMs = 300;

/** Who waits until a call to the lender is cut waits 20 s. */
const soon = { timeout: 19_000 };

/** The lender refuses connections, or takes them and says nothing. */
const faults = {
  down: ({ proxy }: Testbed) => proxy.close(),
  silent: async ({ proxy }: Testbed) => proxy.fail(/./, ...new Array<'hold'>(99).fill('hold')),
};

for (const [fault, begin] of Object.entries(faults)) {
  describe(`every call of the merchant API, while the lender is ${fault}`, () => {
    let testbed: Testbed;
    let server: MerchantServer;
    beforeEach(async () => {
      const endpoint = { id: 'shop', url: 'http://127.0.0.1:1', secrets: [] };
      const merchants = [{ ...shop, may_approve: true, webhooks: [endpoint] }, otherShop];
      testbed = await startTestbed({
        isRunning: false,
        mayApprove: true,
        config: { merchants },
        proxyPort: await freePort(),
      });
      server = new MerchantServer(testbed.bff);
    });
    afterEach(() => testbed.close());

    const accepted = async (): Promise<Ids> => {
      const { checkoutId: id } = await acceptedPage(testbed);
      const { query } = testbed.bff.database;
      const [event] = await query.selectFrom('webhook_events').select('id').execute();
      return { id, event: event?.id ?? '' };
    };
    const pending = async () => {
      const { id = '' } = await accepted();
      const { charge_id, payment_request_uuid } = await server.charge(id);
      return { id, charge: charge_id, uuid: payment_request_uuid ?? '' };
    };
    const settled = async () => {
      const { id, charge, uuid } = await pending();
      await testbed.sandbox.paymentRequest(uuid, 'approve');
      await testbed.sandbox.transaction(uuid, 'Transferred');
      await server.charges(id);
      return { id, charge };
    };
    const unresolved = (table: 'charges' | 'refunds') =>
      testbed.bff.database.query.updateTable(table).set({ state: 'unresolved' }).execute();
    const places: { [Place in keyof Places]: () => Promise<Ids> } = {
      open: async () => ({ id: (await server.make()).checkout_id }),
      accepted,
      pending,
      settled,
      unresolvedCharge: async () => {
        const ids = await pending();
        await unresolved('charges');
        return ids;
      },
      unresolvedRefund: async () => {
        const ids = await settled();
        const { refund_id } = await server.refund({ id: ids.id, chargeId: ids.charge });
        await unresolved('refunds');
        return { ...ids, refund: refund_id };
      },
    };
    const rows = () =>
      Promise.all(
        (['checkouts', 'charges', 'refunds'] as const).map((table) =>
          testbed.bff.database.query.selectFrom(table).selectAll().orderBy('id').execute(),
        ),
      );

    it('cancelCheckout of what nobody has accepted yet is answered 200', soon, async () => {
      const page = new ShopPage(testbed.bff);
      await page.open({ amount: '8400.00' });
      as(await page.apply({ ssn: '900-10-0001' }), 'offers');
      Object.assign(testbed.bff.context.timing, { waitMs: answerAtMostMs, readMs: answerAtMostMs });
      await begin(testbed);
      assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
      assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
    });

    for (const { operationId, method, path } of merchantApiRoutes) {
      const { after, status } = answers[operationId] ?? assert.fail(operationId);
      it(
        `${operationId} is answered ${status}${status === 503 ? ', and changes nothing' : ''}`,
        soon,
        async () => {
          const ids = await places[after]();
          const { timing } = testbed.bff.context;
          Object.assign(timing, { waitMs: answerAtMostMs, readMs: answerAtMostMs });
          await begin(testbed);
          const before = await rows();
          const { query = {}, body } = callExamples[operationId] ?? {};
          const address = path
            .replace('/v1/merchant', '')
            .replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '');
          const key = { 'idempotency-key': randomUUID() };
          const amount = operationId === 'createCheckout' ? { sold_by: undefined } : {};
          const answer = await (operationId === 'readQrCode'
            ? server.read(address)
            : server.call(
                method.toUpperCase(),
                `${address}?${new URLSearchParams(query)}`,
                body && { ...body, ...amount },
                key,
              ));
          assert.equal(answer.status, status, JSON.stringify(answer.body));
          if (status !== 503) return;
          assert.equal(answer.headers.get('retry-after'), '15');
          assert.ok('headers' in answer && !(answer instanceof Response));
          assert.equal(problemOf(answer).code, 'lender_unavailable');
          assert.deepEqual(await rows(), before);
        },
      );
    }
  });
}
