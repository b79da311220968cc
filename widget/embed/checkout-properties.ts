/** What a page sets on the element, as attribute or property. */
export interface CheckoutProperties {
  server: string | null;
  merchant: string | null;
  amount: string | null;
  orderToken: string | null;
  clientToken: string | null;
  offerCode: string | null;
  locale: string | null;
  returnUrl: string | null;
  isolation: 'frame' | 'inline';
  headingLevel: number;
}

export type PropertyName = keyof CheckoutProperties;

export const defaults: Readonly<CheckoutProperties> = {
  server: null,
  merchant: null,
  amount: null,
  orderToken: null,
  clientToken: null,
  offerCode: null,
  locale: null,
  returnUrl: null,
  isolation: 'frame',
  headingLevel: 2,
};

// The keys of a literal are the names that its type has.
export const propertyNames = Object.keys(defaults) as PropertyName[];

/** Each property's attribute: `orderToken => order-token`. */
export const attributes = Object.fromEntries(
  propertyNames.map((name) => [name, name.replace(/[A-Z]/g, '-$&').toLowerCase()]),
) as Readonly<Record<PropertyName, string>>;
