const form = document.querySelector('#options');
const state = document.querySelector('#order-state');
const checkout = document.querySelector('#checkout');

// The loan is for the order as it was at the application.
export const appliedFor = ['working', 'review', 'offers', 'redirect', 'ask_lender', 'accepted'];
const charged = ['charge_pending', 'charge_outcome'];
// A charge that ended so moved no money: another may follow, of an order that has changed.
const outcomesWithoutMoney = ['rejected', 'expired', 'canceled', 'failed'];

/** From the application until its end the order stays as it is, unless another charge may follow. */
function settle(isSettled, text = '') {
  form.inert = isSettled;
  // A status that is written again is read out again.
  if (state.textContent !== text) state.textContent = text;
}

checkout.addEventListener('soft-pull-step-change', ({ step }) => {
  const isAppliedFor = appliedFor.includes(step);
  settle(
    isAppliedFor || charged.includes(step),
    isAppliedFor ? 'You applied for this order. To change it, start a new order.' : '',
  );
});

checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  settle(
    !outcomesWithoutMoney.includes(outcome),
    outcome === 'approved' ? 'Thank you! We will call you to set an installation date.' : '',
  );
});
