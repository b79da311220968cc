import { randomUUID } from 'node:crypto';
import { type CallExample, callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { addRow } from '../../../helpers/bare-lender/list-faults.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import type { TestBff } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { addOfferCode } from '../../../helpers/offer-codes.ts';
import { as, type PageAnswer, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { hmacSecret, shopWith, startReceiver } from '../../../helpers/webhook-receiver.ts';
import { hearAgain, markChargeUnknown, passQuarterHour } from '../any-lender/lost-charges.ts';
import { callLimitMs } from '../flows/charge-calls.ts';

type Answers = Map<string, PageAnswer>;

/** What every example is answered, by operationId, in the order of a checkout. */
export async function answeredExamples(): Promise<Answers> {
  return new Map([...(await overEmbeddedService()), ...(await withLostAnswers())]);
}

/** Sends examples, with the ids that were really given in place of those that are shown. */
class Scenario {
  readonly answers: Answers = new Map();
  readonly #server: MerchantServer;
  readonly #ids: Record<string, string> = {};

  constructor(bff: TestBff) {
    this.#server = new MerchantServer(bff);
  }

  /** An id of a path, by the name of its parameter. */
  know(name: string, id: string): void {
    this.#ids[name] = id;
  }

  async send(operation: string, change: object = {}): Promise<Record<string, unknown>> {
    const route = merchantApiRoutes.find(({ operationId }) => operationId === operation);
    const { query = {}, headers, body }: CallExample = callExamples[operation] ?? {};
    const path = (route?.path ?? '').replaceAll(
      /\{(\w+)\}/g,
      (_all, name) => this.#ids[name] ?? '',
    );
    const search = new URLSearchParams(query);
    const target = `${path.replace('/v1/merchant', '')}${search.size > 0 ? `?${search}` : ''}`;
    if (target.endsWith('.svg')) {
      const picture = await this.#server.read(target);
      const { status, headers: sent } = picture;
      this.answers.set(operation, { status, headers: sent, body: await picture.text() });
      return {};
    }
    const answer = await this.#server.call(
      (route?.method ?? '').toUpperCase(),
      target,
      body && { ...body, ...change },
      { ...headers },
    );
    this.answers.set(operation, answer);
    return answer.body as Record<string, unknown>;
  }
}

async function overEmbeddedService(): Promise<Answers> {
  const receiver = await startReceiver();
  receiver.answer(410);
  const endpoint = { id: 'shop', url: receiver.url, secrets: [hmacSecret()] };
  const users = [{ user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' }];
  const merchants = [{ ...shopWith(endpoint), may_approve: true, users }];
  const config = { merchants };
  const testbed = await startTestbed({ isRunning: false, mayApprove: true, config });
  try {
    await addOfferCode(testbed, 'SPRING-24');
    const scenario = new Scenario(testbed.bff);
    const made = await scenario.send('createCheckout');
    scenario.know('id', String(made.checkout_id));
    await scenario.send('readQrCode');
    const issued = await scenario.send('issueLink');
    await accept(testbed, issued.client_token);
    const charge = await scenario.send('createCharge');
    await scenario.send('listCharges');
    await scenario.send('listCheckouts');
    await scenario.send('retrieveCheckout');
    scenario.know('charge', String(charge.charge_id));
    const uuid = String(charge.payment_request_uuid);
    await scenario.send('approveCharge');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    await scenario.send('createRefund');
    await scenario.send('listRefunds');
    await testbed.bff.runDue();
    const { events } = (await scenario.send('listEvents')) as { events: { event_id: string }[] };
    scenario.know('event', events[0]?.event_id ?? '');
    await scenario.send('resendEvent');
    await scenario.send('resendEvents');
    const [refund] = await new MerchantServer(testbed.bff).refunds({
      id: String(made.checkout_id),
      chargeId: String(charge.charge_id),
    });
    await testbed.sandbox.transaction(refund?.refund_request_uuid ?? '', 'Transferred');
    await new MerchantServer(testbed.bff).view(String(made.checkout_id));
    await scenario.send('listSettlements');
    await scenario.send('readReport');
    const unwanted = await new MerchantServer(testbed.bff).make({
      order_id: '1002',
      sold_by: 'hillside-rep-2',
      offer_code: 'SPRING-24',
    });
    scenario.know('id', unwanted.checkout_id);
    await accept(testbed, unwanted.client_token);
    await scenario.send('increaseCreditLimit');
    await scenario.send('cancelCheckout');
    return scenario.answers;
  } finally {
    await testbed.close();
    await receiver.close();
  }
}

/** The consumer of a checkout accepts the terms of an offer, which the BFF learns step by step. */
async function accept(testbed: Testbed, resume: unknown): Promise<void> {
  const page = new ShopPage(testbed.bff);
  await page.open({ resume });
  const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
  await page.select(offers[0]?.offer_uuid ?? '');
  await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
  await page.step();
}

async function withLostAnswers(): Promise<Answers> {
  const testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
  try {
    const scenario = new Scenario(testbed.bff);
    const page = await acceptedAtBareLender(testbed);
    scenario.know('id', page.checkoutId);
    await markChargeUnknown(testbed, page, 'answer');
    await hearAgain(testbed);
    await passQuarterHour(testbed, page);
    const server = new MerchantServer(testbed.bff);
    const [charge] = await server.charges(page.checkoutId);
    scenario.know('charge', charge?.charge_id ?? randomUUID());
    const uuid = testbed.lender.books.charges[1]?.uuid;
    await scenario.send('resolveCharge', { payment_request_uuid: uuid });
    await loseRefund(testbed, scenario, { server, checkoutId: page.checkoutId, uuid });
    await scenario.send('resolveRefund');
    return scenario.answers;
  } finally {
    await testbed.close();
  }
}

/** A refund of the charge, of which nobody can tell whether the lender has it. */
async function loseRefund(
  testbed: BareTestbed,
  scenario: Scenario,
  { server, checkoutId: id, uuid = '' }: LostRefund,
): Promise<void> {
  await testbed.lender.controls.approve(uuid);
  testbed.lender.controls.moveTransaction(uuid, 'Transferred');
  const [charge] = await server.charges(id);
  testbed.lender.troubles.next('refund', 'cut_before');
  addRow(testbed.lender.troubles, 'activity', null);
  const of = { id, chargeId: charge?.charge_id ?? '' };
  const { refund_id } = await server.refund(of, { amount: '400.00' });
  testbed.bff.tick(callLimitMs);
  await server.refunds(of);
  scenario.know('refund', refund_id);
}

interface LostRefund {
  server: MerchantServer;
  checkoutId: string;
  uuid: string | undefined;
}

/** The kind of every value, with the fields of objects; a list is as its items are. */
export function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, formOf(each)] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
}
