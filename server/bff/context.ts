import type { KeyObject } from 'node:crypto';
import type { RegulatedTexts } from '../lending-api/texts/regulated-texts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { BasicCredentials } from '../platform/http/basic-auth.ts';
import type { TrustedProxies } from '../platform/http/client-address.ts';
import type { IdSource } from '../platform/ids.ts';
import type { Logger } from '../platform/logging.ts';
import type { InFlightCalls } from './concurrency/in-flight-calls.ts';
import type { CoalescedReads, KeyedMutex } from './concurrency/keyed-mutex.ts';
import type { StepFeed } from './concurrency/step-feed.ts';
import type { PaymentIdentifierOf } from './domain/charging.ts';
import { BffError } from './errors.ts';
import type { Metrics } from './http/metrics.ts';
import type { LenderReachability } from './lender/connect-lender.ts';
import type { Lender } from './lender/lender.ts';
import type { RateSheets } from './lender/rate-sheets.ts';
import { isSellerOf, type Merchant, type Merchants } from './merchants.ts';
import type { LenderMemory } from './store/lender-loans.ts';
import type { BffSchema } from './store/schema.ts';

/** An operation takes it with its context. */
export type { Merchant };

export interface BffConfig {
  /** Without a slash at the end; also the audience of order tokens. */
  readonly bffPublicUrl: string;
  readonly lender: { baseUrl: string } & BasicCredentials;
  /** The lender is the embedded service. */
  readonly isEmbeddedLender: boolean;
  /** How long a lender may leave an application without an answer. */
  readonly lenderAnswerHours: number;
  /** What the lender presents when it posts to `/callbacks/…`. */
  readonly callback: BasicCredentials;
  /** 32 bytes; they wrap the key from which those of handles and fingerprints are derived. */
  readonly encryptionKey: Uint8Array;
  /** The keys that it has replaced. */
  readonly previousEncryptionKeys?: readonly Uint8Array[] | undefined;
  readonly merchants: readonly Merchant[];
  /** What the screens show, in every language and version. */
  readonly texts: RegulatedTexts;
  /** Where a `consumer_invitation_link` may point. */
  readonly linkAllowedOrigins: readonly string[];
  /** Hosts that webhooks may go to although they are not public. */
  readonly callbackAllowedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** True if a developer runs it: calls of their own machine are not limited by address. */
  readonly isSandbox: boolean;
  /** Of the demo merchant in one's own sandbox, for all to read; absent elsewhere. */
  readonly sandboxSecretKey?: string | undefined;
  /** The folder with the script-tag files; `widget/dist/cdn` when absent. */
  readonly assetsFolder?: string | undefined;
  readonly timing?: Partial<Timing> | undefined;
  readonly limits?: Partial<RateLimits> | undefined;
}

/** Milliseconds. */
export interface Timing {
  /** How long a caller waits for the lender before it reads `working`. */
  answerMs: number;
  /** How long a caller waits in all for what the lender is asked before it acts. */
  waitMs: number;
  /** How long a soft pull may take in all. */
  softPullMs: number;
  /** How long any other call may take in all. */
  callMs: number;
  /** How long a read of a step waits for the lender. */
  readMs: number;
  heartbeatMs: number;
  /** How often an open stream has the lender polled. */
  streamPollMs: number;
  /** How often other processes' changes are polled, on PostgreSQL. */
  feedPollMs: number;
  /** How often it is tried to schedule a reconcile that the database could not take. */
  pendingReconcileMs: number;
  /** How often it is checked whether the clock was set back. */
  clockWatchMs: number;
  /** How often a lender that cannot be reached is tried. */
  lenderRetryMs: number;
}

