/*
 * What the page's settings come to at the BFF: the checkout that they open, and the change of it when
 * they change.
 */
import type { CheckoutChange, CheckoutClient } from '../client/checkout-client.ts';
import { ClientError } from '../client/client-error.ts';
import type { CheckoutSession } from '../contract/checkout.ts';
import type { FlowSettings, Handle } from '../contract/flow-message.ts';
import { wireLocale } from '../contract/language.ts';
import type { CheckoutStep } from '../contract/step.ts';

export interface OpenedCheckout {
  session: CheckoutSession;
  /** False while the checkout is known by a URL only: such a link may show, but never ask. */
  opensForms: boolean;
}

/**
 * Opens the first handle that is good, or begins a new checkout. A merchant's client token is the
 * only way to its checkout: where that fails, so does the opening.
 * @throws ClientError
 */
export async function openCheckout(
  client: CheckoutClient,
  settings: FlowSettings,
  { list: handles, left }: CurrentHandles,
  signal: AbortSignal,
): Promise<OpenedCheckout> {
  const { return_url, order_token } = settings;
  const locale = wireLocale(settings.locale);
  const clientToken = handles.find(({ source }) => source === 'client_token');
  for (const [index, { resume, source, opens_forms }] of handles.entries()) {
    if (source === 'client_token') {
      // Where its consumer returns to counts only if the merchant's server has not said it.
      const session = await client.resume(resume, signal, { locale, return_url });
      return { session, opensForms: opens_forms };
    }
    // Also one that came by a URL in an earlier load of the page.
    if (source === 'url' || !opens_forms) {
      // What this tab or page has itself, beside what its address brought.
      const held = handles[index + 1];
      const opening = client.resume(resume, signal, {
        locale,
        return_url,
        order_token: order_token ?? undefined,
        client_token: clientToken?.resume,
        held: held?.resume,
      });
      const session = await unlessWorthless(opening);
      const isHeld = held !== undefined && session?.resume === held.resume;
      const opensForms = isHeld ? held.opens_forms : opens_forms;
      const isForm = session?.step.screen === 'details';
      if (session !== null && (opensForms || !isForm)) return { session, opensForms };
    }
  }
  const stored = handles.find(({ source, opens_forms }) => source === 'storage' && opens_forms);
  const session = await client.create(
    {
      amount: settings.amount ?? undefined,
      order_token: order_token ?? undefined,
      offer_code: settings.offer_code,
      return_url,
      locale,
      resume: stored?.resume,
      restart_of: left,
    },
    signal,
  );
  return { session, opensForms: true };
}

/** What a URL brought is passed over when it is good for nothing, or not for the page's order. */
async function unlessWorthless(opening: Promise<CheckoutSession>): Promise<CheckoutSession | null> {
  try {
    return await opening;
  } catch (error) {
    const isWorthless = error instanceof ClientError && !error.retryable;
    if (isWorthless && error.code !== 'code_used') return null;
    throw error;
  }
}

/** The handles that lead to the checkout which is open, or is to be opened. */
export class CurrentHandles {
  list: readonly Handle[] = [];
  /** That of the checkout which the page leaves by `restart()`, until another is open. */
  left: string | undefined;

  /** The checkout is one that the merchant's server made: no other can take its place. */
  get areMerchants(): boolean {
    return this.forRestart.length > 0;
  }

  /** The merchant's checkout is this browser's: what it was opened with may be void. */
  takeUp(resume: string): void {
    this.list = [{ resume, source: 'client_token', opens_forms: true }];
  }

  /** The page begins another checkout; of one that was not opened it leaves nothing. */
  leave(): void {
    this.left = this.list.at(-1)?.resume ?? this.left;
  }

  /** What is left of them when the person starts again. */
  get forRestart(): Handle[] {
    return this.list.filter(({ source }) => source === 'client_token');
  }

  /** The checkout is open: from now on its own handle leads back to it. */
  keep(resume: string, opensForms: boolean): void {
    this.left = undefined;
    if (this.areMerchants) return;
    this.list = [{ resume, source: 'storage', opens_forms: opensForms }];
  }
}

/** What the page has set and the BFF has not been sent yet. */
export class PendingChange {
  #change: CheckoutChange = {};

  get isEmpty(): boolean {
    return isEmpty(this.#change);
  }

  get amount(): string | null {
    return this.#change.amount ?? null;
  }

  add(change: CheckoutChange): void {
    this.#change = { ...this.#change, ...change };
  }

  clear(): void {
    this.#change = {};
  }

  /**
   * Sends what the step has a use for, and drops the rest.
   * @returns the step after it; `null` when there was nothing to send
   * @throws ClientError
   */
  async push(
    client: CheckoutClient,
    step: CheckoutStep | null,
    signal: AbortSignal,
  ): Promise<CheckoutStep | null> {
    const change = allowedAt(step, this.#change);
    this.#change = change;
    if (isEmpty(change)) return null;
    const after = await client.change(change, signal);
    // The page may have said something else meanwhile.
    if (this.#change === change) this.clear();
    return after;
  }
}

/** What the BFF has to know of new settings; a value that was taken away changes nothing. */
export function changeBetween(before: FlowSettings, after: FlowSettings): CheckoutChange {
  const change: CheckoutChange = {};
  if (after.amount !== null && after.amount !== before.amount) change.amount = after.amount;
  if (after.order_token !== null && after.order_token !== before.order_token) {
    change.order_token = after.order_token;
  }
  if (after.return_url !== before.return_url) change.return_url = after.return_url;
  const locale = wireLocale(after.locale);
  if (locale !== wireLocale(before.locale)) change.locale = locale;
  return change;
}

/**
 * The amount is settled by the soft pull, the order by its charge. An order token can be brought
 * once: where it has nothing to do any more, it is saved for the checkout that follows.
 */
function allowedAt(step: CheckoutStep | null, change: CheckoutChange): CheckoutChange {
  const { amount, order_token, ...others } = change;
  const allowed: CheckoutChange = others;
  if (step?.screen === 'details' && amount !== undefined) allowed.amount = amount;
  if (step !== null && takesOrder(step) && order_token !== undefined) {
    allowed.order_token = order_token;
  }
  return allowed;
}

function takesOrder(step: CheckoutStep): boolean {
  switch (step.screen) {
    case 'no_offers':
    case 'cancelled':
    case 'expired':
    case 'charge_pending':
      return false;
    case 'charge_outcome':
      return step.may_charge_again;
    default:
      return true;
  }
}

export function isEmpty(change: CheckoutChange): boolean {
  return Object.keys(change).length === 0;
}
