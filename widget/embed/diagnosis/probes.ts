import type { OrderRefusal, OrderTokenDiagnosis } from '../../contract/order-refusal.ts';
import type { Diagnosis } from '../../contract/public-information.ts';

const timeoutMs = 5_000;

/** What the BFF is asked about; of this page's origin it says something by itself. */
export interface Question {
  merchant: string;
  return_origin?: string;
}

function address(server: string, question: Question): string {
  const url = new URL('/v1/diagnose', server);
  url.search = new URLSearchParams({ ...question }).toString();
  return url.href;
}

/** What the BFF says of the key and of the origins; null when it cannot be asked. */
export async function ask(server: string, question: Question): Promise<Diagnosis | null> {
  try {
    const answer = await fetch(address(server, question), request());
    const said: unknown = answer.ok ? await answer.json() : null;
    return isDiagnosis(said) ? said : null;
  } catch {
    return null;
  }
}

function request(): RequestInit {
  return {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  };
}

/** Why the BFF refuses a token; null if it has nothing against it by itself, or does not say. */
export async function askAboutOrder(
  server: string,
  question: { merchant: string; order_token: string },
): Promise<OrderRefusal | null> {
  try {
    const answer = await fetch(new URL('/v1/diagnose/order-token', server), {
      ...request(),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
    return answer.ok ? asOrderDiagnosis(await answer.json()).refusal : null;
  } catch {
    return null;
  }
}

/** By the contract. A reason that is not known here explains nothing, whatever else came. */
function asOrderDiagnosis(said: unknown): OrderTokenDiagnosis {
  return said as OrderTokenDiagnosis;
}

function isDiagnosis(said: unknown): said is Diagnosis {
  if (typeof said !== 'object' || said === null) return false;
  return (
    typeof Reflect.get(said, 'merchant_known') === 'boolean' &&
    typeof Reflect.get(said, 'origin_allowed') === 'boolean' &&
    // A BFF that does not know the question leaves its answer out.
    ['boolean', 'undefined'].includes(typeof Reflect.get(said, 'return_origin_allowed'))
  );
}

/** Puts a document of the BFF into a hidden frame, which a policy without it refuses. */
export async function tryFraming(server: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address(server, { merchant: '' });
  const isOver = new Promise((resolve) => {
    frame.addEventListener('load', resolve);
    setTimeout(resolve, timeoutMs);
  });
  document.body.append(frame);
  await isOver;
  frame.remove();
}
