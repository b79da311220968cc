import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { pageStrings } from '../../server/lending/pages/page-context.ts';
import type { PageStrings } from '../../server/lending/pages/strings/en.ts';
import { aFreeCharge, anAcceptedLoan } from '../helpers/accepted-loan.ts';
import { anOnboarding } from '../helpers/merchant-bodies.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { wrongDigits } from '../helpers/wrong-answers.ts';
import { axeFindings } from './models/accessibility.ts';
import { Keyboard } from './models/keyboard.ts';
import { lenderFront } from './models/lender-front.ts';
import { spokenOn } from './models/spoken.ts';
import { setTextSize } from './models/text-size.ts';

const here = lenderFront();

/** A page that has come, is accessible, finds no fault yet, and needs no scrolling to the side. */
async function arrive(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await assertFit(page, heading);
  assert.deepEqual(await markedOn(page, 'isInvalid'), [], heading);
  // What a browser finds wrong by itself: Firefox says so whatever `aria-invalid` says.
  assert.equal(await page.locator(':invalid').count(), 0, heading);
}

/** What a screen reader is told is wrong, or must be answered. */
async function markedOn(page: Page, mark: 'isInvalid' | 'isRequired'): Promise<string[]> {
  const spoken = await spokenOn(page);
  return spoken.filter((each) => each[mark]).map(({ role, name }) => `${role}: ${name}`);
}

async function assertFit(page: Page, heading: string): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], heading);
  assert.deepEqual(await tooWide(page), [], heading);
  assert.deepEqual(await lowTargets(page), [], heading);
  assert.deepEqual(await unevenAnswers(page), [], heading);
  assert.deepEqual(await gluedWarnings(page), [], heading);
}

/** What sticks out of the page, or out of the box that it stands in. */
function tooWide(page: Page): Promise<string[]> {
  return page.locator('main *:visible').evaluateAll((elements: HTMLElement[]) =>
    elements
      .filter((each) => {
        const right = Math.min(
          document.documentElement.clientWidth,
          each.closest('main, .tila, .offer')?.getBoundingClientRect().right ?? 0,
        );
        return each.getBoundingClientRect().right > right + 0.5;
      })
      .map((each) => `${each.localName}: ${each.innerText.slice(0, 40)}`),
  );
}

/** What is said in red in a sentence of its own, and stands as close to the one before as a hint to its field. */
function gluedWarnings(page: Page): Promise<string[]> {
  return page.locator('p:not(.hint) + .error:visible').evaluateAll((elements: HTMLElement[]) =>
    elements
      .filter((each) => {
        const above = each.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
        return each.getBoundingClientRect().top - above < 10;
      })
      .map((each) => each.innerText),
  );
}

/** What can be pressed or followed, but for a number to call, and would be printed all the same. */
async function deadOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('main :is(button, a:not([href^="tel:"])):visible');
  const found = await printed.allInnerTexts();
  await page.emulateMedia({ media: null });
  return found;
}

/** What stands with other buttons and is not as wide as the first of them. */
function unevenAnswers(page: Page): Promise<string[]> {
  return page.locator('.actions').evaluateAll((rows: HTMLElement[]) =>
    rows.flatMap((row) => {
      const buttons = [...row.querySelectorAll<HTMLElement>('button, .button')];
      const [first] = buttons;
      return buttons
        .filter((each) => each.offsetWidth !== first?.offsetWidth)
        .map((each) => each.innerText);
    }),
  );
}

/** What is pressed, ticked or followed by itself and is less than 44 px high. */
function lowTargets(page: Page): Promise<string[]> {
  const targets = 'button:visible, label:has(> input):visible, a:visible';
  return page
    .locator('main')
    .locator(targets)
    .evaluateAll((elements: HTMLElement[]) =>
      elements
        .filter((each) => each.getBoundingClientRect().height < 44)
        // A link within a sentence is as high as its line.
        .filter((each) => !each.matches('a') || each.parentElement?.innerText === each.innerText)
        .map((each) => each.innerText),
    );
}

/** Each line of the summary leads into its field, of which all that explains it is in view. */
async function followErrors(page: Page, fields: readonly string[]): Promise<void> {
  // The first line may stand before the last has come.
  await page.waitForLoadState();
  const lines = page.getByRole('alert').getByRole('link');
  const targets = await lines.evaluateAll((links: HTMLAnchorElement[]) =>
    links.map(({ hash }) => hash.slice(1)),
  );
  assert.deepEqual(targets, fields);
  for (const line of await lines.all()) {
    await line.press('Enter');
    const target = page.locator(`${await line.getAttribute('href')}:focus`);
    await target.waitFor();
    const top = await target.evaluate(
      (input) => input.closest('.field, fieldset')?.getBoundingClientRect().top,
    );
    assert.ok(top !== undefined && top >= 0, `${await line.innerText()}: ${top}`);
  }
}

