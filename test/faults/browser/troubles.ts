import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Random } from '../fuzz/random.ts';

/** What befalls a browser, or what its person does to it, around a press of a button. */
export const troubles = [
  'reload',
  'back_and_forth',
  'double_press',
  'offline',
  'request_lost',
  'answer_lost',
  'answer_late',
  'second_tab',
  'tab_discarded',
  'tab_closed',
] as const;

export type Trouble = (typeof troubles)[number];

/** Presses a button, so many times. */
export type Press = (times: 1 | 2) => Promise<void>;

/** One tab, and how to get another one in its place. */
export interface Tab {
  readonly page: Page;
  /** The shop's page of this order. */
  readonly shopUrl: string;
}

const lateByMs = 2_000;
/** Until a page that is offline has said so. */
const noticedWithinMs = 2_000;

/**
 * Presses in the midst of it.
 * @returns the tab in which the person goes on
 */
export async function pressIn(
  trouble: Trouble | null,
  tab: Tab,
  press: Press,
  random: Random,
): Promise<Tab> {
  const { page } = tab;
  const context = page.context();
  switch (trouble) {
    case null:
      await press(1);
      return tab;
    case 'double_press':
      await press(2);
      return tab;
    case 'reload':
      await press(1);
      await page.reload().catch(overtaken);
      return tab;
    case 'back_and_forth':
      await press(1);
      await page.goBack().catch(overtaken);
      await page.goForward().catch(overtaken);
      return tab;
    case 'offline':
      await context.setOffline(true);
      await press(1);
      await page.waitForTimeout(noticedWithinMs);
      await context.setOffline(false);
      return tab;
    case 'request_lost':
    case 'answer_lost':
    case 'answer_late':
      await disturbNextPost(context, trouble);
      await press(1);
      return tab;
    case 'second_tab': {
      const other = { page: await context.newPage(), shopUrl: tab.shopUrl };
      await Promise.all([press(1), other.page.goto(tab.shopUrl)]);
      const [kept, closed] = random.chance(0.5) ? [tab, other] : [other, tab];
      leave(closed.page);
      return kept;
    }
    case 'tab_discarded':
      await press(1);
      // The process of a discarded tab is gone; what the tab keeps for its pages is not.
      await page.goto('about:blank').catch(overtaken);
      await page.goBack().catch(overtaken);
      return tab;
    case 'tab_closed': {
      await press(1);
      const reopened = await context.newPage();
      leave(page);
      await reopened.goto(tab.shopUrl);
      return { page: reopened, shopUrl: tab.shopUrl };
    }
  }
}

/** Nobody waits for it: a page that closes in the midst of an answer may never say that it has. */
export function leave(page: Page): void {
  void page.close().catch(overtaken);
}

/** Another navigation of the same page was quicker. */
function overtaken(): null {
  return null;
}

/** The next write of any page of the browser, to whomever it goes. */
async function disturbNextPost(
  context: BrowserContext,
  how: 'request_lost' | 'answer_lost' | 'answer_late',
): Promise<void> {
  let isOver = false;
  await context.route('**', async (route) => {
    if (isOver || route.request().method() !== 'POST') return route.fallback();
    isOver = true;
    if (how === 'request_lost') return route.abort('connectionreset');
    // The server may have closed the connection that the request was to go by.
    const response = await route.fetch({ maxRedirects: 0 }).catch(() => null);
    if (response === null || how === 'answer_lost') return route.abort('connectionreset');
    await sleep(lateByMs);
    return route.fulfill({ response });
  });
}
