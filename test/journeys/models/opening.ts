import type { BrowserContext, Page } from 'playwright-core';
import type { CheckoutStep } from '../../../widget/contract/step.ts';

/** What the BFF would answer whoever opens the checkout: where it stands, or why it cannot. */
export type Opening = { step: CheckoutStep } | { status: number; code: string; retryable: boolean };

const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** From now on every checkout that is opened stands where `opening` says, and nothing happens to it. */
export async function answerOpenings(
  pages: Page | BrowserContext,
  bffUrl: string,
  opening: () => Opening,
): Promise<void> {
  await pages.route(`${bffUrl}/v1/checkouts/**`, (route) => {
    // A stream that is open and has nothing to tell.
    if (route.request().url().endsWith('/events')) return;
    return route.fulfill({ json: opening(), headers: corsHeaders });
  });
  await pages.route(`${bffUrl}/v1/checkouts`, (route) => route.fulfill(answerOf(opening())));
}

function answerOf(opening: Opening): { status: number; body: string; headers: typeof corsHeaders } {
  if ('step' in opening) {
    const session = { checkout_id: 'c1', token: 't1', resume: 'r1', step: opening.step };
    return { status: 201, ...written(session, 'application/json') };
  }
  const problem = { type: 'about:blank', title: 'No', correlation_id: 'c0ffee42', ...opening };
  return { status: opening.status, ...written(problem, 'application/problem+json') };
}

function written(value: unknown, type: string) {
  return { body: JSON.stringify(value), headers: { ...corsHeaders, 'content-type': type } };
}
