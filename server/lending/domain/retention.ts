import type { AccountStatus, ApplicationStatus } from '../../lending-api/statuses.ts';
import { dayMs } from '../../platform/durations.ts';

/** Deadlines that end at the same moment come first. */
const afterDeadlinesMs = 60_000;

/**
 * How long what applicants said (SSN, birth date, income, address) and their reports are kept
 * (server/lending/DECISIONS.md, Retention; Sandbox): 25 months, the longest that 25 months can be.
 */
export const applicantDataKeptDays = { production: 762, sandbox: 30 } as const;

export type Environment = keyof typeof applicantDataKeptDays;

/** What decides how long it is kept; times in epoch milliseconds. */
export interface Kept {
  status: ApplicationStatus;
  created_at: number;
  decided_at: number | null;
  accepted_at: number | null;
  /** When the last notice of an adverse action left. */
  notified_at: number | null;
  account_status: AccountStatus | null;
  /** When the application, or the account that it led to, ended. */
  ended_at: number | null;
}

/** Who a customer is: 5 years after the account was closed, the longest that they can be. */
const identityKeptMs = (5 * 365 + 2) * dayMs;

/** The end of the time for which what an applicant said is kept (epoch milliseconds). */
export function applicantDataKeptUntil(application: Kept, environment: Environment): number {
  const { created_at, decided_at, accepted_at, notified_at } = application;
  const lastUsedAt = Math.max(created_at, decided_at ?? 0, accepted_at ?? 0, notified_at ?? 0);
  const usedUntil = lastUsedAt + applicantDataKeptDays[environment] * dayMs + afterDeadlinesMs;
  const { account_status, ended_at } = application;
  return environment === 'production' && account_status === 'Closed' && ended_at !== null
    ? Math.max(usedUntil, ended_at + identityKeptMs)
    : usedUntil;
}

/** Of these it is still needed: for a decision, or for terms that are still to be accepted. */
const undecided: ReadonlySet<ApplicationStatus> = new Set([
  'Invited',
  'Started',
  'Pending: Verification',
  'Approved: Offers Available',
  'Approved: Offer Selected',
]);

/** When to look again at what may not be shredded yet, or null when it is due. */
export function shredLater(
  application: Kept,
  environment: Environment,
  now: number,
): number | null {
  const keptUntil = applicantDataKeptUntil(application, environment);
  if (now < keptUntil) return keptUntil;
  if (undecided.has(application.status)) return now + dayMs;
  const { account_status } = application;
  const isOpen = account_status !== null && account_status !== 'Closed';
  // Seldom enough for many years, and in time for those after its end.
  return environment === 'production' && isOpen ? now + 365 * dayMs : null;
}

/** 7 years, the longest that they can be (server/lending/DECISIONS.md, Retention). */
const evidenceKeptMs = (7 * 365 + 2) * dayMs;

/**
 * 5 years after the last message, the longest that they can be (server/lending/DECISIONS.md,
 * Retention).
 */
const smsConsentKeptMs = (5 * 365 + 2) * dayMs;

/**
 * The end of the time for which an application's evidence is kept (epoch milliseconds); null while
 * the application, or the account that it led to, has not ended.
 */
export function evidenceKeptUntil(
  { ended_at }: { ended_at: number | null },
  lastSmsAt: number | null,
): number | null {
  if (ended_at === null) return null;
  return Math.max(ended_at + evidenceKeptMs, (lastSmsAt ?? 0) + smsConsentKeptMs);
}

/**
 * The end of the time for which a row of evidence is kept in any case, and that of a soft pull which was
 * taken back: its application is gone, and had no messages.
 */
export function evidenceRowKeptUntil(acceptedAt: number): number {
  return acceptedAt + evidenceKeptMs;
}

/** When the evidence of what has not ended is checked again. */
export function nextEvidenceCheck(now: number): number {
  return now + 365 * dayMs;
}

/** Applications that were made by then are looked at: some days before any of them is due. */
export function sweptUntil(environment: Environment, now: number): number {
  return now - (applicantDataKeptDays[environment] - 2) * dayMs;
}

/** When the applications of a merchant are looked at again. */
export function nextSweep(now: number): number {
  return now + dayMs;
}

/** When to look again at an application whose letters have not left. */
export function afterLetters(now: number): number {
  return now + dayMs;
}
