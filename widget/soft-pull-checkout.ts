import { define } from './elements/define.ts';
import { noteRegistration } from './embed/diagnosis/copies.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

// Without it the import that registers the tag would leave its types and its events' to another.
export type {} from './index.ts';

define('soft-pull-checkout', SoftPullCheckout);
noteRegistration(import.meta.url);
