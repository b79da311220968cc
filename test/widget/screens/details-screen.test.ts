import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  type ApplicationDraft,
  emptyDraft,
} from '../../../widget/screens/details/application-form.ts';
import { fieldsOf, parts } from '../../../widget/screens/details/form-fields.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep } from '../helpers/contract-values.ts';
import { mountDetails, typed } from '../helpers/mount-details.ts';
import { until } from '../helpers/until.ts';

const strings = en.form;

describe('<details-screen>', () => {
  it('shows the amount and the first part [wcag:progress]', async () => {
    const { text } = await mountDetails();
    expect(text()).to.contain('$8,400.00');
    expect(text()).to.contain(strings.progress(1, 3));
  });

  it('shows the notices on the first part, before anything is sent', async () => {
    const { text } = await mountDetails();
    for (const id of ['cip_notice', 'privacy_notice', 'esign_consent']) {
      expect(text()).to.contain(`${id} in en`);
    }
  });

  it('keeps label, control, hint and error in one shadow root [wcag:field-parts]', async () => {
    const { root, next } = await mountDetails();
    await next();
    for (const input of root.querySelectorAll('.field input')) {
      expect(root.querySelector(`label[for="${input.id}"]`), input.id).not.to.equal(null);
      for (const id of input.getAttribute('aria-describedby')?.split(' ') ?? []) {
        expect(root.querySelector(`#${id}`), id).not.to.equal(null);
      }
    }
  });

  for (const part of parts) {
    it(`draws each field of part ${part} of the table, in its order`, async () => {
      const { root } = await mountDetails({ draft: typed, part });
      const shown = 'form:not([hidden]) .grid :is(input, select)';
      const controls = root.querySelectorAll<HTMLInputElement>(shown);
      const drawn = new Set(Array.from(controls, ({ name }) => name));
      expect([...drawn]).to.deep.equal([...fieldsOf(part)]);
    });
  }

  it('tells browsers what each field is, save the Social Security number [wcag:autocomplete]', async () => {
    const tokens = async (part: ApplicationDraft['part']) => {
      const { root } = await mountDetails({ part });
      const controls = [...root.querySelectorAll<HTMLInputElement>('input, select')];
      return Object.fromEntries(controls.map(({ id, autocomplete }) => [id, autocomplete]));
    };
    expect(await tokens(1)).to.include({ first_name: 'given-name', date_of_birth: 'bday' });
    expect(await tokens(2)).to.include({ state: 'address-level1', zip_code: 'postal-code' });
    expect(await tokens(3)).to.include({ ssn: 'off' });
  });

  describe('going on', () => {
    it('finds nothing wrong with a form that took the place of the one that was filled', async () => {
      const { screen, button, field, summary } = await mountDetails({ draft: typed });
      button(strings.next).click();
      screen.draft = emptyDraft();
      await screen.updateComplete;
      await new Promise(requestAnimationFrame);
      expect(summary() === null).to.equal(true);
      expect(screen.draft.part).to.equal(1);
      expect(field('first_name').ariaInvalid).to.equal('false');
    });

    it('says nothing to a new form of what stood in the way of the one before', async () => {
      const { screen, next, root } = await mountDetails({ draft: typed, step: { amount: null } });
      await next();
      expect(root.querySelector('.problem') === null).to.equal(false);
      screen.draft = emptyDraft();
      await screen.updateComplete;
      expect(root.querySelector('.problem') === null).to.equal(true);
    });

    it('lists what is missing, each line leading to its field, and takes the focus [wcag:error-links]', async () => {
      const { next, root, summary, focused, field } = await mountDetails();
      const address = location.href;
      await next();
      expect(focused()).to.equal(summary());
      const { bottom = 0 } = summary()?.getBoundingClientRect() ?? {};
      const label = root.querySelector('[for=first_name]')?.getBoundingClientRect();
      expect(label?.top).to.be.at.least(bottom + 16);
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
      const { next, root } = await mountDetails({ draft: { ...typed, ...names } });
      await next();
      const links = [...root.querySelectorAll('.summary a')].map(({ textContent }) => textContent);
      expect(new Set(links).size).to.equal(2);
      expect(links[0]).to.contain(strings.fields.first_name.label);
    });

    it('marks a wrong field until it is mended, and no field before that [wcag:wrong-field]', async () => {
      const { next, type, field, screen } = await mountDetails({
        draft: { ...typed, email: 'ada' },
      });
      expect(field('email').ariaInvalid).to.equal('false');
      await next();
      expect(field('email').ariaInvalid).to.equal('true');
      await type('email', 'ada@example.test');
      expect(field('email').ariaInvalid).to.equal('false');
      expect(screen.draft.values.email).to.equal('ada@example.test');
    });

    for (const [date_of_birth, code] of [
      ['4/12/85', 'short_year'],
      ['041285', 'short_year'],
      ['13/41/1985', 'not_a_date'],
    ] as const) {
      it(`says what is wrong with a birth on ${date_of_birth} [wcag:error-says-how]`, async () => {
        const { next, query } = await mountDetails({ draft: { ...typed, date_of_birth } });
        await next();
        const { label } = strings.fields.date_of_birth;
        expect(query('.summary a').textContent).to.equal(`${label}: ${strings.errors[code]}`);
      });
    }

    it('opens the next part and puts the focus on its heading [wcag:part-heading]', async () => {
      const { next, focused, text } = await mountDetails({ draft: typed });
      await next();
      expect(text()).to.contain(strings.progress(2, 3));
      await until(() => focused()?.textContent === strings.parts[1]);
    });

    it('goes back part by part, to its heading', async () => {
      const { text, focused, button } = await mountDetails({ draft: typed, part: 3 });
      for (const part of [2, 1]) {
        button(strings.back).click();
        await until(() => text().includes(strings.progress(part, 3)));
        await until(() => focused()?.textContent === strings.parts[part - 1]);
      }
    });

    it('marks a list and a choice that are missing as wrong, too [wcag:wrong-field]', async () => {
      const draft = { ...typed, state: '', housing_status: '', employment_status: '' };
      const { next, field, query } = await mountDetails({ draft, part: 2 });
      const marks = () => [
        field('state').ariaInvalid,
        query('fieldset').ariaInvalid,
        field('employment_status').ariaInvalid,
      ];
      expect(marks()).to.deep.equal(['false', 'false', 'false']);
      await next();
      expect(marks()).to.deep.equal(['true', 'true', 'true']);
    });

    it('lists what else is wrong beside a year that is short', async () => {
      const draft = { ...typed, date_of_birth: '4/12/85', first_name: '' };
      const { next, root } = await mountDetails({ draft });
      await next();
      const links = [...root.querySelectorAll('.summary a')].map(({ textContent }) => textContent);
      const { first_name, date_of_birth } = strings.fields;
      expect(links).to.deep.equal([
        first_name.missing,
        `${date_of_birth.label}: ${strings.errors.short_year}`,
      ]);
    });

    it('goes by Enter in a field as well', async () => {
      const { field, text } = await mountDetails({ draft: typed });
      field('first_name').focus();
      await sendKeys({ press: 'Enter' });
      await until(() => text().includes(strings.progress(2, 3)));
    });

    it('goes back to an answer that a later one made wrong [wcag:checked-again]', async () => {
      const draft = { ...typed, date_of_birth: '03/01/2008', state: 'AL' };
      const { next, text, query } = await mountDetails({ draft, part: 2 });
      await next();
      expect(text()).to.contain(strings.progress(1, 3));
      const { label } = strings.fields.date_of_birth;
      expect(query('.summary a').textContent).to.equal(`${label}: ${strings.errors.under_age}`);
    });

    it('leads from there to the later one, where it was the wrong one', async () => {
      const draft = { ...typed, date_of_birth: '03/01/2008', state: 'AL' };
      const { next, text, type } = await mountDetails({ draft, part: 2 });
      await next();
      await next();
      expect(text()).to.contain(strings.progress(2, 3));
      await type('state', 'OH');
      await next();
      expect(text()).to.contain(strings.progress(3, 3));
    });
  });

  describe('what is typed', () => {
    it('takes its usual form when the field is left, and stays when it is none', async () => {
      const { type, field } = await mountDetails();
      await type('phone', '5555550123');
      await type('date_of_birth', '4-12-1985');
      expect(field('phone').value).to.equal('(555) 555-0123');
      expect(field('date_of_birth').value).to.equal('04/12/1985');
      await type('phone', '555');
      expect(field('phone').value).to.equal('555');
    });

    it('takes its usual form from bare digits', async () => {
      const { type, field } = await mountDetails();
      await type('date_of_birth', '04121985');
      expect(field('date_of_birth').value).to.equal('04/12/1985');
      const home = await mountDetails({ part: 2 });
      await home.type('zip_code', '454021234');
      expect(home.field('zip_code').value).to.equal('45402-1234');
    });

    it('is sent on as its usual form, whether or not the field was left', async () => {
      const money = { annual_income: '84,000.', monthly_housing_payment: '1250.' };
      const draft = { ...typed, ...money, zip_code: '45402 1234' };
      const { next, text } = await mountDetails({ draft, part: 2 });
      await next();
      expect(text()).to.contain(strings.progress(3, 3));
    });

    it('survives another amount, another problem and another part [wcag:typed-kept]', async () => {
      const { type, screen, update, next, button, field } = await mountDetails({ draft: typed });
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

    it('is taken from what tells only that it has changed, as some that fill forms in do', async () => {
      const { field, screen } = await mountDetails();
      const input = field('phone');
      input.value = '5555550123';
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await screen.updateComplete;
      expect(input.value).to.equal('(555) 555-0123');
    });

    it('keeps the session alive', async () => {
      const { type, intents } = await mountDetails();
      await type('first_name', 'A');
      expect(intents).to.deep.include({ type: 'typed' });
    });
  });

  describe('where one lives', () => {
    it("shows the chosen state's notice", async () => {
      const { type, text } = await mountDetails({ part: 2 });
      expect(text()).not.to.contain('state_notice');
      await type('state', 'OH');
      expect(text()).to.contain('state_notice_oh in en');
      expect(text()).not.to.contain('state_notice_wi in en');
    });

    it('says beside the income that alimony need not be named', async () => {
      const { text } = await mountDetails({ part: 2 });
      expect(text()).to.contain('alimony_notice in en');
    });
  });

  describe('problems', () => {
    it('says that nothing was decided, with everything still typed in', async () => {
      const step = { problem: { code: 'lender_unavailable', correlation_id: 'c-7' } } as const;
      const { text, field } = await mountDetails({ step, draft: typed, part: 3 });
      expect(text()).to.contain(en.common.problems.lender_unavailable.title);
      expect(text()).to.contain('c-7');
      expect(field('ssn').value).to.equal(typed.ssn);
    });

    it('leads to the field that the server refused', async () => {
      const { update, text, focused, summary, field } = await mountDetails({
        part: 3,
        draft: typed,
      });
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

    it('marks all that the server refused until it is changed, part by part', async () => {
      const { update, text, type, next, root, field } = await mountDetails({
        part: 3,
        draft: typed,
      });
      const problem = { code: 'invalid_applicant', retryable: false, correlationId: null } as const;
      await update({
        problem: { ...problem, fields: { zip_code: ['not_accepted'], ssn: ['not_accepted'] } },
      });
      await type('zip_code', '45403');
      expect(root.querySelector('.notice.warning') === null).to.equal(true);
      await next();
      expect(text()).to.contain(strings.progress(3, 3));
      expect(field('ssn').ariaInvalid).to.equal('true');
      await type('ssn', '900-10-0002');
      expect(field('ssn').ariaInvalid).to.equal('false');
    });

    it('keeps what is marked when something else goes wrong, and says that as well', async () => {
      const { update, text, type, next, field } = await mountDetails({ part: 3, draft: typed });
      const refused = { code: 'invalid_applicant', retryable: false, correlationId: null } as const;
      await update({
        problem: { ...refused, fields: { zip_code: ['not_accepted'], ssn: ['not_accepted'] } },
      });
      // The page has set an amount that is refused, and then another.
      const { title } = en.common.problems.amount_out_of_range;
      await update({
        problem: { ...refused, code: 'amount_out_of_range', fields: { amount: ['not_accepted'] } },
      });
      expect(text()).to.contain(title);
      expect(field('zip_code').ariaInvalid).to.equal('true');
      await update({ problem: null });
      expect(text()).not.to.contain(title);
      await type('zip_code', '45403');
      await next();
      expect(text()).to.contain(strings.progress(3, 3));
      expect(field('ssn').ariaInvalid).to.equal('true');
    });

    it('speaks of no mark where it knows only that something was refused', async () => {
      const step = { problem: { code: 'invalid_applicant' } } as const;
      const { text, root } = await mountDetails({ step });
      expect(text()).to.contain(en.common.problems.invalid_applicant.title);
      expect(root.querySelector('[aria-invalid=true]')).to.equal(null);
      expect(text()).not.to.contain('marked');
    });
  });

  it('is accessible: empty, wrong, and in every part', async () => {
    const first = await mountDetails();
    await expectAccessible(first.screen);
    await first.next();
    await expectAccessible(first.screen);
    for (const part of [2, 3] as const) {
      const { screen } = await mountDetails({ part, draft: typed });
      await expectAccessible(screen);
    }
  });
});
