import type { RegulatedTexts } from '../lending-api/texts/regulated-texts.ts';
import type { FieldSealer } from '../platform/crypto/sealed-fields.ts';
import type { Database } from '../platform/database/database.ts';
import type { TrustedProxies } from '../platform/http/client-address.ts';
import type { IdSource } from '../platform/ids.ts';
import type { Logger } from '../platform/logging.ts';
import type { LendingMetrics } from './metrics.ts';
import type { Providers } from './providers/providers.ts';
import type { LendingSchema } from './store/schema.ts';

/** A partner organisation, known by its credentials. */
export interface Sponsor {
  /** The user name of its Basic credentials. */
  id: string;
  name: string;
  /** Hex SHA-256 of the API password. */
  passwordSha256: string;
  features: { allow_soft_pull_process: boolean; allow_approve_on_behalf: boolean };
  /** What the service presents when it posts to this sponsor's callback URLs. */
  callback: { username: string; password: string };
}

export interface LendingConfig {
  environment: 'sandbox' | 'production';
  /** Where the hosted pages are reached, without a slash at the end. */
  publicUrl: string;
  sponsors: readonly Sponsor[];
  /** Hosts that callbacks may reach although they are not public (`CALLBACK_ALLOWED_HOSTS`). */
  callbackAllowedHosts: readonly string[];
  trustedProxies: TrustedProxies;
  /** The sandbox's controls answer this machine alone: the service stands on the internet. */
  sandboxFromLoopbackOnly?: boolean;
  loanTerms: LoanTermsConfig;
  /** What the pages, documents and notices say, in every language and version. */
  texts: RegulatedTexts;
}

/**
 * What the lender's programme says where the decisions leave it open (server/lending/DECISIONS.md,
 * Readings that may be wrong).
 */
export interface LoanTermsConfig {
  /** Of offers made from now on: accepting one brings a hard inquiry, asked for on the terms page. */
  hardInquiryOnAccept: boolean;
  /** A final charge (113) that went through ends the purchase window. */
  finalChargeClosesWindow: boolean;
}

/** Every sponsor has its own time: real time and, in the sandbox, what it was advanced by. */
export interface SponsorClock {
  /** Epoch milliseconds. */
  now(sponsorId: string): number;
  /** Takes over how far the sandbox, of this process or another, has moved the sponsors' times. */
  refresh(database: Database<LendingSchema>): Promise<void>;
}

/** What an operation needs from the world; composed once, handed to every operation. */
export interface LendingContext {
  config: LendingConfig;
  database: Database<LendingSchema>;
  clock: SponsorClock;
  ids: IdSource;
  sealer: FieldSealer;
  providers: Providers;
  /** What this process is doing on applications that it begins or decides, by application id. */
  inFlight: Map<string, Promise<unknown>>;
  log: Logger;
  metrics: LendingMetrics;
}
