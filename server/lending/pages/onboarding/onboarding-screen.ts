import type { LendingContext } from '../../context.ts';
import {
  isOpen,
  liveCodeOf,
  type OnboardingLink,
} from '../../operations/onboarding/onboarding-link.ts';

export type OnboardingEnd = 'active' | 'reviewing' | 'declined' | 'hold' | 'closed' | 'expired';
export type OnboardingScreen = 'start' | 'code' | 'review' | OnboardingEnd;

/** What the page shows now: how the onboarding ended, else its next question. */
export function onboardingScreen(
  context: Pick<LendingContext, 'clock'>,
  opened: OnboardingLink,
  isIdentified: boolean,
): OnboardingScreen {
  const end = endOf(opened.merchant.status);
  if (end !== null) return end;
  if (!isOpen(context, opened)) return 'expired';
  if (isIdentified && opened.merchant.status === 'Onboarding') return 'review';
  return liveCodeOf(context, opened) ? 'code' : 'start';
}

function endOf(status: string): OnboardingEnd | null {
  switch (status) {
    case 'Active':
      return 'active';
    case 'PendingReview':
      return 'reviewing';
    case 'Declined':
      return 'declined';
    case 'Closed':
      return 'closed';
    case 'Suspended':
      return 'hold';
    default:
      return null;
  }
}
