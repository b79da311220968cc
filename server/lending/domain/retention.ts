import type { ApplicationStatus } from '../../lending-api/statuses.ts';

const DAY_MS = 86_400_000;
/** Deadlines that end at the same moment come first. */
const AFTER_DEADLINES_MS = 60_000;

/**
 * How long what applicants said (SSN, birth date, income, address) and their reports are kept
 * (lending decisions, 3.3 and 5): 25 months, the longest that 25 months can be.
 */
export const applicantDataKeptDays = { production: 762, sandbox: 30 } as const;

export type Environment = keyof typeof applicantDataKeptDays;

/** What decides how long it is kept; times in epoch milliseconds. */
export interface Kept {
  status: ApplicationStatus;
  created_at: number;
  decided_at: number | null;
  accepted_at: number | null;
}

/** The end of the time for which what an applicant said is kept (epoch milliseconds). */
export function applicantDataKeptUntil(
  { created_at, decided_at, accepted_at }: Kept,
  environment: Environment,
): number {
  const lastUsedAt = Math.max(created_at, decided_at ?? 0, accepted_at ?? 0);
  return lastUsedAt + applicantDataKeptDays[environment] * DAY_MS + AFTER_DEADLINES_MS;
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
  return undecided.has(application.status) ? now + DAY_MS : null;
}

/** Applications that were made by then are looked at: some days before any of them is due. */
export function sweptUntil(environment: Environment, now: number): number {
  return now - (applicantDataKeptDays[environment] - 2) * DAY_MS;
}

/** When the applications of a merchant are looked at again. */
export function nextSweep(now: number): number {
  return now + DAY_MS;
}

/** When to look again at an application whose letters have not left. */
export function afterLetters(now: number): number {
  return now + DAY_MS;
}
