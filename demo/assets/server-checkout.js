import './address.js';
import { outcomesWithoutMoney } from './charge-outcomes.js';

const form = document.querySelector('#options');
const state = document.querySelector('#order-state');
const checkout = document.querySelector('#checkout');

// A changed choice changes the price. The shop's server creates a new checkout for it.
form.addEventListener('change', () => form.requestSubmit());

// Once a charge is asked for the order stays as it is, unless another charge may follow.
checkout.addEventListener('soft-pull-step-change', ({ step }) => {
  form.inert = step === 'charge_pending' || step === 'charge_outcome';
});

checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  form.inert = !outcomesWithoutMoney.includes(outcome);
  state.textContent =
    outcome === 'approved' ? 'Thank you! We will call you to set an installation date.' : '';
});

// A checkout that has ended or is gone has used up its token. "Start again" needs a new order.
checkout.addEventListener('soft-pull-error', ({ code }) => {
  if (code === 'order_invalid' || code === 'not_found') {
    location.assign(`/server-checkout/new${location.search}`);
  }
});

// A page restored from the back-forward cache has old choices.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) {
    location.reload();
  }
});
