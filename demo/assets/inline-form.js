// Types into an inline checkout through its open shadow roots. Any script of such a page can do that.
// No script can in frame mode.

const pauseMs = 25;
const pressAgainMs = 1000;
const timeoutMs = 30_000;

const about = [
  ['first_name', 'Ada'],
  ['last_name', 'Sample'],
  ['date_of_birth', '04/12/1985'],
  ['phone', '(555) 555-0123'],
];

const home = [
  ['address_1', '12 Hillside Avenue'],
  ['city', 'Denver'],
  ['state', 'CO'],
  ['zip_code', '80203'],
  ['monthly_housing_payment', '1,250'],
  ['employment_status', 'employed'],
  ['annual_income', '84,000'],
];

const consents = ['esign_consent', 'privacy_notice_ack', 'sms_consent'];

/** The first truthy answer of `look`. @throws Error naming what it waited for, after 30 seconds */
export async function until(what, look) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = look();
    if (found) {
      return found;
    }
    if (performance.now() > deadline) {
      throw new Error(`timed out waiting for ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function all(root, selector) {
  const inside = [...root.querySelectorAll('*')].filter((each) => each.shadowRoot);
  return [
    ...root.querySelectorAll(selector),
    ...inside.flatMap((each) => all(each.shadowRoot, selector)),
  ];
}

function find(checkout, selector) {
  return until(selector, () => all(checkout.shadowRoot, selector).at(0));
}

export async function press(checkout, selector) {
  const button = await find(checkout, selector);
  button.click();
}

async function type(checkout, name, value) {
  const field = await find(checkout, `[name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function check(checkout, selector) {
  const box = await until(selector, () => {
    const found = all(checkout.shadowRoot, selector).at(0);
    return found && !found.disabled ? found : null;
  });
  if (!box.checked) {
    box.click();
  }
}

/** Fills in the first part and goes on to the second. */
export async function fillAbout(checkout, email) {
  for (const [name, value] of [...about, ['email', email]]) {
    await type(checkout, name, value);
  }
  await press(checkout, 'form:not([hidden]) [part="primary-button"]');
  await find(checkout, '[name="address_1"]');
}

/** Fills in the second part and goes on to the third. */
export async function fillHome(checkout) {
  for (const [name, value] of home) {
    await type(checkout, name, value);
  }
  await check(checkout, '[name="housing_status"][value="own"]');
  await press(checkout, 'form:not([hidden]) [part="primary-button"]');
  await find(checkout, '[name="ssn"]');
}

/** Fills in the three parts, up to the button that sends them. */
export async function fill(checkout, { ssn, email }) {
  await fillAbout(checkout, email);
  await fillHome(checkout);
  await type(checkout, 'ssn', ssn);
  for (const name of consents) {
    await check(checkout, `[name="${name}"]`);
  }
}

/** The text of the form's notice, which ends with a reference that differs for each answer. */
function notices(checkout) {
  return all(checkout.shadowRoot, '.top-notice [part="notice"]')
    .map(({ textContent }) => textContent)
    .join();
}

/** Presses a button once a second while it is enabled, until `isAnswered`. */
export async function pressUntil(checkout, selector, isAnswered) {
  let pressed = 0;
  await until('an answer', () => {
    if (isAnswered()) {
      return true;
    }
    const [shown] = all(checkout.shadowRoot, selector);
    const mayPress = shown && shown.getAttribute('aria-disabled') !== 'true';
    if (mayPress && performance.now() - pressed > pressAgainMs) {
      pressed = performance.now();
      shown.click();
    }
    return false;
  });
}

/**
 * Agrees until the form is gone or shows a new notice. The button first scrolls to the end of the
 * text above it; it counts when that end is in view.
 */
export async function agree(checkout, isAnswered) {
  const before = notices(checkout);
  await pressUntil(checkout, '[part="authorization"] [part="primary-button"]', () => {
    const said = notices(checkout);
    return isAnswered() || (said !== '' && said !== before);
  });
}
