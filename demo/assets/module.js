// What a shop with a bundler writes: importing the package registers <soft-pull-checkout>.
import '@soft-pull/checkout/soft-pull-checkout.js';
