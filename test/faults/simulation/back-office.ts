import type { RefundableTransaction } from '../../../server/lending-api/refunds.ts';
import { parseCents } from '../../../server/platform/money.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts } from './facts.ts';
import type { History } from './history.ts';
import { bffUrl, lenderUrl } from './services.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const merchants = `${lenderUrl}/api/v1/sponsor/merchants`;
const admin = 'hillside-admin';

export interface BackOfficeOptions {
  disk: SimulatedDisk;
  /** The lender's database. */
  file: string;
  random: Random;
  facts: Facts;
  history: History;
}

/** Another system of the sponsor, which gives money back at the lender itself: the BFF hears of it later. */
export class BackOffice {
  readonly #options: BackOfficeOptions;

  constructor(options: BackOfficeOptions) {
    this.#options = options;
  }

  /** Some of the charges of which the lender says that all is left to give back. */
  async giveBack(): Promise<void> {
    const { disk, file, random, facts, history } = this.#options;
    const loans = disk.read(
      file,
      `select distinct a.external_application_id as id from applications a
       join transactions t on t.application_id = a.id where t.status = 'Transferred' order by id`,
    ) as { id: string }[];
    for (const { id } of loans) {
      const list = await ask(`/${admin}/refundable-transactions/${id}/`);
      for (const charge of (list ?? []) as RefundableTransaction[]) {
        const { payment_request_uuid: uuid, consumer_charge_amount: amount } = charge;
        const isWhole = charge.is_settled && charge.maximum_refundable_amount === amount;
        if (!isWhole || !random.chance(0.1)) continue;
        history.tell('office', `gives ${amount} of ${uuid} back at the lender`);
        facts.refundsElsewhere.set(uuid, parseCents(amount));
        await ask('/refund-payment-request/', {
          request_user_id: admin,
          payment_request_uuid: uuid,
          consumer_charge_amount: amount,
          net_to_merchant_amount: charge.net_to_merchant_amount,
          net_platform_fee: charge.net_platform_fee,
          net_to_sponsor_amount: charge.net_to_sponsor_amount,
          transaction_callback_url: `${bffUrl}/callbacks/transaction`,
        });
      }
    }
  }
}

/** Undefined when no answer came, or a refusal. */
async function ask(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(merchants + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: authorizationOf('sponsor@example.test'),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  return answer?.ok ? answer.json().catch(() => undefined) : undefined;
}
