import { expect } from '@open-wc/testing';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { aStep, aUuid, disclosures } from '../helpers/contract-values.ts';
import { held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { mountFlow, shadowOf, stored } from '../helpers/mount-flow.ts';
import { findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('<soft-pull-flow>, left and come back to', () => {
  const here = mountFlow();

  function show(event: 'pagehide' | 'pageshow'): void {
    window.dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
  }

  it('leads nowhere by a choice that was under way when the page was left', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    const { answer, release } = held();
    here.bff.plan('POST /select', () => answer);
    here.send({ type: 'select_offer', offerUuid: aUuid(1) });
    await until(() => here.bff.called('POST /select').length === 1);
    show('pagehide');
    here.bff.step = aStep('redirect');
    show('pageshow');
    release(json(200, { step: here.bff.step }));
    await here.at('redirect');
    await new Promise(requestAnimationFrame);
    expect(here.heard('redirect')).to.deep.equal([]);
  });

  it('asks for no charge that still waited for the page’s order when the page was left', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('PATCH /checkout', () => held().answer);
    here.configure({ order_token: 'fresh' });
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    here.send({ type: 'charge' });
    show('pagehide');
    show('pageshow');
    await until(() => here.bff.called('GET /checkout').length === 1);
    await new Promise(requestAnimationFrame);
    expect(here.bff.called('POST /charge')).to.have.length(0);
  });

  it('says nothing of what came of a call that was under way when the page was left', async () => {
    here.bff.step = aStep('accepted', {
      blocked: 'portal_required',
      portal_account_status: 'NotInvited',
    });
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('POST /portal-invitation', () => held().answer);
    const { invite } = en.outcome.accepted;
    findButton(shadowOf(here.screen), invite).click();
    await until(() => here.bff.called('POST /portal-invitation').length === 1);
    show('pagehide');
    await here.element.updateComplete;
    show('pageshow');
    await until(() => here.bff.called('GET /checkout').length === 1);
    await until(() => here.bff.openStreams === 1);
    expect(here.shown).not.to.include(en.outcome.answers.invite_to_portal);
    expect(here.said).not.to.equal(en.outcome.answers.invite_to_portal);
  });

  it('is followed again although there was something that could not be told', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    here.bff.plan('PATCH /checkout', networkFailure, networkFailure);
    here.configure({ order_token: 'fresh' });
    await until(() => here.heard('error').length === 1);
    here.bff.step = aStep('charge_pending');
    here.bff.push(here.bff.step, '5');
    await here.at('charge-pending');
    show('pagehide');
    here.bff.step = aStep('charge_outcome');
    show('pageshow');
    await here.at('charge-outcome');
  });

  it('tells a person who looks again that nobody answers', async () => {
    here.bff.step = aStep('review');
    await here.begin([stored]);
    await here.at('review');
    here.bff.plan('GET /checkout', networkFailure, networkFailure, networkFailure, networkFailure);
    here.send({ type: 'refresh' });
    await until(() => here.shown.includes(en.common.problems.network.title));
    here.bff.step = aStep('offers');
    here.send({ type: 'retry' });
    await here.at('offers');
  });

  it('opens what it was about to open', async () => {
    const { answer } = held();
    here.bff.plan('POST /checkouts', () => answer);
    here.configure();
    here.element.receive({ type: 'begin', handles: [stored] });
    await until(() => here.bff.called('POST /checkouts').length === 1);
    show('pagehide');
    show('pageshow');
    await here.at('details');
    expect(here.bff.called('POST /checkouts')[1]?.body).to.include({ resume: 'r0' });
  });

  it('has its texts although it was moved while they came', async () => {
    const { answer } = held();
    here.bff.plan('GET /disclosures', () => answer);
    here.configure();
    here.element.receive({ type: 'begin', handles: [] });
    await until(() => here.bff.called('GET /disclosures').length === 1);
    document.body.append(here.element);
    await here.at('details');
    await until(() => (here.screen as DetailsScreen).context.texts.size === disclosures().length);
    expect(here.shown).not.to.contain(en.form.textsMissing.title);
  });

  it('draws the form as it will stay: with the text that it shows at once', async () => {
    const { answer, release } = held();
    here.bff.plan('GET /disclosures', () => answer);
    here.configure();
    here.element.receive({ type: 'begin', handles: [] });
    await until(() => here.heard('handle').length === 1);
    await here.element.updateComplete;
    expect(here.root.querySelector('.screen')).to.equal(null);
    release(json(200, { disclosures: disclosures() }));
    await here.at('details');
  });

  it('asks for the texts again when the person tries again', async () => {
    const fails = [networkFailure, networkFailure];
    here.bff.plan('GET /disclosures', ...fails);
    here.bff.plan('POST /checkouts', ...fails);
    await here.begin();
    await here.at('problem');
    here.send({ type: 'retry' });
    await here.at('details');
    await until(() => (here.screen as DetailsScreen).context.texts.size > 0);
    expect(here.shown).not.to.contain(en.form.textsMissing.title);
  });

  it('says that a new session took the place of the one that ended', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.plan('POST /application', () => problem(404, 'not_found'));
    here.send({ type: 'apply', body: {} });
    await until(() => here.shown.includes(en.common.problems.token_expired.title));
    expect(here.typedFirstName).to.equal('Ada');
    expect(here.heard('error').map(({ code }) => code)).to.deep.equal(['not_found']);
  });

  it('keeps what was typed when the checkout had expired before anything was decided', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.plan('POST /application', () => problem(409, 'wrong_step'));
    here.bff.step = aStep('expired', { reason: 'application' });
    here.send({ type: 'apply', body: {} });
    await here.at('expired');
    here.bff.step = aStep('details');
    here.send({ type: 'restart' });
    await here.at('details');
    expect(here.typedFirstName).to.equal('Ada');
  });

  it('forgets what was typed with offers that had expired on arrival', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.step = aStep('expired');
    here.send({ type: 'apply', body: {} });
    await here.at('expired');
    here.bff.step = aStep('details');
    here.send({ type: 'restart' });
    await here.at('details');
    expect(here.typedFirstName).to.equal('');
  });
});
