import { expect } from '@open-wc/testing';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { loadAllStrings } from '../../../widget/strings/load-strings.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { held, networkFailure, problem } from '../helpers/fake-bff.ts';
import {
  clientToken,
  fromUrl,
  type MountedFlow,
  mountFlow,
  settings,
  shadowOf,
  stored,
} from '../helpers/mount-flow.ts';
import { find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

const arXb = await loadAllStrings('ar-XB');

describe('<soft-pull-flow>', () => {
  const mounted = mountFlow();
  let here: MountedFlow;
  let bff: MountedFlow['bff'];
  let timers: MountedFlow['timers'];
  let flow: MountedFlow['element'];

  beforeEach(() => {
    here = mounted();
    ({ bff, timers, element: flow } = here);
  });

  describe('beginning', () => {
    it('draws a skeleton, then the step, and says that it is ready', async () => {
      await flow.updateComplete;
      expect(find(here.root, '.card').ariaBusy).to.equal('true');
      await here.begin();
      expect(here.shown).to.contain(en.form.title);
      expect(here.messages.map(({ type }) => type)).to.have.members(['handle', 'step', 'ready']);
    });

    it('resumes what the tab remembers', async () => {
      bff.step = aStep('accepted');
      await here.begin([stored]);
      await here.at('accepted');
      expect(bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
    });

    it('shows where a link from elsewhere leads, without opening a form', async () => {
      bff.step = aStep('offers');
      await here.begin([fromUrl], { locale: 'es' });
      await here.at('offers');
      expect(bff.called('POST /resume').map(({ body }) => body)).to.deep.equal([
        {
          resume: 'r0',
          merchant: settings.merchant,
          locale: 'es',
          return_url: settings.return_url,
        },
      ]);
      expect(here.heard('handle')).to.deep.equal([
        { type: 'handle', resume: 'r1', opens_forms: false },
      ]);
    });

    it('begins anew where such a link leads to a form', async () => {
      bff.plan('POST /resume', () => bff.session(aStep('details', { amount: '1.00' })));
      await here.begin([fromUrl]);
      expect(bff.called('POST /checkouts')[0]?.body).not.to.have.property('resume');
      expect(here.heard('handle')).to.deep.equal([
        { type: 'handle', resume: 'r1', opens_forms: true },
      ]);
    });

    it('begins anew where such a link falls back to a form later', async () => {
      bff.step = aStep('working');
      await here.begin([fromUrl]);
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
      bff.step = aStep('details');
      await here.at('details');
      expect(bff.called('POST /checkouts')).to.have.length(1);
      expect(here.shown).not.to.contain(en.common.problems.lender_unavailable.title);
    });

    it('begins anew where such a link is void', async () => {
      bff.plan('POST /resume', () => problem(404, 'not_found'));
      await here.begin([fromUrl, stored]);
      expect(bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
    });

    it("opens the merchant's own checkout, and none in its place when that fails", async () => {
      bff.plan('POST /resume', () => problem(404, 'not_found'));
      await here.begin([clientToken]);
      expect(bff.called('POST /checkouts')).to.have.length(0);
      expect(bff.called('POST /resume')[0]?.body).not.to.have.property('return_url');
      await here.at('problem');
    });

    it('says what is wrong and tries again', async () => {
      bff.plan('POST /checkouts', networkFailure, networkFailure);
      await here.begin([stored]);
      await here.at('problem');
      expect(here.shown).to.contain(en.common.problems.network.title);
      expect(here.heard('error')).to.deep.equal([
        { type: 'error', code: 'network', retryable: true, correlation_id: null },
      ]);
      here.send({ type: 'retry' });
      await here.at('details');
      expect(bff.called('POST /checkouts').at(-1)?.body).to.include({ resume: 'r0' });
    });

    it('begins again by itself when the page mends the amount that was refused', async () => {
      bff.plan('POST /checkouts', () => problem(400, 'amount_out_of_range'));
      await here.begin([], { amount: '1.00' });
      await here.at('problem');
      here.configure();
      await here.at('details');
      expect(bff.called('POST /checkouts')[1]?.body).to.include({ amount: '8400.00' });
    });
  });

  describe('calls', () => {
    it('makes one for a double click', async () => {
      await here.begin();
      bff.step = aStep('offers');
      here.send({ type: 'apply', body: {} });
      here.send({ type: 'apply', body: {} });
      await here.at('offers');
      expect(bff.called('POST /application')).to.have.length(1);
    });

    it('shows that one is under way only when it takes a while', async () => {
      bff.step = aStep('accepted');
      await here.begin([stored]);
      await here.at('accepted');
      const { answer, release } = held();
      bff.plan('POST /charge', () => answer);
      here.send({ type: 'charge' });
      await flow.updateComplete;
      expect(here.screen.shadowRoot?.querySelector('.spinner')).to.equal(null);
      timers.advance(250);
      await until(() => here.screen.shadowRoot?.querySelector('.spinner') !== null);
      expect(here.said).to.equal(en.common.busy);
      release(bffAnswer('charge_pending'));
      await here.at('charge-pending');
    });

    it('drops an answer that came too late', async () => {
      await here.begin();
      const { answer, release } = held();
      bff.plan('POST /application', () => answer);
      here.send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /application').length === 1);
      flow.receive({ type: 'restart' });
      release(bffAnswer('no_offers'));
      await until(() => bff.called('POST /checkouts').length === 2);
      await here.at('details');
      await new Promise(requestAnimationFrame);
      expect(here.screen.localName).to.equal('soft-pull-details-screen');
    });

    it('says where the checkout stands when a call was refused because of that', async () => {
      bff.step = aStep('offers');
      await here.begin([stored]);
      await here.at('offers');
      bff.plan('POST /select', () => problem(409, 'wrong_step'));
      bff.step = aStep('expired');
      here.send({ type: 'select_offer', offerUuid: aUuid(1) });
      await here.at('expired');
      expect(here.heard('error')).to.deep.equal([]);
      expect(here.heard('offer_selected')).to.deep.equal([]);
    });

    it('finds by itself what became of an answer that was lost', async () => {
      await here.begin();
      bff.plan('POST /application', networkFailure, networkFailure);
      bff.step = aStep('working');
      here.send({ type: 'apply', body: {} });
      await here.at('working');
      expect(bff.called('POST /application')).to.have.length(2);
    });

    it('repeats what failed when asked to', async () => {
      bff.step = aStep('accepted');
      await here.begin([stored]);
      await here.at('accepted');
      bff.plan('POST /charge', () => problem(503, 'lender_unavailable', { retryable: true }));
      here.send({ type: 'charge' });
      await until(() => here.shown.includes(en.common.problems.lender_unavailable.title));
      expect(here.said).to.contain(en.common.problems.lender_unavailable.title);
      here.send({ type: 'retry' });
      await until(() => bff.called('POST /charge').length === 2);
    });

    it('goes to the lender on the choice of an offer, and never by being drawn', async () => {
      bff.step = aStep('offers');
      await here.begin([stored]);
      await here.at('offers');
      bff.step = aStep('redirect');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('redirect'), '3');
      await here.at('redirect');
      expect(here.heard('redirect')).to.deep.equal([]);
      here.send({ type: 'continue_to_lender', offerUuid: aUuid(1) });
      await until(() => here.heard('redirect').length === 1);
      expect(bff.called('POST /select')).to.have.length(1);
      expect(here.heard('redirect')).to.deep.equal([
        { type: 'redirect', url: 'https://lender.example/terms/abc' },
      ]);
      expect(here.heard('offer_selected')).to.deep.equal([]);
    });
  });

  describe('what was typed', () => {
    function draft() {
      return (here.screen as DetailsScreen).draft.values;
    }

    it('is still there after an answer without a decision', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      bff.step = aStep('working');
      here.send({ type: 'apply', body: {} });
      await here.at('working');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
      await here.at('details');
      expect(draft().first_name).to.equal('Ada');
      expect(here.shown).to.contain(en.common.problems.lender_unavailable.text);
    });

    it('is still there after the session ended and a new one took its place', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      bff.plan('POST /application', () => problem(404, 'not_found'));
      here.send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /checkouts').length === 2);
      await here.at('details');
      expect(draft().first_name).to.equal('Ada');
    });

    it("is still there when the merchant's own checkout has to be opened again", async () => {
      await here.begin([clientToken]);
      here.typeFirstName('Ada');
      bff.plan('POST /application', () => problem(401, 'unauthorized'));
      here.send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /resume').length === 2);
      await here.at('details');
      expect(draft().first_name).to.equal('Ada');
      expect(bff.called('POST /checkouts')).to.have.length(0);
    });

    it('is still there when amount, order and language change', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      bff.step = aStep('details', { amount: '700.00' });
      const change = { amount: '700.00', order_token: 'jwt', locale: 'es' } as const;
      here.configure(change);
      await until(() => here.shown.includes('$700.00') && here.shown.includes(es.form.title));
      expect(bff.called('PATCH /checkout').map(({ body }) => body)).to.deep.equal([change]);
      expect(draft().first_name).to.equal('Ada');
      expect(here.said).to.contain('$700.00');
    });

    it('is gone once there is a decision', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      bff.step = aStep('offers');
      here.send({ type: 'apply', body: {} });
      await here.at('offers');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details'), '2');
      await here.at('details');
      expect(draft().first_name).to.equal('');
    });

    it('is gone after a restart', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      flow.receive({ type: 'restart' });
      await until(() => bff.called('POST /checkouts').length === 2);
      await here.at('details');
      expect(draft().first_name).to.equal('');
    });
  });

  it('speaks another language on any screen, there and back', async () => {
    bff.step = aStep('offers');
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

  it('sends no amount once the soft pull is past, but still the order', async () => {
    bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    const change = { amount: '1.00', order_token: 'jwt' };
    here.configure(change);
    await until(() => bff.called('PATCH /checkout').length === 1);
    expect(bff.called('PATCH /checkout')[0]?.body).to.deep.equal({ order_token: 'jwt' });
  });

  it('sends the application only after the amount that was changed before it', async () => {
    await here.begin();
    const { answer, release } = held();
    bff.plan('PATCH /checkout', () => answer);
    here.configure({ amount: '700.00' });
    await until(() => bff.called('PATCH /checkout').length === 1);
    here.send({ type: 'apply', body: {} });
    await new Promise(requestAnimationFrame);
    expect(bff.called('POST /application')).to.have.length(0);
    bff.step = aStep('offers', { requested_amount: '700.00' });
    release(bffAnswer('details'));
    await here.at('offers');
  });

  it('hands on the handle of a session that was renewed', async () => {
    bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    bff.plan('POST /charge', () => problem(401, 'token_expired'));
    here.send({ type: 'charge' });
    await until(() => here.heard('handle').length === 2);
  });

  it('keeps the session alive while typing, at most every five minutes', async () => {
    await here.begin();
    for (let minute = 0; minute < 11; minute++) {
      here.send({ type: 'typed' });
      await new Promise(requestAnimationFrame);
      timers.advance(60_000);
    }
    expect(bff.called('GET /checkout')).to.have.length(2);
  });

  it('takes a step that arrived during a call after it', async () => {
    bff.step = aStep('accepted', { blocked: 'portal_required' });
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => bff.openStreams === 1);
    const { answer, release } = held();
    bff.plan('POST /portal-invitation', () => answer);
    here.send({ type: 'invite_to_portal' });
    await until(() => bff.called('POST /portal-invitation').length === 1);
    bff.push(aStep('charge_pending'), '5');
    await new Promise(requestAnimationFrame);
    expect(here.screen.localName).to.equal('soft-pull-accepted-screen');
    bff.step = aStep('charge_pending');
    release(bffAnswer('accepted'));
    await here.at('charge-pending');
  });

  it('closes its stream with the page and looks again when the page is back', async () => {
    bff.step = aStep('redirect');
    await here.begin([stored]);
    await until(() => bff.openStreams === 1);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await until(() => bff.openStreams === 0);
    bff.step = aStep('accepted');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await here.at('accepted');
    await until(() => bff.openStreams === 1);
  });

  describe('focus', () => {
    it('stays where it is when the page loads', async () => {
      await here.begin();
      expect(document.activeElement).to.equal(document.body);
    });

    it('follows the screen where it was inside', async () => {
      await here.begin();
      find(shadowOf(here.screen), '#first_name').focus();
      bff.step = aStep('no_offers');
      here.send({ type: 'apply', body: {} });
      await here.at('no-offers');
      await until(() => here.screen.shadowRoot?.activeElement?.className === 'title');
    });

    it('goes to the problem that a call ended in', async () => {
      bff.step = aStep('accepted');
      await here.begin([stored]);
      await here.at('accepted');
      bff.plan('POST /charge', () => problem(409, 'charge_blocked'));
      here.send({ type: 'charge' });
      await until(
        () => shadowOf(here.screen).activeElement?.classList.contains('problem') === true,
      );
    });

    it('stays on the page when it was there', async () => {
      bff.step = aStep('working');
      await here.begin([stored]);
      await here.at('working');
      const elsewhere = document.createElement('input');
      document.body.append(elsewhere);
      elsewhere.focus();
      await until(() => bff.openStreams === 1);
      bff.push(aStep('offers'), '2');
      await here.at('offers');
      await new Promise(requestAnimationFrame);
      expect(document.activeElement).to.equal(elsewhere);
      expect(here.said).to.equal(en.outcome.offers.title(2));
      elsewhere.remove();
    });

    it('goes to the outcome for who comes back from the lender', async () => {
      bff.step = aStep('accepted');
      await here.begin([fromUrl]);
      await until(() => here.screen.shadowRoot?.activeElement?.className === 'title');
    });
  });

  it('asks for the texts of the language and the state', async () => {
    await here.begin();
    const asked = () => bff.called('GET /disclosures').map(({ path }) => path.split('pk_test')[1]);
    await until(() => asked().length === 2);
    here.send({ type: 'choose_state', state: 'OH' });
    await until(() => asked().length === 3);
    expect(asked()).to.deep.equal(['&only=cip_notice', '', '']);
  });

  it('says so when the texts cannot be had, and asks again', async () => {
    bff.plan('GET /disclosures', ...Array(4).fill(networkFailure));
    await here.begin();
    await until(() => here.shown.includes(en.form.textsMissing.title));
    here.send({ type: 'reload_texts' });
    await until(() => !here.shown.includes(en.form.textsMissing.title));
  });

  it('leaves no call and no stream behind when it is taken off the page, and returns', async () => {
    bff.step = aStep('working');
    await here.begin([stored]);
    await until(() => bff.openStreams === 1);
    flow.remove();
    await until(() => bff.openStreams === 0);
    bff.step = aStep('offers');
    document.body.append(flow);
    await here.at('offers');
  });

  it('is accessible while loading, in the form, and broken', async () => {
    await expectAccessible(flow);
    await here.begin();
    await expectAccessible(flow);
    bff.plan('POST /checkouts', networkFailure, networkFailure);
    flow.receive({ type: 'restart' });
    await here.at('problem');
    await expectAccessible(flow);
  });
});

function bffAnswer(screen: 'charge_pending' | 'no_offers' | 'details' | 'accepted'): Response {
  return new Response(JSON.stringify({ step: aStep(screen) }), { status: 200 });
}
