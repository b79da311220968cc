import type { Page } from 'playwright-core';
import type { Isolation } from './checkout-page.ts';

export const colors = ['light', 'dark', 'forced-colors'] as const;

export type Colors = (typeof colors)[number];

/** 320 is also what a page of 1280 has at a zoom of 400 %. */
export const widths = [320, 768] as const;

export type Width = (typeof widths)[number];

export const isolations: readonly Isolation[] = ['frame', 'inline'];

export interface Look {
  colors: Colors;
  width: Width;
}

export const looks: readonly Look[] = colors.flatMap((each) =>
  widths.map((width) => ({ colors: each, width })),
);

export async function wear(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look.colors === 'light' ? 'light' : 'dark',
    // Colors that fade into others would be seen half-way.
    reducedMotion: 'reduce',
    forcedColors: look.colors === 'forced-colors' ? 'active' : 'none',
  });
  await page.setViewportSize({ width: look.width, height: 800 });
}