/** At which sizes of text and of the window an amount of that many dollars takes more than a line. */
async function brokenAmounts(page: Page, amounts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const size of [16, 20, 24, 32]) {
    await setTextSize(page, size);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 780 });
      const broken = await page.locator('.amount').evaluate((element: HTMLElement, texts) => {
        const range = document.createRange();
        return texts.filter((text) => {
          element.textContent = text;
          range.selectNodeContents(element);
          const isWithin = range.getBoundingClientRect().right <= innerWidth;
          return range.getClientRects().length > 1 || !isWithin;
        });
      }, amounts);
      found.push(...broken.map((text) => `${text}, text of ${size} px, ${width} px wide`));
    }
  }
  return found;
}

class Visitor {
  readonly page: Page;
  readonly #keyboard: Keyboard;

  constructor(page: Page) {
    this.page = page;
    this.#keyboard = new Keyboard(page);
  }

  press(name: string): Promise<void> {
    return this.#keyboard.press(this.page.getByRole('button', { name }), 'Enter');
  }

  follow(name: string): Promise<void> {
    return this.#keyboard.press(this.page.getByRole('link', { name }), 'Enter');
  }

  /** By the field's name, which is its id as well. */
  type(field: string, text: string): Promise<void> {
    return this.#keyboard.type(this.page.locator(`#${field}`), text);
  }

  tick(field: string): Promise<void> {
    return this.#keyboard.press(this.page.locator(`#${field}`));
  }

  choose(field: string, option: string): Promise<void> {
    return this.#keyboard.choose(this.page.locator(`#${field}`), option);
  }
}

async function onboard(
  visitor: Visitor,
  { accepted, onboarding, stepUp }: PageStrings,
): Promise<void> {
  const { page } = visitor;
  await arrive(page, onboarding.startTitle);
  await visitor.press(onboarding.send);
  await arrive(page, onboarding.codeTitle);
  await visitor.type('code', '123456');
  await visitor.press(stepUp.button);
  await arrive(page, onboarding.reviewTitle);
  await visitor.press(onboarding.accept);
  await page.getByRole('alert').waitFor();
  await assertFit(page, 'the errors of the review');
  await followErrors(page, ['typed_name', 'agree']);
  await visitor.type('typed_name', 'Dana Quarry');
  await visitor.tick('agree');
  await visitor.press(onboarding.accept);
  await arrive(page, onboarding.activeTitle);
  const copy = page.waitForEvent('popup');
  await visitor.follow(accepted.documents);
  await arrive(await copy, onboarding.documentsTitle);
}

async function apply(visitor: Visitor, { apply: text }: PageStrings): Promise<void> {
  const { page } = visitor;
  await arrive(page, text.startTitle('Hillside Heating & Air'));
  await visitor.follow(text.withdraw);
  await arrive(page, text.askWithdraw.title);
  await visitor.follow(text.askWithdraw.back);
  await arrive(page, text.startTitle('Hillside Heating & Air'));
  assert.deepEqual(await deadOnPaper(page), []);
  await visitor.press(text.start);
  await arrive(page, text.steps.contact);
  await visitor.type('requested_amount', '8400');
  await visitor.type('first_name', 'Ada');
  await visitor.press(text.next);
  await page.getByRole('alert').waitFor();
  await assertFit(page, 'the errors of the form');
  await followErrors(page, ['last_name', 'email', 'phone']);
  await visitor.type('last_name', 'Sample');
  await visitor.type('email', 'ada@example.test');
  await visitor.type('phone', '6145550123');
  await visitor.press(text.next);
  await arrive(page, text.steps.consents);
  await visitor.tick('esign_consent');
  await visitor.tick('privacy_notice_ack');
  await visitor.press(text.next);
  await arrive(page, text.steps.home);
  await visitor.type('date_of_birth', '04/12/1985');
  await visitor.type('address_1', '12 Hillside Avenue');
  await visitor.type('city', 'Dayton');
  await visitor.choose('state', 'Ohio');
  await visitor.type('zip_code', '45402');
  await visitor.press(text.next);
  await arrive(page, text.steps.income);
  const { fields } = text;
  const needed = [
    `radiogroup: ${fields.housing_status.label}`,
    `textbox: ${fields.monthly_housing_payment.label}`,
    `combobox: ${fields.employment_status.label}`,
    `textbox: ${fields.annual_income.label}`,
    `textbox: ${fields.ssn.label}`,
  ];
  // Chromium has no word for that of a list.
  const spoken = needed.filter((each) => !each.startsWith('combobox'));
  assert.deepEqual(await markedOn(page, 'isRequired'), spoken);
  assert.equal(await page.locator('[aria-required=true]').count(), needed.length);
  await visitor.press(text.next);
  await page.getByRole('alert').waitFor();
  await followErrors(page, [
    'housing_status',
    'monthly_housing_payment',
    'employment_status',
    'annual_income',
    'ssn',
  ]);
  assert.deepEqual(await markedOn(page, 'isInvalid'), needed);
  await visitor.tick('housing_status');
  await visitor.type('monthly_housing_payment', '1250');
  await visitor.choose('employment_status', text.employment.employed);
  await visitor.type('annual_income', '84000');
  await visitor.type('ssn', '900100009');
  await visitor.press(text.next);
  await arrive(page, text.steps.authorize);
  await visitor.press(text.agree);
  await arrive(page, text.offersTitle(1));
}

