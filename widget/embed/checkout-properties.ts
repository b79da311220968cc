/** What a page sets on the element, as attribute or property. */
export interface CheckoutProperties {
  server: string | null;
  merchant: string | null;
  amount: string | null;
  orderToken: string | null;
  clientToken: string | null;
  locale: string | null;
  returnUrl: string | null;
  isolation: 'frame' | 'inline';
  headingLevel: number;
}

export type PropertyName = keyof CheckoutProperties;

/** Each property's attribute. */
export const attributes = {
  server: 'server',
  merchant: 'merchant',
  amount: 'amount',
  orderToken: 'order-token',
  clientToken: 'client-token',
  locale: 'locale',
  returnUrl: 'return-url',
  isolation: 'isolation',
  headingLevel: 'heading-level',
} as const satisfies Record<PropertyName, string>;

// The keys of a literal are the names that its type has.
export const propertyNames = Object.keys(attributes) as PropertyName[];

export function initialProperties(): CheckoutProperties {
  return {
    server: null,
    merchant: null,
    amount: null,
    orderToken: null,
    clientToken: null,
    locale: null,
    returnUrl: null,
    isolation: 'frame',
    headingLevel: 2,
  };
}

/** A framework may have set a property before the script was here: it is set again, as if it came now. */
export function takeEarlier<Name extends PropertyName | 'prefill'>(
  element: Partial<Record<Name, unknown>>,
  name: Name,
): void {
  if (!Object.hasOwn(element, name)) return;
  const value = element[name];
  delete element[name];
  element[name] = value;
}
