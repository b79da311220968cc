import { easternDate } from '../../../server/platform/calendar/eastern-time.ts';
import type { TestBff } from '../../helpers/bff.ts';
import { dayMs } from '../../helpers/durations.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { acceptedPage, type Testbed } from '../../helpers/testbed.ts';
import type { RaceNodes } from './nodes.ts';
import { inTurns, type Race } from './race.ts';

const refundCall = /^POST .*\/refund-payment-request\//;
const allCents = 840_000;

/** How long it may be until a refund that the lender has ended is seen. */
const mostHours = 30;

/**
 * Two servers of a merchant refund most of a charge at once, and then what is left of it; now and then
 * the lender's answer is lost. No more goes back than was charged, and the lender is asked once.
 */
export const refundRace: Race = {
  name: 'refunded by two at once',
  ends: ['in part', 'in full'],
  async run(nodes, index) {
    const { testbed } = nodes;
    const { proxy, sandbox } = testbed;
    const charge = await charged(nodes);
    await sandbox.transaction(charge.uuid, 'Transferred');
    const servers = serversOf(nodes, index);
    await servers[1].charges(charge.of.id);
    if (index % 4 === 1) proxy.fail(refundCall, 'lose_answer');
    if (index % 4 === 2) proxy.fail(refundCall, 'lose_request');
    const torn = [];
    for (const amount of ['5000.00', undefined]) {
      const before = refundsAsked(testbed);
      const answers = await Promise.all(
        inTurns(index >> 1, [amount, '4000.00']).flatMap((cents) =>
          servers.map((server) => server.askRefund(charge.of, { amount: cents })),
        ),
      );
      const asked = refundsAsked(testbed) - before;
      const taken = answers.filter(({ status }) => status === 201).length;
      if (asked > 1 || taken > 1) torn.push(`${taken} taken, ${asked} asked for at the lender`);
      await nodes.pass(2);
      await settleRefunds(testbed, charge.uuid);
      await nodes.pass(2);
    }
    torn.push(...(await disagreements(nodes, charge)));
    const back = centsOf(await lendersRefunds(testbed, charge.uuid));
    return { end: back === allCents ? 'in full' : 'in part', torn };
  },
};

/**
 * A merchant refunds a charge in full while the lender transfers it, and another process reads the
 * lender. Either it never went out, or it did and comes back, or it cannot be refunded yet.
 */
export const settlementRace: Race = {
  name: 'refunded while it settles',
  ends: ['before it settled', 'after it settled', 'not at all'],
  async run(nodes, index) {
    const { testbed } = nodes;
    const { proxy, sandbox } = testbed;
    const charge = await charged(nodes);
    const [server, reader] = serversOf(nodes, index);
    await server.charges(charge.of.id);
    const isAfterwards = index % 4 === 3;
    if (isAfterwards) proxy.fail(refundCall, 'hold');
    else if (index % 5 === 1) proxy.fail(refundCall, 'lose_answer');
    else if (index % 5 === 2) proxy.fail(refundCall, 'lose_request');
    const refund = () => server.askRefund(charge.of);
    // The lender refuses to transfer what was given back before.
    const settle = () => sandbox.transaction(charge.uuid, 'Transferred').catch(() => undefined);
    // A refund reads the lender a few times before it asks: the transfer comes before, among, or while
    // the answer to it is on its way.
    const readAndSettle = async () => {
      if (isAfterwards) await proxy.held(1);
      for (let reads = 0; reads < index % 4; reads += 1) await reader.charges(charge.of.id);
      await settle();
      proxy.release();
    };
    await Promise.all(inTurns(index, [refund, readAndSettle]).map((contend) => contend()));
    await nodes.pass(2);
    await settleRefunds(testbed, charge.uuid);
    await nodes.pass(2);
    const torn = await disagreements(nodes, charge);
    const refunds = await lendersRefunds(testbed, charge.uuid);
    // A refund of what had not gone out is never transferred.
    const [made] = refunds;
    if (made === undefined) return { end: 'not at all', torn };
    const isBefore = made.status === 'Successful';
    return { end: isBefore ? 'before it settled' : 'after it settled', torn };
  },
};

