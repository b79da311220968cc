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

// A page that comes back brings what was ticked then.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) {
    location.reload();
  }
});
