const form = document.querySelector('#options');
const checkout = document.querySelector('#checkout');
const price = document.querySelector('#price');
const lines = document.querySelector('#order-lines');
const problem = document.querySelector('#options-problem');

// A token is good for fifteen minutes; a visitor who reads for longer gets a fresh one in time.
const RENEW_AFTER_MS = 10 * 60_000;
// From here on the order's token has done its work, and the checkout takes no other.
const CHARGED_STEPS = new Set(['charge_pending', 'charge_outcome']);

let asking = new AbortController();
let renewal;

function cartQuery() {
  return new URLSearchParams(new FormData(form)).toString();
}

function line({ label, amount }, className = 'order-line') {
  const row = document.createElement('div');
  row.className = className;
  for (const [name, text] of [
    ['dt', label],
    ['dd', amount],
  ]) {
    row.append(Object.assign(document.createElement(name), { textContent: text }));
  }
  return row;
}

function show(order) {
  price.textContent = order.total;
  lines.replaceChildren(
    ...order.lines.map((each) => line(each)),
    line({ label: 'Total', amount: order.total }, 'order-line total'),
  );
  const fragment = location.hash;
  history.replaceState(history.state, '', `/?${order.query}${fragment}`);
}

function handOver(order) {
  checkout.setAttribute('amount', order.amount);
  checkout.setAttribute('order-token', order.order_token);
}

async function askForOrder(signal) {
  const answer = await fetch('/api/order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: cartQuery() }),
    signal,
  });
  if (!answer.ok) {
    throw new Error(`the shop answered ${answer.status}`);
  }
  return answer.json();
}

/** The price and its signed order come from the shop's server; the last choice wins. */
async function updateOrder() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const order = await askForOrder(signal);
    problem.textContent = '';
    show(order);
    handOver(order);
  } catch {
    if (!signal.aborted) {
      problem.textContent =
        'The price could not be updated. Check your connection and choose again.';
    }
  }
  scheduleRenewal();
}

function scheduleRenewal() {
  clearTimeout(renewal);
  renewal = setTimeout(() => {
    if (!CHARGED_STEPS.has(checkout.step)) {
      updateOrder();
    }
  }, RENEW_AFTER_MS);
}

form.addEventListener('change', updateOrder);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  updateOrder();
});

// A page that comes back brings what was ticked then, an old price and an old token.
window.addEventListener('pageshow', ({ persisted }) => {
  const [navigation] = performance.getEntriesByType('navigation');
  if (persisted || navigation?.type === 'back_forward') {
    updateOrder();
  }
});

scheduleRenewal();
