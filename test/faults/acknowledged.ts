import { CheckoutClient, type CheckoutClientOptions } from '../helpers/checkout-client.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import type { CheckoutStep } from '../../widget/contract/step.ts';

/** What consumers were told had been done, noted when the answer was there. */
export class Acknowledged {
  /** E-mail addresses whose application was answered with offers. */
  readonly applied = new Set<string>();
  /** external_application_ids whose terms were accepted. */
  readonly accepted = new Set<string>();
  /** payment_request_uuids that were approved. */
  readonly approved = new Set<string>();

  get count(): number {
    return this.applied.size + this.accepted.size + this.approved.size;
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
    if (step.screen === 'offers') this.#acknowledged.applied.add(String(applicant.email));
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
    if (step === 'accept-terms') this.#acknowledged.accepted.add(id);
    return answer;
  }

  override async paymentRequest(uuid: string, answer: 'approve' | 'reject'): Promise<unknown> {
    const answered = await super.paymentRequest(uuid, answer);
    if (answer === 'approve') this.#acknowledged.approved.add(uuid);
    return answered;
  }
}
