import { callbackEntry, describeEvent, elementEntry, eventTypes, messageEntry } from './entries.js';
import { Log } from './log.js';
import { openPanel } from './panel-frame.js';
import './theme.js';

const pollMs = 2500;
const eventsKey = 'hillside:element-events';
const checkoutsKey = 'hillside:checkouts';
const localeKey = 'hillside:locale';
const mostCheckouts = 5;
const mostEvents = 60;
const resetQuestion =
  'Delete all records of the lender, and set its clock back to real time?\n\n' +
  'Merchants that you made with “npm run merchant -- add” need that command again. Orders stay in ' +
  'the back office, but those with an application can no longer be charged.';

const $ = (selector) => document.querySelector(selector);
const checkout = $('#checkout');
const status = $('#panel-status');
const panel = openPanel({ onOpen: refresh });

/* Element events: kept for the tab, so that they are still there when the lender sends us back. */

const elementLog = new Log('element');
let elementEvents = readKept(eventsKey);

function readKept(name, otherwise = []) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function showEvents() {
  elementLog.show(elementEvents.map(elementEntry));
}

for (const type of eventTypes) {
  document.addEventListener(type, (event) => {
    elementEvents = [{ id: crypto.randomUUID(), ...describeEvent(event) }, ...elementEvents].slice(
      0,
      mostEvents,
    );
    keep(eventsKey, elementEvents);
    noteCheckout(event.target.checkoutId);
    showEvents();
    refresh();
  });
}

/* The lender's sandbox */

const messageLog = new Log('messages');
const callbackLog = new Log('callbacks');
const hasSandbox = $('#messages') !== null;
const hasClock = $('#clock') !== null;
let checkoutIds = readKept(checkoutsKey);
let isAsking = false;

/** Where strangers share the sandbox, the shop shows what these checkouts brought about. */
function noteCheckout(id) {
  if (id && !checkoutIds.includes(id)) {
    checkoutIds = [...checkoutIds, id].slice(-mostCheckouts);
    keep(checkoutsKey, checkoutIds);
  }
}

function showClock(now) {
  if (!hasClock) {
    return;
  }
  const time = new Date(now);
  $('#clock').dateTime = now;
  $('#clock').textContent = `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function refresh() {
  if (!hasSandbox || isAsking || document.hidden || !panel.isOpen()) {
    return;
  }
  isAsking = true;
  try {
    const query = new URLSearchParams(checkoutIds.map((id) => ['checkout', id]));
    const answer = await fetch(`/api/sandbox/activity?${query}`);
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    const activity = await answer.json();
    showClock(activity.now);
    messageLog.show(activity.messages.map(messageEntry));
    callbackLog.show(activity.callbacks.map(callbackEntry));
    if (status.dataset.kind === 'offline') {
      say('');
    }
  } catch {
    say('The lending sandbox does not answer. Trying again.', 'offline');
  } finally {
    isAsking = false;
  }
}

function say(text, kind = '') {
  status.dataset.kind = kind;
  if (status.textContent !== text) {
    status.textContent = text;
  }
}

async function order(path, body) {
  const answer = await fetch(`/api/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
}

async function advance(button) {
  button.disabled = true;
  try {
    await order('clock', { seconds: Number(button.dataset.advance) });
    say(`The lender's clock moved forward by ${button.textContent.replace('+ ', '')}.`);
    await refresh();
  } catch {
    say('The clock could not be moved.');
  }
  button.disabled = false;
}

/** Deletes the lender's records, this tab's checkout and the order, and opens a new order. */
async function reset() {
  if (!confirm(resetQuestion)) {
    return;
  }
  try {
    await order('reset', {});
  } catch {
    say('The sandbox could not be reset.');
    return;
  }
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('soft-pull-checkout:') || key === eventsKey || key === checkoutsKey) {
      sessionStorage.removeItem(key);
    }
  }
  location.assign('/new');
}

async function copy(button) {
  const value = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(value);
    say(`Copied ${value}`);
  } catch {
    say('Copying is blocked here. Select the text instead.');
    return;
  }
  button.classList.add('is-copied');
  setTimeout(() => button.classList.remove('is-copied'), 1200);
}

$('#panel').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button?.dataset.advance) {
    advance(button);
  } else if (button?.dataset.copy) {
    copy(button);
  } else if (button?.id === 'reset') {
    reset();
  }
});

function speak(locale) {
  $('#locale').value = locale;
  checkout.setAttribute('locale', locale);
}

// The chosen language is kept after a reload and after a return from the lender.
$('#locale').addEventListener('change', ({ target }) => {
  keep(localeKey, target.value);
  speak(target.value);
});
const keptLocale = readKept(localeKey, null);
if (keptLocale !== null) {
  speak(keptLocale);
}

$('#applicants').addEventListener('toggle', ({ target }) => {
  const value = target.open ? 'open' : 'closed';
  window.cookieStore?.set({ name: 'hillside_applicants', value, sameSite: 'lax' });
});
showEvents();
refresh();
setInterval(refresh, pollMs);
document.addEventListener('visibilitychange', refresh);
