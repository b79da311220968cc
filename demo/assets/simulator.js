import { describeEvent, eventTypes } from './entries.js';
import { agree, fill, press, pressUntil, until } from './inline-form.js';

const $ = (selector) => document.querySelector(selector);
const status = $('#status');
const place = $('#place');
let checkout = null;
let errors = 0;

function say(state, text) {
  status.dataset.state = state;
  status.textContent = text;
}

/* Events in the order they were fired. */

for (const type of eventTypes) {
  place.addEventListener(type, (event) => {
    if (type === 'soft-pull-redirect') {
      // The sandbox takes the place of the lender's page.
      event.preventDefault();
    }
    errors += type === 'soft-pull-error' ? 1 : 0;
    const { detail } = describeEvent(event);
    const name = Object.assign(document.createElement('code'), { textContent: type });
    const item = document.createElement('li');
    item.append(name, ` ${detail.join(', ')}`);
    $('#events').append(item);
    $('#no-events').hidden = true;
  });
}

async function post(path, body) {
  const answer = await fetch(`/api/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`the demo’s server answered ${answer.status}`);
  }
  return answer.status === 204 ? null : answer.json();
}

/** Every run has its own order, and so its own checkout. */
async function begin() {
  const { amount, order_token } = await post('order', {});
  checkout = document.createElement('soft-pull-checkout');
  checkout.id = 'simulated';
  const { server, merchant } = place.dataset;
  const attributes = { server, merchant, amount, 'order-token': order_token };
  for (const [name, value] of Object.entries({ ...attributes, isolation: 'inline' })) {
    checkout.setAttribute(name, value);
  }
  $('#events').replaceChildren();
  place.replaceChildren(checkout);
  await at('details');
}

function at(screen) {
  return until(screen, () => checkout.step === screen);
}

async function send() {
  const before = errors;
  await agree(checkout, () => checkout.step !== 'details' || errors > before);
}

const inCheckout = {
  agree: send,
  choose: async () => {
    await at('offers');
    await press(checkout, '[part="offer"] [part="primary-button"]');
    await at('redirect');
  },
  charge: async () => {
    await at('accepted');
    await press(checkout, '[part="primary-button"]');
    await at('charge_pending');
  },
};

const needs = { repeat_callbacks: 'accepted' };

/** The lender sends no callback when its clock moves. The checkout has to ask. */
const asksAfter = ['two_days'];

async function take(step) {
  if (inCheckout[step]) {
    await inCheckout[step]();
    return;
  }
  if (needs[step]) {
    await at(needs[step]);
  }
  await post('move', { move: step, checkout: checkout.checkoutId });
  if (asksAfter.includes(step)) {
    await pressUntil(
      checkout,
      '[part="secondary-button"]',
      () => checkout.step !== 'charge_pending',
    );
  }
}

async function walk({ persona, steps, until: last }) {
  await begin();
  const email = `sim-${crypto.randomUUID().slice(0, 8)}@example.test`;
  await fill(checkout, { ssn: `900-10-${persona}`, email });
  await send();
  for (const step of steps.split(' ').filter(Boolean)) {
    await take(step);
  }
  await at(last);
}

async function run(button) {
  const name = button.textContent.trim();
  for (const each of document.querySelectorAll('#outcomes button')) {
    each.setAttribute('aria-disabled', 'true');
    each.setAttribute('aria-current', String(each === button));
  }
  say('running', `${name}: running.`);
  status.scrollIntoView({ block: 'start' });
  try {
    await walk(button.dataset);
    say('done', `${name}: the checkout shows ${checkout.step}.`);
  } catch (error) {
    say('failed', `${name} was not reached: ${error.message}.`);
  }
  for (const each of document.querySelectorAll('#outcomes button')) {
    each.removeAttribute('aria-disabled');
  }
}

$('#outcomes').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button && button.getAttribute('aria-disabled') !== 'true') {
    run(button);
  }
});