async function accept(visitor: Visitor, { identity, terms, accepted }: PageStrings): Promise<void> {
  const { page } = visitor;
  await arrive(page, identity.title);
  await visitor.type('ssn_last4', '0009');
  await visitor.press(identity.button);
  await arrive(page, terms.title);
  await visitor.type('typed_name', 'Ada Sample');
  await visitor.tick('agree');
  await visitor.press(terms.accept);
  await arrive(page, accepted.title);
  assert.deepEqual(await deadOnPaper(page), []);
}

async function setUpPortal(visitor: Visitor, strings: PageStrings): Promise<void> {
  const { accepted, portal, account } = strings;
  await visitor.follow(accepted.portalButton);
  await arrive(visitor.page, portal.title);
  await visitor.type('ssn_last4', '0009');
  await visitor.press(portal.button);
  await arrive(visitor.page, account.title);
  assert.deepEqual(await deadOnPaper(visitor.page), []);
}

/** Five wrong answers; the page then has the button for a new link. */
async function lock(visitor: Visitor, strings: PageStrings): Promise<void> {
  const { identity, link, preferences } = strings;
  for (const said of [4, 3, 2, 1].map(identity.wrong).concat(link.mailed.already_sent)) {
    await visitor.type('ssn_last4', wrongDigits());
    await visitor.press(preferences.esignAsk);
    await visitor.page.getByText(said).first().waitFor();
  }
  await arrive(visitor.page, preferences.title);
  await visitor.press(link.mailButton);
  await visitor.page.getByText(link.mailAgain).waitFor();
}

for (const [language, scheme, text] of [
  ['en', 'light', 'usual'],
  ['es', 'dark', 'twice as large'],
] as const) {
  describe(`the lender's pages, by keyboard, ${language}, ${scheme}, text ${text}`, () => {
    const strings = pageStrings[language];

    it('onboard a merchant', async () => {
      const { invitation_link = '' } = await here.create('/merchants/onboarding/', {
        ...anOnboarding(),
        user_id: `admin-${language}`,
        contractor_id: `quarry-${language}`,
        user_business_email: `dana-${language}@quarry.example.test`,
      });
      const page = await here.visit(language, scheme, text);
      await page.goto(invitation_link);
      await onboard(new Visitor(page), strings);
    });

    it('take an invited consumer to the accepted loan, and to its account', async () => {
      const { consumer_invitation_link = '' } = await here.create('/consumers/application/', {
        request_user_id: 'hillside-rep-1',
        email: `ada-${language}@example.test`,
        sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
        locale: language,
      });
      const page = await here.visit(language, scheme, text);
      const visitor = new Visitor(page);
      await page.goto(consumer_invitation_link);
      await apply(visitor, strings);
      await visitor.press(strings.apply.chooseOffer('', '').slice(0, 5));
      await accept(visitor, strings);
      await setUpPortal(visitor, strings);
      await visitor.follow(strings.account.preferences);
      await arrive(page, strings.preferences.title);
      await visitor.press(strings.preferences.paperAsk);
      await page.getByRole('status').getByText(strings.done.paperAsked).waitFor();
      assert.ok((await page.title()).startsWith(strings.done.paperAsked));
      await page.getByText(strings.preferences.paperDone).waitFor();
      await assertFit(page, strings.done.paperAsked);
      await lock(visitor, strings);
    });

    it('ask for a charge by an amount in one line, however large the text and narrow the page', async () => {
      const loan = await anAcceptedLoan(here.lending, { locale: language });
      await here.create('/merchants/payment-request/', aFreeCharge(loan, '8400.00'));
      const { external_application_id } = loan;
      const messages = await new Sandbox(here.url).messages({ external_application_id });
      const page = await here.visit(language, scheme, text);
      await page.goto(
        messages.flatMap(({ links }) => links).find((link) => link.includes('/charge')) ?? '',
      );
      const visitor = new Visitor(page);
      const title = strings.chargeStatement.title('Hillside Heating & Air');
      await arrive(page, title);
      await visitor.type('ssn_last4', '0001');
      await visitor.type('loan_number', loan.consumer_application_human_readable_id ?? '');
      await visitor.press(strings.identity.button);
      await page.getByRole('button', { name: strings.charge.approve }).waitFor();
      await arrive(page, title);
      assert.deepEqual(await brokenAmounts(page, ['$8,400.00', '$12,345.00', '$100,000.00']), []);
    });
  });
}
