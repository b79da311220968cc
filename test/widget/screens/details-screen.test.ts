import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { StepOf } from '../../../widget/contract/step.ts';
import {
  type ApplicationDraft,
  emptyDraft,
} from '../../../widget/screens/details/application-draft.ts';
import { loadLater } from '../../../widget/load-later.ts';
import { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { partFields } from '../../../widget/screens/details/form-fields.ts';
import type { ScreenContext } from '../../../widget/screens/screen-context.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep, disclosures } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

customElements.define('details-screen', DetailsScreen);

const strings = en.form;
const now = Date.parse('2026-03-01T15:00:00Z');

/** What a person would type, in the person's own way of writing. */
const typed = {
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '4/12/1985',
  email: 'ada@example.test',
  phone: '(555) 555-0123',
  address_1: '12 Hillside Avenue',
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment: '$1,250',
  employment_status: 'employed',
  annual_income: '84,000',
  ssn: '900-10-0001',
} satisfies Partial<ApplicationDraft['values']>;

interface Setup {
  draft?: Partial<ApplicationDraft['values']>;
  part?: ApplicationDraft['part'];
  step?: Partial<StepOf<'details'>>;
  context?: Partial<ScreenContext>;
}

async function setup({ draft = {}, part = 1, step = {}, context = {} }: Setup = {}) {
  const screen = new DetailsScreen();
  screen.draft = { ...emptyDraft(), part };
  Object.assign(screen.draft.values, draft);
  screen.now = () => now;
  const mounted = await mountScreen(screen, aStep('details', step), context);
  const { query, button, text } = mounted;
  return {
    ...mounted,
    field: (id: string) => query<HTMLInputElement>(`#${id}`),
    type(id: string, value: string) {
      const input = query<HTMLInputElement>(`#${id}`);
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return screen.updateComplete;
    },
    async next() {
      const before = text();
      button(strings.next).click();
      await until(() => text() !== before);
    },
    summary: () => mounted.root.querySelector('.summary'),
    focused: () => mounted.root.activeElement,
  };
}

async function tickConsents(query: (selector: string) => HTMLElement): Promise<void> {
  for (const box of ['esign_consent', 'privacy_notice_ack']) query(`#${box}`).click();
}

function agreeButton({ button, query }: Awaited<ReturnType<typeof setup>>): HTMLElement {
  query('.authorization-text > :last-child').scrollIntoView();
  return button(strings.agree);
}

describe('<details-screen>', () => {
  before(async () => {
    await loadLater();
  });

  it('shows the amount and the first part', async () => {
    const { text } = await setup();
    expect(text()).to.contain('$8,400.00');
    expect(text()).to.contain(strings.progress(1, 3));
  });

  it('shows the notices on the first part, before anything is sent', async () => {
    const { text } = await setup();
    for (const id of ['cip_notice', 'privacy_notice', 'esign_consent']) {
      expect(text()).to.contain(`${id} in en`);
    }
  });

  it('keeps label, control, hint and error in one shadow root', async () => {
    const { root, next } = await setup();
    await next();
    for (const input of root.querySelectorAll('.field input')) {
      expect(root.querySelector(`label[for="${input.id}"]`), input.id).not.to.equal(null);
      for (const id of input.getAttribute('aria-describedby')?.split(' ') ?? []) {
        expect(root.getElementById(id), id).not.to.equal(null);
      }
    }
  });

  it('tells browsers what each field is, save the Social Security number', async () => {
    const tokens = async (part: ApplicationDraft['part']) => {
      const { root } = await setup({ part });
      const controls = [...root.querySelectorAll<HTMLInputElement>('input, select')];
      return Object.fromEntries(controls.map(({ id, autocomplete }) => [id, autocomplete]));
    };
    expect(await tokens(1)).to.include({ first_name: 'given-name', date_of_birth: 'bday' });
    expect(await tokens(2)).to.include({ state: 'address-level1', zip_code: 'postal-code' });
    expect(await tokens(3)).to.include({ ssn: 'off' });
  });

  describe('going on', () => {
    it('lists what is missing, each line leading to its field, and takes the focus', async () => {
      const { next, root, summary, focused, field } = await setup();
      const address = location.href;
      await next();
      expect(focused()).to.equal(summary());
      const links = [...root.querySelectorAll<HTMLAnchorElement>('.summary a')];
      expect(links.map(({ textContent }) => textContent)).to.deep.equal([
        strings.fields.first_name.missing,
        strings.fields.last_name.missing,
        strings.fields.date_of_birth.missing,
        strings.fields.phone.missing,
        strings.fields.email.missing,
      ]);
      links[1]?.click();
      await until(() => focused() === field('last_name'));
      expect(location.href).to.equal(address);
    });

    it('lists what is wrong in the order of the fields, and names them', async () => {
      const names = { first_name: 'x'.repeat(51), last_name: 'x'.repeat(51) };
      const { next, root } = await setup({ draft: { ...typed, ...names } });
      await next();
      const links = [...root.querySelectorAll('.summary a')].map(({ textContent }) => textContent);
      expect(new Set(links).size).to.equal(2);
      expect(links[0]).to.contain(strings.fields.first_name.label);
      const fields = [...root.querySelectorAll<HTMLInputElement>('.grid input')];
      expect(fields.map(({ name }) => name)).to.deep.equal([...partFields[1]]);
    });

    it('marks a wrong field until it is mended, and no field before that', async () => {
      const { next, type, field, screen } = await setup({ draft: { ...typed, email: 'ada' } });
      expect(field('email').ariaInvalid).to.equal('false');
      await next();
      expect(field('email').ariaInvalid).to.equal('true');
      await type('email', 'ada@example.test');
      expect(field('email').ariaInvalid).to.equal('false');
      expect(screen.draft.values.email).to.equal('ada@example.test');
    });

    it('opens the next part and puts the focus on its heading', async () => {
      const { next, focused, text } = await setup({ draft: typed });
      await next();
      expect(text()).to.contain(strings.progress(2, 3));
      await until(() => focused()?.textContent === strings.parts[1]);
    });

    it('goes by Enter in a field as well', async () => {
      const { field, text } = await setup({ draft: typed });
      field('first_name').focus();
      await sendKeys({ press: 'Enter' });
      await until(() => text().includes(strings.progress(2, 3)));
    });

    it('goes back to an answer that a later one made wrong', async () => {
      const draft = { ...typed, date_of_birth: '03/01/2008', state: 'AL' };
      const { next, text, query } = await setup({ draft, part: 2 });
      await next();
      expect(text()).to.contain(strings.progress(1, 3));
      const { label } = strings.fields.date_of_birth;
      expect(query('.summary a').textContent).to.equal(`${label}: ${strings.errors.under_age}`);
    });
  });

  describe('what is typed', () => {
    it('takes its usual form when the field is left, and stays when it is none', async () => {
      const { type, field } = await setup();
      await type('phone', '5555550123');
      await type('date_of_birth', '4-12-1985');
      expect(field('phone').value).to.equal('(555) 555-0123');
      expect(field('date_of_birth').value).to.equal('04/12/1985');
      await type('phone', '555');
      expect(field('phone').value).to.equal('555');
    });

    it('survives another amount, another problem and another part', async () => {
      const { type, screen, update, next, button, field } = await setup({ draft: typed });
      await type('first_name', 'Grace');
      screen.step = aStep('details', { amount: '700.00' });
      await update({
        problem: { code: 'network', retryable: true, correlationId: null, fields: {} },
      });
      await next();
      button(strings.back).click();
      await screen.updateComplete;
      expect(field('first_name').value).to.equal('Grace');
    });

    it('keeps the session alive', async () => {
      const { type, intents } = await setup();
      await type('first_name', 'A');
      expect(intents).to.deep.equal([{ type: 'typed' }]);
    });
  });

  describe('where one lives', () => {
    it("shows the chosen state's notice and asks for its text", async () => {
      const { type, text, intents } = await setup({ part: 2 });
      expect(text()).not.to.contain('state_notice');
      await type('state', 'OH');
      expect(text()).to.contain('state_notice_oh in en');
      expect(text()).not.to.contain('state_notice_wi in en');
      expect(intents).to.deep.include({ type: 'choose_state', state: 'OH' });
    });

    it('says beside the income that alimony need not be named', async () => {
      const { text } = await setup({ part: 2 });
      expect(text()).to.contain('alimony_notice in en');
    });
  });

  describe('consent', () => {
    it('ticks nothing beforehand', async () => {
      const { root } = await setup({ part: 3 });
      const boxes = [...root.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
      expect(boxes.map(({ checked }) => checked)).to.deep.equal([false, false, false]);
    });

    it('hides the number from onlookers until asked, without being a password', async () => {
      const { field, button, screen } = await setup({ part: 3, draft: typed });
      expect(field('ssn').type).to.equal('text');
      expect(getComputedStyle(field('ssn')).getPropertyValue('-webkit-text-security')).to.equal(
        'disc',
      );
      button(/^Show/).click();
      await screen.updateComplete;
      expect(getComputedStyle(field('ssn')).getPropertyValue('-webkit-text-security')).to.equal(
        'none',
      );
    });

    it('has nothing between the authorization and its button', async () => {
      const { query } = await setup({ part: 3 });
      expect(query('.authorization-text').nextElementSibling?.localName).to.equal('button');
    });

    it('is not given before the authorization is in view: the first press leads there', async () => {
      const { screen, button, query, intents } = await setup({ part: 3, draft: typed });
      screen.style.display = 'block';
      screen.style.paddingBlockStart = '3000px';
      await tickConsents(query);
      window.scrollTo(0, 0);
      button(strings.agree).click();
      await until(() => window.scrollY > 1_000);
      expect(intents.at(-1)).to.deep.equal({ type: 'say', text: strings.readFirst });
      button(strings.agree).click();
      await until(() => intents.at(-1)?.type === 'apply');
    });

    it('is not given by Enter in a field', async () => {
      const mounted = await setup({ part: 3, draft: typed });
      await tickConsents(mounted.query);
      mounted.field('ssn').focus();
      await sendKeys({ press: 'Enter' });
      expect(mounted.intents.some(({ type }) => type === 'apply')).to.equal(false);
    });

    it('needs its boxes, but not the text messages', async () => {
      const mounted = await setup({ part: 3, draft: typed });
      agreeButton(mounted).click();
      await until(() => mounted.summary() !== null);
      const links = [...mounted.root.querySelectorAll('.summary a')];
      expect(links.map(({ textContent }) => textContent)).to.deep.equal([
        strings.fields.esign_consent.missing,
        strings.fields.privacy_notice_ack.missing,
      ]);
    });

    it('sends what was typed in the form of the wire, with the texts that were read', async () => {
      const mounted = await setup({ part: 3, draft: typed });
      await tickConsents(mounted.query);
      agreeButton(mounted).focus();
      await sendKeys({ press: 'Enter' });
      await until(() => mounted.intents.some(({ type }) => type === 'apply'));
      const sent = mounted.intents.find(({ type }) => type === 'apply');
      const [authorization] = disclosures();
      expect(sent).to.deep.include({
        body: {
          ...typed,
          date_of_birth: '1985-04-12',
          phone: '+15555550123',
          ssn: '900100001',
          monthly_housing_payment: '1250',
          annual_income: '84000',
          soft_pull_consent: true,
          soft_pull_consent_version: '2026-01',
          soft_pull_consent_text_sha256: authorization?.sha256,
          soft_pull_consent_at: '2026-03-01T15:00:00Z',
          esign_consent: true,
          esign_consent_version: '2026-01',
          esign_consent_at: '2026-03-01T15:00:00Z',
          privacy_notice_ack: true,
          privacy_notice_version: '2026-01',
          sms_consent: false,
        },
      });
    });

    it('does not count for a text in another language', async () => {
      const { query, update, field } = await setup({ part: 3 });
      await tickConsents(query);
      await update({ texts: new Map(disclosures('es').map((text) => [text.id, text])) });
      expect(field('esign_consent').checked).to.equal(false);
    });

    it('cannot be given while the texts are missing, and says so', async () => {
      const context = { texts: new Map(), textsHaveFailed: true };
      const { root, text, button, intents } = await setup({ part: 3, context });
      expect(root.querySelector('.authorization')).to.equal(null);
      expect(text()).to.contain(strings.textsMissing.title);
      button(en.common.tryAgain).click();
      expect(intents).to.deep.equal([{ type: 'reload_texts' }]);
    });
  });

  describe('problems', () => {
    it('says that nothing was decided, with everything still typed in', async () => {
      const step = { problem: { code: 'lender_unavailable', correlation_id: 'c-7' } } as const;
      const { text, field } = await setup({ step, draft: typed, part: 3 });
      expect(text()).to.contain(en.common.problems.lender_unavailable.title);
      expect(text()).to.contain('c-7');
      expect(field('ssn').value).to.equal(typed.ssn);
    });

    it('speaks of the shop, and of no limits, where there is no amount', async () => {
      const { screen, update, text } = await setup({ part: 3, draft: typed });
      screen.step = aStep('details', { amount: null });
      const problem = { retryable: false, correlationId: null, fields: {} } as const;
      await update({ problem: { code: 'amount_out_of_range', ...problem } });
      expect(text()).to.contain(en.common.problems.order_required.title);
      expect(text()).not.to.contain(en.common.problems.amount_out_of_range.text);
    });

    it('leads to the field that the server refused', async () => {
      const { update, text, focused, summary, field } = await setup({ part: 3, draft: typed });
      await update({
        problem: {
          code: 'invalid_applicant',
          retryable: false,
          correlationId: null,
          fields: { zip_code: ['not_accepted'] },
        },
      });
      expect(text()).to.contain(strings.progress(2, 3));
      await until(() => focused() === summary());
      expect(field('zip_code').ariaInvalid).to.equal('true');
    });
  });

  it('is accessible: empty, wrong, and in every part', async () => {
    const first = await setup();
    await expectAccessible(first.screen);
    await first.next();
    await expectAccessible(first.screen);
    for (const part of [2, 3] as const) {
      const { screen } = await setup({ part, draft: typed });
      await expectAccessible(screen);
    }
  });
});
