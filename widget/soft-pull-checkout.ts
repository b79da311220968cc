import { define } from './elements/define.ts';
import { noteRegistration } from './embed/diagnosis/copies.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

define('soft-pull-checkout', SoftPullCheckout);
noteRegistration(import.meta.url);
