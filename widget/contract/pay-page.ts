import * as z from 'zod/mini';
import { tokenSchema } from './checkout.ts';
import type { Locale } from './values.ts';

/**
 * POST `/v1/pay`, from the BFF's own page for links. `link`: what stands in its address, a link of the
 * merchant's server or a return code. `held`: the handle that this tab keeps.
 */
export const payPageSchema = z.object({
  link: z.optional(tokenSchema),
  held: z.optional(tokenSchema),
});

export type PayPageRequest = z.output<typeof payPageSchema>;

/** What that page is about. */
export interface PayPageView {
  checkout_id: string;
  /** The publishable key. */
  merchant: string;
  /** `in_use`: another browser has begun. `ended`: the link was replaced, cancelled or has expired. */
  state: 'open' | 'in_use' | 'ended';
  /** The handle that the tab keeps goes on; else the link does, if anything. */
  is_held: boolean;
  /** The merchant's name. */
  shop: string;
  /** Custom properties, and `color-scheme`, with their values. */
  theme: Readonly<Record<string, string>>;
  locale: Locale;
  /** Null where the merchant's entry does not say who lends. */
  lender: { name: string; phone: string } | null;
  /** Only while the page may open the checkout. */
  order: { description: string | null; amount: string } | null;
}
