/** What a person asked for on a screen. Screens send it up; only the flow acts on it. */
export type Intent =
  /** For the live region: something that changed on a screen by itself. */
  | { type: 'say'; text: string }
  | { type: 'typed' }
  | { type: 'choose_state'; state: string }
  | { type: 'apply'; body: Readonly<Record<string, unknown>> }
  | { type: 'select_offer'; offerUuid: string }
  | { type: 'continue_to_lender'; offerUuid: string }
  | { type: 'back_to_offers' }
  | { type: 'invite_to_portal' }
  | { type: 'charge' }
  /** Looks again where the checkout stands. */
  | { type: 'refresh' }
  | { type: 'reload_texts' }
  | { type: 'retry' }
  | { type: 'restart' };

/** Stops at the flow's shadow root: the merchant's page never hears an intent. */
export class IntentEvent extends Event {
  readonly intent: Intent;

  constructor(intent: Intent) {
    super('soft-pull-intent', { bubbles: true, composed: false });
    this.intent = intent;
  }
}

declare global {
  interface HTMLElementEventMap {
    'soft-pull-intent': IntentEvent;
  }
}
