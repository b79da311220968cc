import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { mountFlow, shadowOf, stored } from '../helpers/mount-flow.ts';
import { findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('the calls of <soft-pull-flow>', () => {
  const here = mountFlow();

  /** A charge that is asked for, whose answer waits for what this gives. */
  async function chargeHeld() {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    const { answer, release } = held();
    here.bff.plan('POST /charge', () => answer);
    here.send({ type: 'charge' });
    return release;
  }

  it('makes one for a double click', async () => {
    await here.begin();
    here.bff.step = aStep('offers');
    here.send({ type: 'apply', body: {} });
    here.send({ type: 'apply', body: {} });
    await here.at('offers');
    expect(here.bff.called('POST /application')).to.have.length(1);
  });

  it('makes no second charge while one is under way', async () => {
    const release = await chargeHeld();
    await until(() => here.bff.called('POST /charge').length === 1);
    here.send({ type: 'charge' });
    release(json(200, { step: aStep('charge_pending') }));
    await here.at('charge-pending');
    expect(here.bff.called('POST /charge')).to.have.length(1);
  });

  it('makes one that is asked for while the checkout is being opened once it is open', async () => {
    const { answer, release } = held();
    here.bff.plan('POST /checkouts', () => answer);
    here.configure();
    here.element.receive({ type: 'begin', handles: [] });
    await until(() => here.isOpening);
    here.send({ type: 'apply', body: { first_name: 'Ada' } });
    await here.element.updateComplete;
    expect(here.bff.called('POST /application')).to.have.length(0);
    here.bff.step = aStep('offers');
    release(here.bff.session(aStep('details')));
    await here.at('offers');
    const applied = here.bff.called('POST /application').map(({ body }) => body);
    expect(applied).to.deep.equal([{ first_name: 'Ada' }]);
  });

  it('shows that one is under way only when it takes a while', async () => {
    const release = await chargeHeld();
    await here.element.updateComplete;
    expect(here.screen.shadowRoot?.querySelector('.spinner')).to.equal(null);
    here.timers.advance(250);
    await until(() => here.screen.shadowRoot?.querySelector('.spinner') !== null);
    expect(here.said).to.equal(en.common.busy);
    release(json(200, { step: aStep('charge_pending') }));
    await here.at('charge-pending');
  });

  it('says again what a call came to, since nobody hears a text that stays', async () => {
    here.bff.step = aStep('charge_pending');
    await here.begin([stored]);
    await here.at('charge-pending');
    const { refresh } = en.outcome.answers;
    const lookAgain = () => findButton(shadowOf(here.screen), en.outcome.checkAgain).click();
    lookAgain();
    await until(() => here.said === refresh);
    const { answer, release } = held();
    here.bff.plan('GET /checkout', () => answer);
    lookAgain();
    await here.element.updateComplete;
    expect(here.said).to.equal('');
    release(json(200, { step: here.bff.step }));
    await until(() => here.said === refresh);
  });

  for (const status of [200, 403]) {
    it(`can be tried again where a network wants a sign-in first and answers ${status}`, async () => {
      here.bff.plan('POST /checkouts', () => new Response('<h1>Welcome</h1>', { status }));
      await here.begin();
      await here.at('problem');
      findButton(shadowOf(here.screen), en.common.tryAgain).click();
      await here.at('details');
      expect(here.bff.called('POST /checkouts')).to.have.length(2);
    });
  }

  it('drops an answer that came too late', async () => {
    await here.begin();
    const { answer, release } = held();
    here.bff.plan('POST /application', () => answer);
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /application').length === 1);
    here.element.receive({ type: 'restart' });
    release(json(200, { step: aStep('no_offers') }));
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.at('details');
    await new Promise(requestAnimationFrame);
    expect(here.screen.localName).to.equal('soft-pull-details-screen');
  });

  it('says where the checkout stands when a call was refused because of that', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.plan('POST /select', () => problem(409, 'wrong_step'));
    here.bff.step = aStep('expired');
    here.send({ type: 'select_offer', offerUuid: aUuid(1) });
    await here.at('expired');
    expect(here.heard('error')).to.deep.equal([]);
    expect(here.heard('offer_selected')).to.deep.equal([]);
  });

  it('finds by itself what became of an answer that was lost', async () => {
    await here.begin();
    here.bff.plan('POST /application', networkFailure, networkFailure);
    here.bff.step = aStep('working');
    here.send({ type: 'apply', body: {} });
    await here.at('working');
    expect(here.bff.called('POST /application')).to.have.length(2);
  });

  it('repeats what failed when asked to', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('POST /charge', () => problem(503, 'lender_unavailable', { retryable: true }));
    here.send({ type: 'charge' });
    await until(() => here.shown.includes(en.common.problems.lender_unavailable.title));
    expect(here.said).to.contain(en.common.problems.lender_unavailable.title);
    here.send({ type: 'retry' });
    await until(() => here.bff.called('POST /charge').length === 2);
  });

  it('tells the page which offer was chosen, and where the lender is', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.step = aStep('redirect');
    here.send({ type: 'select_offer', offerUuid: aUuid(2) });
    await here.at('redirect');
    const { consumer_invitation_link: url } = aStep('redirect');
    const told = [...here.heard('offer_selected'), ...here.heard('redirect')];
    expect(told).to.deep.equal([
      { type: 'offer_selected', offer_uuid: aUuid(2) },
      { type: 'redirect', url },
    ]);
  });

  it('goes to the lender on the choice of an offer, and never by being drawn', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.step = aStep('redirect');
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('redirect'), '3');
    await here.at('redirect');
    expect(here.heard('redirect')).to.deep.equal([]);
    here.send({ type: 'go_to_lender', offerUuid: aUuid(1) });
    await until(() => here.heard('redirect').length === 1);
    expect(here.bff.called('POST /select')).to.have.length(1);
    expect(here.heard('redirect')).to.deep.equal([
      { type: 'redirect', url: 'https://lender.example/terms/abc' },
    ]);
    expect(here.heard('offer_selected')).to.deep.equal([]);
  });

  it('says why the lender’s page cannot be reached from a review, which stays', async () => {
    here.bff.step = aStep('review', { selected_offer_uuid: aUuid(1) });
    await here.begin([stored]);
    await here.at('review');
    here.bff.plan('POST /select', () => problem(502, 'lender_refused'));
    here.send({ type: 'go_to_lender', offerUuid: aUuid(1) });
    const { title, text } = en.common.problems.lender_refused;
    await until(() => here.shown.includes(title));
    expect(here.shown).to.contain(text);
    expect(here.said).to.equal(`${title}. ${text}`);
    expect(here.screen.localName).to.equal('soft-pull-review-screen');
  });

  it('sends the application only after the amount that was changed before it', async () => {
    await here.begin();
    const { answer, release } = held();
    here.bff.plan('PATCH /checkout', () => answer);
    here.configure({ amount: '700.00' });
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    here.send({ type: 'apply', body: {} });
    await new Promise(requestAnimationFrame);
    expect(here.bff.called('POST /application')).to.have.length(0);
    here.bff.step = aStep('offers', { requested_amount: '700.00' });
    release(json(200, { step: aStep('details') }));
    await here.at('offers');
  });

  it('hands on the handle of a session that was renewed', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('POST /charge', () => problem(401, 'token_expired'));
    here.send({ type: 'charge' });
    await until(() => here.heard('handle').length === 2);
  });

  it('takes a step that arrived during a call after it', async () => {
    here.bff.step = aStep('accepted', { blocked: 'portal_required' });
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    const { answer, release } = held();
    here.bff.plan('POST /portal-invitation', () => answer);
    here.send({ type: 'invite_to_portal' });
    await until(() => here.bff.called('POST /portal-invitation').length === 1);
    here.bff.push(aStep('charge_pending'), '5');
    await new Promise(requestAnimationFrame);
    expect(here.screen.localName).to.equal('soft-pull-accepted-screen');
    here.bff.step = aStep('charge_pending');
    release(json(200, { step: aStep('accepted') }));
    await here.at('charge-pending');
  });
});