/** Calls a minute, where nothing else is said; a burst may use a whole minute's at once. */
export interface RateLimits {
  callsPerAddress: number;
  opensPerAddress: number;
  opensPerMerchant: number;
  callsPerCheckout: number;
  applicationsPerCheckout: number;
  softPullsPerAddressAnHour: number;
  /** Applications that this process carries out. */
  applicationsAtATime: number;
  /** Wrong passwords of the lender's callbacks; a right one is not counted. */
  wrongPasswordsPerAddress: number;
  /** At a time. */
  streamsPerCheckout: number;
  /** At a time. */
  streamsPerAddress: number;
}

export const defaultTiming: Timing = {
  answerMs: 10_000,
  waitMs: 12_000,
  softPullMs: 60_000,
  callMs: 20_000,
  readMs: 2_000,
  heartbeatMs: 15_000,
  streamPollMs: 30_000,
  feedPollMs: 1_000,
  pendingReconcileMs: 5_000,
  clockWatchMs: 5_000,
  lenderRetryMs: 60_000,
};

export const defaultLimits: RateLimits = {
  callsPerAddress: 1_200,
  opensPerAddress: 120,
  opensPerMerchant: 60_000,
  callsPerCheckout: 600,
  applicationsPerCheckout: 10,
  softPullsPerAddressAnHour: 60,
  applicationsAtATime: 256,
  wrongPasswordsPerAddress: 20,
  streamsPerCheckout: 10,
  streamsPerAddress: 500,
};

/** What an operation needs from the world; composed once, handed to every operation. */
export interface BffContext {
  /** `merchants` has the merchants as they are listed now. */
  readonly config: Omit<BffConfig, 'merchants'>;
  readonly timing: Timing;
  readonly database: Database<BffSchema>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly lender: Lender;
  readonly lenderMemory: LenderMemory;
  readonly lenderReachability: LenderReachability;
  readonly merchants: Merchants;
  /** The BFF's own, from which its frame calls. */
  readonly ownOrigin: string;
  /** Key of the resume handles. */
  readonly handleKey: KeyObject;
  /** Key of the return codes. */
  readonly returnCodeKey: KeyObject;
  /** Key of the digests by which a repeated application is known. */
  readonly fingerprintKey: KeyObject;
  /** Of the widget that is served. */
  readonly widgetVersion: string;
  readonly paymentIdentifierOf: PaymentIdentifierOf;
  readonly calls: InFlightCalls;
  readonly rateSheets: RateSheets;
  readonly reads: CoalescedReads;
  /**
   * Lets this process make one choice of an offer at a time for each checkout, and send failed events
   * again for one request at a time of each `Idempotency-Key`.
   */
  readonly mutex: KeyedMutex;
  readonly feed: StepFeed;
  readonly metrics: Metrics;
}

/** @throws BffError `unknown_merchant` */
export function merchantOf(merchants: Pick<Merchants, 'get'>, publishableKey: string): Merchant {
  const merchant = merchants.get(publishableKey);
  if (merchant === undefined) throw new BffError('unknown_merchant');
  return merchant;
}

/**
 * On whose behalf the lender is called for a checkout: the user under whom its application was made,
 * who alone of the Salesreps sees the loan; before that its seller, or the merchant's own. For one whom
 * the entry names no more, and who may be gone at the lender, too, the Admin goes on.
 * @throws BffError `unknown_merchant`
 */
export function requestUserOf(
  merchants: Pick<Merchants, 'get'>,
  {
    publishableKey,
    soldBy,
    requestedBy,
  }: { publishableKey: string; soldBy: string | null; requestedBy: string | null },
): string {
  const merchant = merchantOf(merchants, publishableKey);
  const user = requestedBy ?? soldBy ?? merchant.request_user_id;
  const isNamed = user === merchant.request_user_id || isSellerOf(merchant, user);
  return isNamed ? user : merchant.admin_user_id;
}

/** What is gone from the file begins nothing. @throws BffError `unknown_merchant` */
export function assertListed(
  { merchants }: Pick<BffContext, 'merchants'>,
  { publishable_key }: Merchant,
): void {
  if (!merchants.isListed(publishable_key)) throw new BffError('unknown_merchant');
}
