import { CheckoutClient } from '../client/checkout-client.ts';
import { ClientError } from '../client/client-error.ts';
import type { CheckoutSession } from '../contract/checkout.ts';
import type { FlowSettings, Handle } from '../contract/flow-message.ts';
import { wireLocale } from '../contract/language.ts';

export interface OpenedCheckout {
  session: CheckoutSession;
  /** False while the checkout is known by a URL only: such a link may show, but never ask. */
  opensForms: boolean;
}

/** @param onRenewed hears the handle that an expired token was renewed by, or its successor */
export function clientFor(
  { server, merchant, parent_origin: parentOrigin }: FlowSettings,
  onRenewed: (resume: string) => void,
): CheckoutClient {
  return new CheckoutClient({ server, merchant, parentOrigin, onRenewed });
}

/**
 * Opens the first handle that is good, or begins a new checkout. A merchant's client token is the
 * only way to its checkout: where that fails, so does the opening.
 * @throws ClientError
 */
export async function openCheckout(
  client: CheckoutClient,
  settings: FlowSettings,
  handles: readonly Handle[],
  signal: AbortSignal,
): Promise<OpenedCheckout> {
  const { return_url } = settings;
  const locale = wireLocale(settings.locale);
  for (const { resume, source, opens_forms: opensForms } of handles) {
    if (source === 'client_token') {
      // Where its consumer returns to, the merchant's server has said itself.
      return { session: await client.resume(resume, signal, { locale }), opensForms };
    }
    if (source === 'url') {
      const page = { locale, return_url };
      const session = await unlessWorthless(client.resume(resume, signal, page));
      const isForm = session?.step.screen === 'details';
      if (session !== null && (opensForms || !isForm)) return { session, opensForms };
    }
  }
  const stored = handles.find(({ source }) => source === 'storage');
  const session = await client.create(
    {
      amount: settings.amount,
      orderToken: settings.order_token,
      returnUrl: return_url,
      locale,
      resume: stored?.resume ?? null,
    },
    signal,
  );
  return { session, opensForms: true };
}

/** A handle from a URL that is good for nothing is passed over. */
async function unlessWorthless(opening: Promise<CheckoutSession>): Promise<CheckoutSession | null> {
  try {
    return await opening;
  } catch (error) {
    const isWorthless = error instanceof ClientError && !error.retryable;
    if (isWorthless) return null;
    throw error;
  }
}
