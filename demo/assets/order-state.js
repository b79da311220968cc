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

let told;

checkout.addEventListener('soft-pull-charge-outcome', async (event) => {
  const { outcome } = event;
  told = event;
  settle(!outcomesWithoutMoney.includes(outcome));
  if (outcome !== 'approved') return;
  const text = await thanks();
  // Another charge, or another checkout, may have come meanwhile.
  if (told === event && checkout.step === 'charge_outcome') settle(true, text);
});

/** The event says no amount, and a loan can be for less than the order: the shop's server knows. */
async function thanks() {
  const query = new URLSearchParams({ checkout: checkout.checkoutId });
  const answer = await fetch(`/api/payment?${query}`).catch(() => null);
  if (!answer?.ok) return 'Thank you!';
  const { is_whole } = await answer.json();
  return is_whole
    ? 'Thank you! We will call you to set an installation date.'
    : 'Thank you! To pay the rest of your order, call us at (614) 555-0110.';
}
