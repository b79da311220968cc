import { define } from '../elements/define.ts';
import { AcceptedScreen } from '../screens/accepted/accepted-screen.ts';
import { CancelledScreen } from '../screens/cancelled/cancelled-screen.ts';
import { ChargeOutcomeScreen } from '../screens/charge-outcome/charge-outcome-screen.ts';
import { ChargePendingScreen } from '../screens/charge-pending/charge-pending-screen.ts';
import { ExpiredScreen } from '../screens/expired/expired-screen.ts';
import { NoOffersScreen } from '../screens/no-offers/no-offers-screen.ts';
import { OffersScreen } from '../screens/offers/offers-screen.ts';
import { RedirectScreen } from '../screens/redirect/redirect-screen.ts';
import { ReviewScreen } from '../screens/review/review-screen.ts';
import { WorkingScreen } from '../screens/working/working-screen.ts';

/** Registers the screens that come after the form. */
export function defineLaterScreens(): void {
  define('soft-pull-working-screen', WorkingScreen);
  define('soft-pull-review-screen', ReviewScreen);
  define('soft-pull-offers-screen', OffersScreen);
  define('soft-pull-no-offers-screen', NoOffersScreen);
  define('soft-pull-redirect-screen', RedirectScreen);
  define('soft-pull-accepted-screen', AcceptedScreen);
  define('soft-pull-charge-pending-screen', ChargePendingScreen);
  define('soft-pull-charge-outcome-screen', ChargeOutcomeScreen);
  define('soft-pull-cancelled-screen', CancelledScreen);
  define('soft-pull-expired-screen', ExpiredScreen);
}
