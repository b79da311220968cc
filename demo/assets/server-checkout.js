import './address.js';
import './order-state.js';

const form = document.querySelector('#options');
const checkout = document.querySelector('#checkout');

// A changed choice changes the price. The shop's server creates a new checkout for it.
form.addEventListener('change', () => form.requestSubmit());

// A checkout that has ended or is gone has used up its token. "Start again" needs a new order.
checkout.addEventListener('soft-pull-error', ({ code }) => {
  if (code === 'order_invalid' || code === 'not_found') {
    location.assign(`/server-checkout/new${location.search}`);
  }
});

// By "Back" the browser may show what it has kept: old choices, and a checkout that was cancelled since.
window.addEventListener('pageshow', ({ persisted }) => {
  const [navigation] = performance.getEntriesByType('navigation');
  if (persisted || navigation?.type === 'back_forward') {
    location.reload();
  }
});
