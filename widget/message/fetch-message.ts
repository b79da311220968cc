import type { Message } from '../contract/public-information.ts';
import type { Locale } from '../contract/values.ts';

export interface MessageRequest {
  server: string;
  merchant: string;
  amount: string;
  locale: Locale;
}

/**
 * What the BFF says of the amount; null where it has nothing to say or does not answer, since then
 * there is nothing to show. Rejects when it is called off.
 */
export async function fetchMessage(
  { server, merchant, amount, locale }: MessageRequest,
  signal: AbortSignal,
): Promise<Pick<Message, 'monthly_payment' | 'disclosure'> | null> {
  const url = new URL('/v1/message', server);
  url.search = new URLSearchParams({ merchant, amount, locale }).toString();
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
      signal,
    });
    const said: unknown = answer.status === 200 ? await answer.json() : null;
    return isMessage(said) ? said : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function isMessage(said: unknown): said is Message {
  if (typeof said !== 'object' || said === null) return false;
  const { monthly_payment, disclosure } = said as Record<string, unknown>;
  const isPayment = typeof monthly_payment === 'string' && /^\d{1,9}\.\d\d$/.test(monthly_payment);
  return isPayment && typeof disclosure === 'string' && disclosure !== '';
}
