import './address.js';

const form = document.querySelector('#options');
const state = document.querySelector('#order-state');
const checkout = document.querySelector('#checkout');

// Another choice is another price, for which the shop's server makes another checkout.
form.addEventListener('change', () => form.requestSubmit());

// While a charge of the order is open or approved, the order stays as it is.
checkout.addEventListener('soft-pull-step-change', ({ step }) => {
  form.inert = step === 'charge_pending' || step === 'charge_outcome';
});

checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  form.inert = outcome === 'approved';
  state.textContent = outcome === 'approved' ? 'Thank you! We will call you to set the day.' : '';
});

// A checkout that has ended, or is gone, has spent its token: the shop makes another order for whoever
// starts again.
checkout.addEventListener('soft-pull-error', ({ code }) => {
  if (code === 'order_invalid' || code === 'not_found') {
    location.assign(`/server-checkout/new${location.search}`);
  }
});

// A page that comes back brings what was ticked then.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) {
    location.reload();
  }
});
