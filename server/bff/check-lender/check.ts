import type { Cents } from '../../platform/money.ts';
import { type BffContext, defaultTiming, type Merchant } from '../context.ts';
import { startSoftPull } from '../domain/applying.ts';
import { type Checkout, callLimitMs, type TextVersions } from '../domain/checkout.ts';
import { blankCheckout } from '../domain/opening.ts';
import { withNextCode } from '../tokens/return-code.ts';
import type { HeardAnswers } from './attempt.ts';
import type { StepReport } from './step-report.ts';

/** What every step of a check is made with: what an operation has, but for the database. */
export interface Check {
  readonly context: Pick<
    BffContext,
    'config' | 'merchants' | 'lender' | 'clock' | 'ids' | 'returnCodeKey'
  >;
  readonly merchant: Merchant;
  readonly heard: HeardAnswers;
}

/** What came of a step, and the checkout as the BFF would have it then. */
export interface Stage {
  readonly report: StepReport;
  readonly checkout: Checkout;
}

/** A checkout with an order that the merchant's server has made. */
export function newCheckout(
  { context, merchant }: Check,
  { id, cents }: { id: string; cents: Cents },
): Checkout {
  const { clock, config, ids } = context;
  const now = clock.now();
  return {
    ...blankCheckout,
    id,
    publishableKey: merchant.publishable_key,
    madeBy: 'server',
    origin: null,
    isFramed: false,
    returnUrl: `${merchant.origins[0] ?? config.bffPublicUrl}/`,
    locale: 'en',
    amountCents: null,
    order: {
      id: ids.uuid(),
      amountCents: cents,
      description: null,
      issuedAt: Math.floor(now / 1000),
    },
    createdAt: now,
    touchedAt: now,
    openedAt: now,
  };
}

/** The checkout with its application under way. */
export function applied({ context, merchant }: Check, checkout: Checkout): Checkout {
  return startSoftPull(withNextCode(context, checkout), {
    fingerprint: '',
    widgetVersion: '',
    textsShown: nothingShown(checkout),
    lender: merchant.lender ?? null,
    now: context.clock.now(),
    limitMs: callLimitMs(defaultTiming.softPullMs),
  });
}

/** The texts that were shown: there is no screen. */
export function nothingShown({ locale }: Checkout): TextVersions {
  return { locale, versions: {} };
}

/** The flag that gives another check the application of this one. */
export function loanFlag({ id, loan }: Checkout): string {
  const isOurs = loan === null || loan.loanId === id;
  return isOurs ? `--loan ${id}` : '--loan <id of the person’s earlier application>';
}
