/** Somebody wants to see more of it: the page may lead them to its checkout. */
export class SoftPullMessageOpenEvent extends Event {
  /** What the message is about, as the page has set it. */
  readonly amount: string;

  constructor(amount: string) {
    super('soft-pull-message-open', { bubbles: true, composed: true, cancelable: true });
    this.amount = amount;
  }
}
