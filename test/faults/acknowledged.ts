import type { CheckoutStep, StepOf } from '../../widget/contract/step.ts';
import { CheckoutClient, type CheckoutClientOptions } from '../helpers/checkout-client.ts';
import { Sandbox } from '../helpers/sandbox.ts';

/** What a consumer may be told, and by which id it is noted. */
export const acknowledgedKinds = {
  /** The checkout's id. */
  opened: 'checkouts',
  /** E-mail address of an application that was answered with offers. */
  applied: 'applications',
  /** The id of the checkout, whose offer was chosen. */
  selected: 'choices',
  /** The external_application_id whose terms were accepted. */
  accepted: 'acceptances',
  /** The id of the checkout, whose charge the lender has. */
  charged: 'charges',
  /** The payment_request_uuid that was approved. */
  approved: 'approvals',
} as const;

export type AcknowledgedKind = keyof typeof acknowledgedKinds;
const kinds = Object.keys(acknowledgedKinds) as AcknowledgedKind[];

interface ChangedAmount {
  cents: number;
  at: number;
}

/**
 * What consumers were told had been done: ids, each with the time, in epoch milliseconds, at which
 * its answer was there.
 */
export class Acknowledged {
  readonly #ids = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as Record<
    AcknowledgedKind,
    Map<string, number>
  >;

  /** By checkout, each more than the one before. */
  readonly #amounts = new Map<string, ChangedAmount[]>();
  #changes = 0;

  get count(): number {
    return kinds.reduce((sum, kind) => sum + this.#ids[kind].size, this.changes);
  }

  /** How many changes of an amount. */
  get changes(): number {
    return this.#changes;
  }

  /** The last amount of each checkout, in cents. */
  lastAmounts(): [checkoutId: string, cents: number][] {
    return [...this.#amounts].map(([id, changes]) => [id, changes.at(-1)?.cents ?? 0]);
  }

  noteAmount(checkoutId: string, cents: number, at = Date.now()): void {
    const changes = this.#amounts.get(checkoutId) ?? [];
    changes.push({ cents, at });
    this.#changes += 1;
    this.#amounts.set(checkoutId, changes);
  }

  ids(kind: AcknowledgedKind): string[] {
    return [...this.#ids[kind].keys()];
  }

  note(kind: AcknowledgedKind, id: string, at = Date.now()): void {
    this.#ids[kind].set(id, at);
  }

  /** Only what was answered from one time on and before another, in epoch milliseconds. */
  between(from: number, end: number): Acknowledged {
    const chosen = new Acknowledged();
    for (const kind of kinds) {
      for (const [id, at] of this.#ids[kind]) if (at >= from && at < end) chosen.note(kind, id, at);
    }
    for (const [id, changes] of this.#amounts) {
      for (const { cents, at } of changes) {
        if (at >= from && at < end) chosen.noteAmount(id, cents, at);
      }
    }
    return chosen;
  }
}

/** A consumer's browser that notes what it is told. */
export class NotingClient extends CheckoutClient {
  readonly #acknowledged: Acknowledged;

  constructor(options: CheckoutClientOptions, acknowledged: Acknowledged) {
    super(options);
    this.#acknowledged = acknowledged;
  }

  override async open(order: { amount?: string; order_token?: string }): Promise<CheckoutStep> {
    const step = await super.open(order);
    this.#acknowledged.note('opened', this.id);
    return step;
  }

  override async apply(
    applicant: Readonly<Record<string, unknown>> & { email?: string } = {},
  ): Promise<CheckoutStep> {
    const step = await super.apply(applicant);
    if (step.screen === 'offers') this.#acknowledged.note('applied', String(applicant.email));
    return step;
  }

  override async select(offerUuid: string): Promise<StepOf<'redirect'>> {
    const step = await super.select(offerUuid);
    this.#acknowledged.note('selected', this.id);
    return step;
  }

  override async charge(): Promise<CheckoutStep> {
    const step = await super.charge();
    const isAtLender = step.screen === 'charge_pending' && step.payment_request_uuid !== null;
    if (isAtLender) this.#acknowledged.note('charged', this.id);
    return step;
  }
}

/** The consumer's steps at the lender, noted when they were answered. */
export class NotingSandbox extends Sandbox {
  readonly #acknowledged: Acknowledged;

  constructor(lendingUrl: string, acknowledged: Acknowledged) {
    super(lendingUrl);
    this.#acknowledged = acknowledged;
  }

  override async application(id: string, step: string, body?: unknown): Promise<unknown> {
    const answer = await super.application(id, step, body);
    if (step === 'accept-terms') this.#acknowledged.note('accepted', id);
    return answer;
  }

  override async paymentRequest(uuid: string, answer: 'approve' | 'reject'): Promise<unknown> {
    const answered = await super.paymentRequest(uuid, answer);
    if (answer === 'approve') this.#acknowledged.note('approved', uuid);
    return answered;
  }
}
