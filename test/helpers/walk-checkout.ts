import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutStep, Screen } from '../../widget/contract/step.ts';
import type { CheckoutClient } from './checkout-client.ts';
import type { Sandbox } from './sandbox.ts';

const patienceMs = 60_000;
const usualPauseMs = 100;

export interface Walker {
  /** Whose checkout is the first of its applicant: its id is then what the lender knows the application by. */
  client: CheckoutClient;
  sandbox: Sandbox;
  applicant: Readonly<Record<string, unknown>>;
}

interface Walking extends Walker {
  /** To the texts, which a page reads once, however often its form is sent. */
  consents?: Readonly<Record<string, unknown>>;
}

export interface WalkOptions {
  withinMs?: number;
  /** Between two tries, and two looks: who has just been refused does not press again at once. */
  pauseMs?: number;
  /** Ends the walk where it is. */
  signal?: AbortSignal;
}

/** Takes an opened checkout to the outcome of its charge. @returns the screens on the way */
export function walkToOutcome(walker: Walker, options: WalkOptions = {}) {
  return walkTo('charge_outcome', walker, options);
}

/**
 * Takes an opened checkout to a screen, doing on each before it what it asks for. Whatever fails on the way (a server that is gone, an answer that is
 * lost) is met as a browser meets it: by looking where the checkout stands.
 * @returns the screens on the way
 */
export async function walkTo(
  screen: Screen,
  walker: Walker,
  { withinMs = patienceMs, pauseMs = usualPauseMs, signal }: WalkOptions = {},
): Promise<Screen[]> {
  const path: Screen[] = [];
  const deadline = performance.now() + withinMs;
  const walking: Walking = { ...walker };
  let last: unknown;
  while (performance.now() < deadline && !signal?.aborted) {
    try {
      const step = await walker.client.step();
      if (path.at(-1) !== step.screen) path.push(step.screen);
      if (step.screen === screen && !isBlocked(step)) return path;
      if (!(await take(walking, step))) await sleep(pauseMs);
    } catch (error) {
      last = error;
      await sleep(pauseMs);
    }
  }
  throw new Error(`the walk ended at ${path.join(' → ')}`, { cause: last });
}

/** A loan that cannot be charged yet. */
function isBlocked(step: CheckoutStep): boolean {
  return step.screen === 'accepted' && step.blocked !== null;
}

/** @returns false where there is nothing to do but to wait */
async function take(walking: Walking, step: CheckoutStep): Promise<boolean> {
  const { client, sandbox, applicant } = walking;
  switch (step.screen) {
    case 'details':
      walking.consents ??= await client.consents();
      await client.apply({ ...walking.consents, ...applicant });
      return true;
    case 'offers':
      await client.select(step.offers[0]?.offer_uuid ?? '');
      return true;
    case 'redirect':
      await sandbox.application(client.id, 'accept-terms');
      return true;
    case 'accepted':
      if (step.blocked !== null && step.blocked !== 'portal_required') return false;
      await (step.blocked === null ? client.charge() : setUpPortal(walking));
      return true;
    case 'charge_pending':
      if (step.payment_request_uuid === null) return false;
      await sandbox.paymentRequest(step.payment_request_uuid, 'approve');
      return true;
    default:
      return false;
  }
}

async function setUpPortal({ client, sandbox }: Walker): Promise<void> {
  await client.inviteToPortal();
  await sandbox.application(client.id, 'activate-portal');
}
