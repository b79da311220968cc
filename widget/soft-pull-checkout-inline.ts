/* The element with the flow inside it, in one file, for pages with `isolation="inline"`. */
import { define } from './elements/define.ts';
import { noteRegistration, registeredBy } from './embed/diagnosis/copies.ts';
import { onceShown } from './embed/once-shown.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

export { defineFlow, flowSheets, flowTag } from './flow/inline-flow.ts';

// The other script fetches this one for the flow alone.
if (registeredBy().length === 0) {
  noteRegistration(import.meta.url);
  onceShown(() => define('soft-pull-checkout', SoftPullCheckout));
}
