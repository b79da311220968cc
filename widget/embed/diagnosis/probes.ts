import type { Diagnosis } from '../../contract/public-information.ts';

const patienceMs = 5_000;

function address(server: string, merchant: string): string {
  const url = new URL('/v1/diagnose', server);
  url.searchParams.set('merchant', merchant);
  return url.href;
}

/** What the BFF says of the key and of this page's origin; null when it cannot be asked. */
export async function ask(server: string, merchant: string): Promise<Diagnosis | null> {
  try {
    const answer = await fetch(address(server, merchant), {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patienceMs),
    });
    const said: unknown = answer.ok ? await answer.json() : null;
    return isDiagnosis(said) ? said : null;
  } catch {
    return null;
  }
}

function isDiagnosis(said: unknown): said is Diagnosis {
  if (typeof said !== 'object' || said === null) return false;
  return (
    typeof Reflect.get(said, 'merchant_known') === 'boolean' &&
    typeof Reflect.get(said, 'origin_allowed') === 'boolean'
  );
}

/** Puts a document of the BFF into a hidden frame, which a policy without it refuses. */
export async function tryFraming(server: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address(server, '');
  const isOver = new Promise((resolve) => {
    frame.addEventListener('load', resolve);
    setTimeout(resolve, patienceMs);
  });
  document.body.append(frame);
  await isOver;
  frame.remove();
}
