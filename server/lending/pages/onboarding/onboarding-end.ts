import type { Context } from 'hono';
import type { LendingContext } from '../../context.ts';
import type { OnboardingLink } from '../../operations/onboarding/onboarding-link.ts';
import { noticePage } from '../notice-page.ts';
import { pageReader } from '../reader.ts';
import { localeOf, shownUrl } from '../request.ts';
import type { OnboardingEnd } from './onboarding-screen.ts';

/** How it ended, with a plain link back to the sponsor. */
export function onboardingEnd(
  context: LendingContext,
  c: Context,
  { link, merchant }: OnboardingLink,
  end: OnboardingEnd,
) {
  const { config } = context;
  const reader = pageReader(config, localeOf(c));
  const { onboarding: text } = reader.strings;
  const notices = {
    active: { title: text.activeTitle, text: text.active(merchant.business_name) },
    reviewing: { title: text.reviewingTitle, text: text.reviewing },
    declined: { title: text.declinedTitle, text: text.declined },
    hold: { title: text.holdTitle, text: text.hold },
    closed: { title: text.closedTitle, text: text.closed },
    expired: { title: text.expiredTitle, text: text.expired },
  };
  const sponsor = config.sponsors.find(({ id }) => id === merchant.sponsor_id);
  const url = shownUrl(context, c, link, merchant.sponsor_redirect_url);
  const back = { merchantName: sponsor?.name ?? '', url };
  const tone = end === 'active' ? 'good' : 'plain';
  const page = noticePage(reader, { ...notices[end], back, tone });
  return c.html(page, end === 'expired' ? 410 : 200);
}
