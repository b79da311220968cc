import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { addRow } from '../../../helpers/bare-lender/list-faults.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { shopOrigin, type TestBff } from '../../../helpers/bff.ts';
import type { FaultyProxy } from '../../../helpers/faulty-proxy.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { hmacSecret, shopWith, startReceiver } from '../../../helpers/webhook-receiver.ts';
import { hearAgain, markChargeUnknown, passQuarterHour } from '../any-lender/lost-charges.ts';
import { callLimitMs } from '../flows/charge-calls.ts';

/** What a call is made on. */
interface Place {
  readonly bff: TestBff;
  /** By the names of the parameters of its path. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Two that are taken, each by itself; one where the call has no fields. */
  readonly bodies: readonly [object, object?];
  /** How often it was done. */
  readonly effects: () => Promise<number>;
  readonly close: () => Promise<void>;
}

async function atEmbeddedLender(
  prepare: (testbed: Testbed, server: MerchantServer) => Promise<Omit<Place, 'bff' | 'close'>>,
): Promise<Place> {
  const merchants = [{ ...shopWith(), may_approve: true }];
  const testbed = await startTestbed({ isRunning: false, mayApprove: true, config: { merchants } });
  const { bff, close } = testbed;
  return { ...(await prepare(testbed, new MerchantServer(bff))), bff, close };
}

async function atBareLender(
  prepare: (testbed: BareTestbed) => Promise<Omit<Place, 'bff' | 'close'>>,
): Promise<Place> {
  const testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
  return { ...(await prepare(testbed)), bff: testbed.bff, close: testbed.close };
}

/** An event that its receiver wanted no more, and will take now. */
async function atFailedEvent(
  prepare: (event: string) => Pick<Place, 'ids' | 'bodies'>,
): Promise<Place> {
  const receiver = await startReceiver();
  receiver.answer(410);
  const endpoint = { id: 'shop', url: receiver.url, secrets: [hmacSecret()] };
  const config = { merchants: [shopWith(endpoint)] };
  const testbed = await startTestbed({ isRunning: false, config });
  await acceptedPage(testbed);
  await testbed.bff.runDue();
  receiver.answer(204);
  const { id } = receiver.received[0] ?? assert.fail('nothing was sent');
  return {
    ...prepare(id),
    bff: testbed.bff,
    effects: async () => {
      await testbed.bff.runDue();
      return receiver.received.filter((each) => each.id === id).length;
    },
    close: async () => {
      await testbed.close();
      await receiver.close();
    },
  };
}

const heard =
  ({ passed }: FaultyProxy, call: RegExp) =>
  async () =>
    passed.filter((each) => call.test(each)).length;

const logged =
  ({ logged: lines }: TestBff, event: string) =>
  async () =>
    lines.filter((line) => line.includes(`"${event}"`)).length;

async function charged({ sandbox }: Testbed, server: MerchantServer, id: string) {
  const { charge_id: charge, payment_request_uuid: uuid } = await server.charge(id);
  return {
    ids: { id, charge },
    settle: async () => {
      await sandbox.paymentRequest(uuid, 'approve');
      await sandbox.transaction(uuid ?? '', 'Transferred');
      await server.charges(id);
    },
  };
}

/** A charge of which the lender has two rows that could be it. */
async function chargeUnresolved(testbed: BareTestbed) {
  const page = await acceptedAtBareLender(testbed);
  await markChargeUnknown(testbed, page, 'answer');
  await hearAgain(testbed);
  await passQuarterHour(testbed, page);
  const [charge] = await new MerchantServer(testbed.bff).charges(page.checkoutId);
  assert.equal(charge?.status, 'unresolved');
  return { id: page.checkoutId, charge: charge.charge_id };
}

const orders = { amount: '8400.00', order_id: 'S-1', return_url: `${shopOrigin}/pay` };
const evidence = { authorization_method: 'signed_contract', authorization_reference: 'HC-1' };

