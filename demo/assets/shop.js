import './address.js';
import { appliedFor } from './order-state.js';
import { themeQuery } from './theme.js';

const form = document.querySelector('#options');
const checkout = document.querySelector('#checkout');
const price = document.querySelector('#price');
const lines = document.querySelector('#order-lines');
const otherPage = document.querySelector('#other-page');
const problem = document.querySelector('#options-problem');

// A token is valid for fifteen minutes. It is renewed before that.
const renewAfterMs = 10 * 60_000;
const renewAtMostEveryMs = 5000;

let asking = new AbortController();
let renewedAt = 0;
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
  const { pathname, hash } = location;
  const query = order.query + themeQuery();
  history.replaceState(history.state, '', `${pathname}?${query}${hash}`);
  otherPage.search = query;
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
    if (!form.inert && !isDeclined()) {
      updateOrder();
    }
  }, renewAfterMs);
}

/** There, a new token starts a new checkout at once: only a shopper who changes the order wants that. */
function isDeclined() {
  return checkout.step === 'no_offers';
}

// An ended checkout has used up its token. "Start again" needs a new one.
const ended = ['cancelled', 'expired'];

checkout.addEventListener('soft-pull-step-change', ({ step, previous }) => {
  const isStartedAgain = step === 'details' && appliedFor.includes(previous);
  if (isStartedAgain || ended.includes(step)) {
    updateOrder();
  }
});

// Replaces a token that was used up or has expired.
checkout.addEventListener('soft-pull-error', ({ code }) => {
  if (code === 'order_invalid' && Date.now() - renewedAt > renewAtMostEveryMs) {
    renewedAt = Date.now();
    updateOrder();
  }
});

// The script comes from the BFF. If it cannot be loaded, offer the phone number.
document.querySelector('#checkout-script')?.addEventListener('error', () => {
  document.querySelector('#pay-problem').textContent =
    'Monthly payments are not available right now. Reload the page to try again, or call us at (614) 555-0110.';
});

form.addEventListener('change', updateOrder);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  updateOrder();
});

// A page restored from the back-forward cache has old choices, an old price and an old token.
window.addEventListener('pageshow', ({ persisted }) => {
  const [navigation] = performance.getEntriesByType('navigation');
  if ((persisted || navigation?.type === 'back_forward') && !isDeclined()) {
    updateOrder();
  }
});

scheduleRenewal();
