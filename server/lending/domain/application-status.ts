import type { ApplicationStatus } from '../../lending-api/statuses.ts';
import { dayMs } from '../../platform/durations.ts';

/** What decides how long an application waits; times in epoch ms. */
interface Deadlines {
  status: ApplicationStatus;
  offers_expire_at: number | null;
  review_expires_at: number | null;
  invitation_expires_at: number | null;
}

/**
 * The status at a time: a deadline that has passed counts, whether or not its timer has run. The
 * moment of the deadline itself is past it.
 */
export function statusAt(application: Deadlines, now: number): ApplicationStatus {
  const deadline = deadlineOf(application);
  return deadline !== null && now >= deadline ? 'Expired' : application.status;
}

/** When it ends by itself (epoch ms); null while it waits for nothing. */
export function deadlineOf({ status, ...deadlines }: Deadlines): number | null {
  switch (status) {
    case 'Invited':
    case 'Started':
      return deadlines.invitation_expires_at;
    case 'Approved: Offers Available':
    case 'Approved: Offer Selected':
      return deadlines.offers_expire_at;
    case 'Pending: Verification':
      return deadlines.review_expires_at;
    default:
      return null;
  }
}

interface Decidable extends Pick<Deadlines, 'status'> {
  decided_at: number | null;
  modified_at: number;
  selected_offer_id: string | null;
}

/**
 * When an application was complete that is decided `now` (epoch ms): a review has that for its
 * `decided_at`, and one that is Started has not changed since, however long a crash has held it up.
 */
export function completedAt(application: Decidable, now: number): number {
  const { status, decided_at, modified_at, selected_offer_id } = application;
  if (status === 'Started') return modified_at;
  const isReviewed = status === 'Pending: Verification' && selected_offer_id === null;
  return isReviewed && decided_at !== null ? decided_at : now;
}

const reviewMs = 14 * dayMs;

/**
 * When a review that begins now (epoch ms) ends by itself (server/lending/DECISIONS.md,
 * Applications and accounts): after 14 days, or with the offers that it holds up.
 */
export function reviewDeadline(now: number, offersExpireAt: number | null): number {
  return Math.min(now + reviewMs, offersExpireAt ?? Number.POSITIVE_INFINITY);
}