/** By operationId. */
const places: Readonly<Record<string, () => Promise<Place>>> = {
  createCheckout: () =>
    atEmbeddedLender(async ({ bff }) => ({
      bodies: [orders, { ...orders, amount: '9000.00' }],
      effects: async () =>
        (await bff.database.query.selectFrom('checkouts').select('id').execute()).length,
    })),
  issueLink: () =>
    atEmbeddedLender(async ({ bff }, server) => {
      const { checkout_id: id } = await server.make();
      return {
        ids: { id },
        bodies: [{}],
        effects: async () => {
          const { query } = bff.database;
          const row = query.selectFrom('checkouts').select('generation').where('id', '=', id);
          return (await row.executeTakeFirstOrThrow()).generation;
        },
      };
    }),
  cancelCheckout: () =>
    atEmbeddedLender(async (testbed) => ({
      ids: { id: (await acceptedPage(testbed)).checkoutId },
      bodies: [{}],
      effects: heard(testbed.proxy, /^POST .*\/accounts\/cancel\//),
    })),
  increaseCreditLimit: () =>
    atEmbeddedLender(async (testbed) => ({
      ids: { id: (await acceptedPage(testbed)).checkoutId },
      bodies: [{ amount: '9000.00' }, { amount: '9500.00' }],
      effects: heard(testbed.proxy, /^POST .*\/accounts\/credit-line-increase\//),
    })),
  createCharge: () =>
    atEmbeddedLender(async (testbed) => ({
      ids: { id: (await acceptedPage(testbed)).checkoutId },
      bodies: [
        { transaction_description: 109, amount: '8400.00' },
        { transaction_description: 109, amount: '8000.00' },
      ],
      effects: heard(testbed.proxy, /^POST .*\/merchants\/payment-request\/$/),
    })),
  approveCharge: () =>
    atEmbeddedLender(async (testbed, server) => {
      const { ids } = await charged(testbed, server, (await acceptedPage(testbed)).checkoutId);
      return {
        ids,
        bodies: [evidence, { ...evidence, authorization_reference: 'HC-2' }],
        effects: heard(testbed.proxy, /^POST .*\/payment-request\/[^/]+\/approve\//),
      };
    }),
  createRefund: () =>
    atEmbeddedLender(async (testbed, server) => {
      const { checkoutId } = await acceptedPage(testbed);
      const { ids, settle } = await charged(testbed, server, checkoutId);
      await settle();
      return {
        ids,
        bodies: [{ amount: '400.00' }, { amount: '500.00' }],
        effects: heard(testbed.proxy, /^POST .*\/refund-payment-request\//),
      };
    }),
  resolveCharge: () =>
    atBareLender(async (testbed) => {
      const ids = await chargeUnresolved(testbed);
      const said = (row: number) => ({
        as: 'charged',
        payment_request_uuid: testbed.lender.books.charges[row]?.uuid,
      });
      return { ids, bodies: [said(0), said(1)], effects: logged(testbed.bff, 'charge_resolved') };
    }),
  resolveRefund: () =>
    atBareLender(async (testbed) => {
      const { bff, lender } = testbed;
      const server = new MerchantServer(bff);
      const { checkoutId: id } = await acceptedAtBareLender(testbed);
      const { charge_id: chargeId, payment_request_uuid } = await server.charge(id);
      const uuid = payment_request_uuid ?? '';
      await lender.controls.approve(uuid);
      lender.controls.moveTransaction(uuid, 'Transferred');
      await server.charges(id);
      lender.troubles.next('refund', 'cut_before');
      addRow(lender.troubles, 'activity', null);
      const { refund_id } = await server.refund({ id, chargeId }, { amount: '400.00' });
      bff.tick(callLimitMs);
      const [refund] = await server.refunds({ id, chargeId });
      assert.equal(refund?.status, 'unresolved');
      const said = () => ({ as: 'refunded', refund_request_uuid: randomUUID() });
      return {
        ids: { id, charge: chargeId, refund: refund_id },
        bodies: [said(), said()],
        effects: logged(bff, 'refund_resolved'),
      };
    }),
  resendEvent: () =>
    atFailedEvent((event) => ({ ids: { event }, bodies: [{}, { endpoint_id: 'shop' }] })),
  resendEvents: () =>
    atFailedEvent(() => ({
      bodies: [
        { created_after: '2026-03-02T15:00:00Z' },
        { created_after: '2026-03-01T15:00:00Z' },
      ],
    })),
};

describe('one Idempotency-Key that two calls have at once', () => {
  for (const { operationId, method, path } of merchantApiRoutes) {
    if (method !== 'post') continue;
    const begin = places[operationId] ?? (() => assert.fail(`no place for ${operationId}`));
    const send = ({ bff, ids = {} }: Place, bodies: readonly object[]) => {
      const server = new MerchantServer(bff);
      const address = path
        .replace('/v1/merchant', '')
        .replaceAll(/\{(\w+)\}/g, (_all, name) => ids[name] ?? assert.fail(name));
      const key = { 'idempotency-key': randomUUID() };
      return Promise.all(bodies.map((body) => server.call('POST', address, body, key)));
    };

    it(`${operationId} is done once for the same body, and answered the same`, async (t) => {
      const place = await begin();
      t.after(place.close);
      const before = await place.effects();
      const [body] = place.bodies;
      const answers = await send(place, [body, body, body]);
      const [first] = answers;
      assert.ok((first?.status ?? 0) < 300, JSON.stringify(first?.body));
      for (const answer of answers) {
        assert.deepEqual([answer.status, answer.body], [first?.status, first?.body]);
      }
      assert.equal(await place.effects(), before + 1);
    });

    // Without fields there is no other body.
    if (Object.keys(callExamples[operationId]?.body ?? {}).length === 0) continue;
    it(`${operationId} is done once for two bodies, and the other is a conflict`, async (t) => {
      const place = await begin();
      t.after(place.close);
      const [body, other = assert.fail('no other body')] = place.bodies;
      const before = await place.effects();
      const answers = await send(place, [body, other]);
      const refused = answers.filter(({ status }) => status >= 300);
      assert.deepEqual(
        refused.map((answer) => problemOf(answer).code),
        ['idempotency_conflict'],
      );
      assert.equal(await place.effects(), before + 1);
    });
  }
});
