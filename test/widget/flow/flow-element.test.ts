import { expect } from '@open-wc/testing';
import { loadResults } from '../../../widget/load-results.ts';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { disguised } from '../../../widget/strings/ar-xb.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { anOffer, aStep } from '../helpers/contract-values.ts';
import { held, networkFailure, problem } from '../helpers/fake-bff.ts';
import { mountFlow, shadowOf, stored } from '../helpers/mount-flow.ts';
import { find, findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

const arXb = disguised(en);

describe('<soft-pull-flow>', () => {
  const here = mountFlow();

  it('speaks another language on any screen, there and back', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    for (const [locale, strings] of [
      ['es', es],
      ['ar-XB', arXb],
      ['en', en],
    ] as const) {
      here.configure({ locale });
      await until(() => here.shown.includes(strings.outcome.offers.title(2)));
      const { lang, dir } = find(here.root, '.frame');
      expect([lang, dir]).to.deep.equal([locale, locale === 'ar-XB' ? 'rtl' : 'ltr']);
    }
  });

  it('says of the whole form in which language it is, whatever the page’s [wcag:form-language]', async () => {
    await here.begin();
    for (const locale of ['es', 'en'] as const) {
      here.configure({ locale });
      await until(() => here.shown.includes({ en, es }[locale].form.title));
      const title = find(here.screen, '.title');
      expect(title.closest('[lang]')?.getAttribute('lang')).to.equal(locale);
    }
  });

  it('sends no amount once the soft pull is past, but still the order', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    const change = { amount: '1.00', order_token: 'jwt' };
    here.configure(change);
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    expect(here.bff.called('PATCH /checkout')[0]?.body).to.deep.equal({ order_token: 'jwt' });
  });

  it('closes its stream with the page and looks again when the page is back', async () => {
    here.bff.step = aStep('redirect');
    await here.begin([stored]);
    await until(() => here.bff.openStreams === 1);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await until(() => here.bff.openStreams === 0);
    here.bff.step = aStep('accepted');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
  });

  it('has the notice of every state at once, so that none waits for a network', async () => {
    await Promise.all([here.begin(), loadResults()]);
    await until(() => here.bff.called('GET /disclosures').length === 1);
    const form = here.screen as DetailsScreen;
    await until(() => form.context.texts.size > 0);
    form.draft.part = 2;
    for (const state of ['OH', 'WI']) {
      form.requestUpdate();
      await form.updateComplete;
      const list = find<HTMLSelectElement>(form, '#state');
      list.value = state;
      list.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await form.updateComplete;
      expect(here.shown).to.contain(`state_notice_${state.toLowerCase()} in en`);
    }
    const asked = here.bff.called('GET /disclosures').map(({ path }) => path.split('pk_test')[1]);
    expect(asked).to.deep.equal(['']);
  });

  it('says so when the texts cannot be had, and asks again', async () => {
    here.bff.plan('GET /disclosures', ...Array(3).fill(networkFailure));
    await here.begin();
    await until(() => here.shown.includes(en.form.textsMissing.title));
    here.send({ type: 'retry' });
    await until(() => !here.shown.includes(en.form.textsMissing.title));
  });

  it('says each time that the texts could not be had, and leaves the focus in the form', async () => {
    const fails = () => problem(503, 'lender_unavailable', { retryable: true });
    const { answer, release } = held();
    here.bff.plan('GET /disclosures', fails, () => answer);
    await here.begin();
    const { title } = en.form.textsMissing;
    await until(() => here.shown.includes(title));
    const tryAgain = findButton(here.screen, en.common.tryAgain);
    tryAgain.focus();
    tryAgain.click();
    await until(() => !here.shown.includes(title));
    expect(here.said).to.equal('');
    await until(() => document.activeElement?.className === 'title');
    release(fails());
    await until(() => here.said.includes(title));
  });

  it('tries nothing again that failed in the checkout before', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('POST /charge', () => problem(409, 'charge_blocked'));
    here.send({ type: 'charge' });
    await until(() => here.shown.includes(en.common.problems.charge_blocked.title));
    here.bff.step = aStep('details');
    here.bff.plan('GET /disclosures', ...Array(3).fill(networkFailure));
    here.element.receive({ type: 'restart' });
    await here.at('details');
    await until(() => here.shown.includes(en.form.textsMissing.title));
    here.send({ type: 'retry' });
    await until(() => !here.shown.includes(en.form.textsMissing.title));
    expect(here.bff.called('POST /charge')).to.have.length(1);
  });

  it('shows offers with what has to stand below them, on every page load', async () => {
    here.bff.step = aStep('offers', { offers: [anOffer({ mla_covered: true })] });
    await here.begin([stored]);
    await here.at('offers');
    for (const id of ['mla_statement', 'credit_approval_line']) {
      expect(here.shown).to.contain(`${id} in en`);
    }
  });

  it('shows no offers without it, says so, and tries again', async () => {
    here.bff.step = aStep('offers');
    const { title } = en.common.problems.network;
    const error = { type: 'error', code: 'network', retryable: true, correlation_id: null };
    const said = () => find(shadowOf(here.element), '[role=status]').textContent ?? '';
    here.bff.plan('GET /disclosures', ...Array(4).fill(networkFailure));
    await here.begin([stored]);
    await here.at('problem');
    expect(here.shown).to.contain(title);
    expect(here.heard('error')).to.deep.equal([error]);
    here.send({ type: 'retry' });
    await until(() => here.heard('error').length === 2);
    await here.at('problem');
    expect(said()).to.contain(title);
    here.send({ type: 'retry' });
    await here.at('offers');
    expect(here.shown).to.contain('credit_approval_line in en');
    expect(here.heard('error')).to.deep.equal([error, error]);
  });

  it('shows no offers with the texts of another language', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.plan('GET /disclosures', ...Array(3).fill(networkFailure));
    here.configure({ locale: 'es' });
    await here.at('problem');
    here.send({ type: 'retry' });
    await here.at('offers');
    expect(here.shown).to.contain('credit_approval_line in es');
  });

  it('leaves no call and no stream behind when it is taken off the page, and returns', async () => {
    here.bff.step = aStep('working');
    await here.begin([stored]);
    await until(() => here.bff.openStreams === 1);
    here.element.remove();
    await until(() => here.bff.openStreams === 0);
    here.bff.step = aStep('offers');
    document.body.append(here.element);
    await here.at('offers');
  });

  it('is accessible while loading, in the form, and broken', async () => {
    await expectAccessible(here.element);
    await here.begin();
    await expectAccessible(here.element);
    here.bff.plan('POST /checkouts', networkFailure, networkFailure);
    here.element.receive({ type: 'restart' });
    await here.at('problem');
    await expectAccessible(here.element);
  });
});
