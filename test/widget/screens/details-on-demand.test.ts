import { expect } from '@open-wc/testing';
import {
  ApplicationForm,
  emptyDraft,
  prefillDraft,
} from '../../../widget/screens/details/application-form.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { mountDetails, typed } from '../helpers/mount-details.ts';

const strings = en.form;

describe('<details-screen>, what few need', () => {
  it('shows middle name and suffix on demand', async () => {
    const { query, field } = await mountDetails();
    expect(field('middle_name').checkVisibility()).to.equal(false);
    expect(field('suffix').checkVisibility()).to.equal(false);
    query('.more > summary').click();
    expect(field('middle_name').checkVisibility()).to.equal(true);
    expect(field('suffix').checkVisibility()).to.equal(true);
    await expectAccessible(field('suffix').form as HTMLFormElement);
  });

  it('shows the apartment on demand', async () => {
    const { query, field } = await mountDetails({ draft: typed, part: 2 });
    expect(query('.more > summary').textContent).to.equal(strings.add.unit);
    expect(field('address_2').checkVisibility()).to.equal(false);
    query('.more > summary').click();
    expect(field('address_2').checkVisibility()).to.equal(true);
  });

  it('shows what is filled already, and what is wrong', async () => {
    const filled = await mountDetails({ draft: { ...typed, suffix: 'Jr.' } });
    expect(filled.field('suffix').checkVisibility()).to.equal(true);
    const wrong = await mountDetails({
      draft: typed,
      part: 2,
      context: {
        problem: {
          code: 'invalid_applicant',
          retryable: false,
          correlationId: null,
          fields: { address_2: ['not_accepted'] },
        },
      },
    });
    expect(wrong.field('address_2').checkVisibility()).to.equal(true);
  });

  it('stays open when what was typed is cleared', async () => {
    const { type, field } = await mountDetails({ draft: { ...typed, suffix: 'Jr.' } });
    await type('suffix', '');
    expect(field('suffix').checkVisibility()).to.equal(true);
  });

  it('asks for an employer only those who are employed, and sends none of others', async () => {
    const { field, root, screen, type } = await mountDetails({ draft: typed, part: 2 });
    await type('employer_name', 'Sample Works');
    await type('employment_status', 'retired');
    expect(root.querySelector('#employer_name')).to.equal(null);
    await type('employment_status', 'employed');
    expect(field('employer_name').value).to.equal('Sample Works');
    expect(screen.draft.values.employer_name).to.equal('Sample Works');
  });

  it('says nothing of an employer who is asked for no more', async () => {
    const draft = { ...typed, employer_name: 'x'.repeat(101) };
    const { next, summary, type } = await mountDetails({ draft, part: 2 });
    await next();
    expect(summary() === null).to.equal(false);
    await type('employment_status', 'retired');
    expect(summary() === null).to.equal(true);
  });

  it('says that answers were refused, where it asks for no employer to be marked', async () => {
    const draft = { ...typed, employment_status: 'retired' };
    const { text } = await mountDetails({
      draft,
      part: 3,
      context: {
        problem: {
          code: 'invalid_applicant',
          retryable: false,
          correlationId: null,
          fields: { employer_name: ['required'] },
        },
      },
    });
    expect(text()).to.contain(strings.progress(3, 3));
    expect(text()).to.contain(en.common.problems.invalid_applicant.title);
  });
});

describe('<details-screen>, without an amount', () => {
  const step = { amount: null };

  it('does not go on, and says why', async () => {
    const { next, text, focused } = await mountDetails({ draft: typed, step });
    await next();
    expect(text()).to.contain(strings.progress(1, 3));
    expect(focused()?.textContent).to.contain(strings.amountMissing);
  });

  it('says why beside what is marked, too', async () => {
    const { next, screen, focused } = await mountDetails({ draft: { ...typed, email: 'ada' } });
    await next();
    screen.step = { ...screen.step, amount: null };
    await screen.updateComplete;
    await next();
    expect(focused()?.textContent).to.contain(strings.amountMissing);
  });

  it('goes on once the page has set one', async () => {
    const { next, text, screen } = await mountDetails({ draft: typed, step });
    await next();
    screen.context = { ...screen.context, pendingAmount: '8400.00' };
    await screen.updateComplete;
    expect(text()).not.to.contain(strings.amountMissing);
    await next();
    expect(text()).to.contain(strings.progress(2, 3));
  });
});

describe('<details-screen>, who is there', () => {
  const parties = { shop: 'Sample shop', lender: 'Sample Bank' };

  it('names lender and shop above the first question, once the BFF has', async () => {
    const { text, query, screen } = await mountDetails({ context: { texts: new Map() } });
    expect(query('.offered-by').textContent).to.equal('\u00a0');
    screen.context = { ...screen.context, parties };
    await screen.updateComplete;
    expect(text()).to.contain(strings.offeredBy('Sample Bank', 'Sample shop'));
  });

  it('gives the room of their names back where nobody could say them', async () => {
    const context = { texts: new Map(), textsHaveFailed: true };
    const { root } = await mountDetails({ context });
    expect(root.querySelector('.offered-by')).to.equal(null);
  });

  it('names nobody where it is not known who lends', async () => {
    const { root } = await mountDetails({ context: { parties: { ...parties, lender: null } } });
    expect(root.querySelector('.offered-by')).to.equal(null);
  });
});

describe('prefillDraft()', () => {
  it('writes as the form does, and never over what was typed or cleared', async () => {
    const { screen, type, field } = await mountDetails();
    await type('first_name', 'Ada');
    await type('last_name', 'x');
    await type('last_name', '');
    const page = {
      first_name: 'Grace',
      last_name: 'Page',
      email: null,
      phone: '5555550123',
      ssn: '900100001',
    };
    prefillDraft(screen.draft, page);
    screen.requestUpdate();
    await screen.updateComplete;
    expect(field('first_name').value).to.equal('Ada');
    expect(field('last_name').value).to.equal('');
    expect(field('phone').value).to.equal('(555) 555-0123');
    expect(screen.draft.values.ssn).to.equal('');
  });

  it('changes no answer of a part that the consumer has gone on from', async () => {
    const { screen, type, next, text } = await mountDetails();
    const { draft } = screen;
    const form = new ApplicationForm(draft, () => screen.context.texts, screen.now);
    prefillDraft(draft, { email: 'ada@example.test', phone: '5555550123' });
    for (const name of ['first_name', 'last_name', 'date_of_birth'] as const) {
      await type(name, typed[name]);
    }
    await next();
    expect(text()).to.contain(strings.progress(2, 3));
    const [values, body] = [{ ...draft.values }, form.body];
    prefillDraft(draft, { email: 'eve@example.test', phone: '5555550199', middle_name: 'Eve' });
    expect(draft.values).to.deep.equal(values);
    expect(form.body).to.deep.equal(body);
    prefillDraft(draft, { city: 'Dayton' });
    expect(draft.values.city).to.equal('Dayton');
  });

  it('writes an address of two lines into one', () => {
    const draft = emptyDraft();
    prefillDraft(draft, { address_1: '12 Hillside Avenue\r\nApt 4' });
    expect(draft.values.address_1).to.equal('12 Hillside Avenue Apt 4');
  });

  it('still fills a part that is not in order', async () => {
    const { screen, next, summary } = await mountDetails();
    await next();
    expect(summary()).not.to.equal(null);
    prefillDraft(screen.draft, { email: 'ada@example.test', middle_name: 'Maria' });
    const { email, middle_name } = screen.draft.values;
    expect([email, middle_name]).to.deep.equal(['ada@example.test', 'Maria']);
  });
});
