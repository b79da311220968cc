/** Aborts with the first of two; `AbortSignal.any()` is missing on iPhones that are still in use. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
