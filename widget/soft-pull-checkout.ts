import { define } from './elements/define.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

define('soft-pull-checkout', SoftPullCheckout);