interface Charged {
  readonly uuid: string;
  readonly of: { id: string; chargeId: string };
}

/** A charge of 8400.00 that the consumer has approved. */
async function charged({ testbed, bffs }: RaceNodes): Promise<Charged> {
  const page = await acceptedPage(testbed);
  const server = new MerchantServer(bffs[0]);
  const { charge_id: chargeId, payment_request_uuid } = await server.charge(page.checkoutId);
  await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
  const uuid = payment_request_uuid ?? '';
  return { uuid, of: { id: page.checkoutId, chargeId } };
}

function serversOf({ bffs }: RaceNodes, index: number): [MerchantServer, MerchantServer] {
  const [one, other] = inTurns(index, bffs) as [TestBff, TestBff];
  return [new MerchantServer(one), new MerchantServer(other)];
}

function refundsAsked({ proxy }: Testbed): number {
  return proxy.passed.filter((call) => refundCall.test(call)).length;
}

function centsOf(refunds: readonly { consumer_charge_amount_cents: number }[]): number {
  return refunds.reduce((sum, refund) => sum + refund.consumer_charge_amount_cents, 0);
}

/** What both say of a charge in the end: the lender by what it has, the BFF by what it answers. */
async function disagreements({ testbed, bffs, pass }: RaceNodes, { uuid, of }: Charged) {
  const server = new MerchantServer(bffs[1]);
  const openRefunds = async () =>
    (await server.refunds(of)).filter(({ status }) => status !== 'settled' && status !== 'failed');
  for (let hours = 0; hours < mostHours && (await openRefunds()).length > 0; hours += 1) {
    await pass(1);
  }
  const refunds = await lendersRefunds(testbed, uuid);
  const lendersCents = centsOf(refunds.filter(({ status }) => status !== 'Failed'));
  const charge = (await server.charges(of.id)).find(({ charge_id }) => charge_id === of.chargeId);
  const entries = await testbed.lending.context.database.query
    .selectFrom('statement_entries')
    .selectAll()
    .where('charge_request_id', '=', uuid)
    .execute();
  const lendersMoves = entries.map(({ kind, consumer_charge_amount_cents: cents }) =>
    kind === 'charge' ? cents : -cents,
  );
  const now = testbed.bff.now();
  const days = `from=${easternDate(now - 4 * dayMs)}&to=${easternDate(now)}`;
  const { settlements } = await server.settlements(`?limit=100&${days}`);
  const moves = settlements
    .filter(({ charge_id }) => charge_id === of.chargeId)
    .map(({ gross_amount }) => Math.round(Number(gross_amount) * 100));
  return [
    ...(lendersCents > allCents ? [`${lendersCents} of ${allCents} were refunded`] : []),
    ...differs('refunded', Math.round(Number(charge?.refunded_amount) * 100), lendersCents),
    ...differs('moved', moves.toSorted(), lendersMoves.toSorted()),
    ...differs('open', await openRefunds(), []),
  ];
}

function differs(what: string, ours: unknown, lenders: unknown): string[] {
  const [here, there] = [JSON.stringify(ours), JSON.stringify(lenders)];
  return here === there ? [] : [`${what}: ${here} here, ${there} there`];
}

function lendersRefunds({ lending }: Testbed, uuid: string) {
  return lending.context.database.query
    .selectFrom('transactions')
    .selectAll()
    .where('charge_request_id', '=', uuid)
    .where('transaction_description', '=', 115)
    .execute();
}

async function settleRefunds(testbed: Testbed, uuid: string): Promise<void> {
  for (const { id, settled_at } of await lendersRefunds(testbed, uuid)) {
    if (settled_at === null) await testbed.sandbox.transaction(id, 'Transferred');
  }
}
