import { CheckoutClient, type CheckoutClientOptions } from '../helpers/checkout-client.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import type { CheckoutStep } from '../../widget/contract/step.ts';

/**
 * What consumers were told had been done: ids, each with the time, in epoch milliseconds, at which
 * its answer was there.
 */
export class Acknowledged {
  /** E-mail addresses whose application was answered with offers. */
  readonly applied = new Map<string, number>();
  /** external_application_ids whose terms were accepted. */
  readonly accepted = new Map<string, number>();
  /** payment_request_uuids that were approved. */
  readonly approved = new Map<string, number>();

  get count(): number {
    return this.applied.size + this.accepted.size + this.approved.size;
  }

  note(what: 'applied' | 'accepted' | 'approved', id: string): void {
    this[what].set(id, Date.now());
  }

  /** Only what had been answered before a time, in epoch milliseconds. */
  before(time: number): Acknowledged {
    const earlier = new Acknowledged();
    for (const what of ['applied', 'accepted', 'approved'] as const) {
      for (const [id, at] of this[what]) if (at < time) earlier[what].set(id, at);
    }
    return earlier;
  }
}

/** A consumer's browser that notes what it is told. */
export class NotingClient extends CheckoutClient {
  readonly #acknowledged: Acknowledged;

  constructor(options: CheckoutClientOptions, acknowledged: Acknowledged) {
    super(options);
    this.#acknowledged = acknowledged;
  }

  override async apply(
    applicant: Readonly<Record<string, unknown>> & { email?: string } = {},
  ): Promise<CheckoutStep> {
    const step = await super.apply(applicant);
    if (step.screen === 'offers') this.#acknowledged.note('applied', String(applicant.email));
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
