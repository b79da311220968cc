import type { Page } from 'playwright-core';

/** Lets this page's reader have text of so many pixels, as the browser's settings would: 16 is usual. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}
