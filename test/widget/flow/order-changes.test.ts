import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { clientToken, fromUrl, mountFlow, settings, stored } from '../helpers/mount-flow.ts';
import { find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

const { problems } = en.common;

describe('an order that the page changes', () => {
  const here = mountFlow();

  it('that is another one gets a checkout of its own, with what was typed', async () => {
    await here.begin([stored], { order_token: 'one' });
    here.typeFirstName('Ada');
    here.bff.plan('PATCH /checkout', () => problem(422, 'order_invalid'));
    here.configure({ order_token: 'another' });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.at('details');
    expect(here.bff.called('POST /checkouts')[1]?.body).to.include({
      order_token: 'another',
      resume: 'r1',
    });
    expect(here.typedFirstName).to.equal('Ada');
    expect(here.heard('error')).to.deep.equal([]);
  });

  it('that is another one takes nobody out of the field that is typed in', async () => {
    await here.begin([stored], { order_token: 'one' });
    here.typeFirstName('Ada');
    const { screen } = here;
    const input = find<HTMLInputElement>(screen, '#first_name');
    input.focus();
    const { answer, release } = held();
    here.bff.plan('PATCH /checkout', () => problem(422, 'order_invalid'));
    here.bff.plan('POST /checkouts', () => answer);
    here.configure({ order_token: 'another' });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.element.updateComplete;
    expect(input.matches(':focus')).to.equal(true);
    here.typeFirstName('Adam');
    release(here.bff.session(aStep('details', { amount: '700.00' })));
    await until(() => here.shown.includes('$700.00'));
    expect(here.screen).to.equal(screen);
    expect(input.matches(':focus')).to.equal(true);
    expect(here.typedFirstName).to.equal('Adam');
    here.bff.step = aStep('offers');
    here.send({ type: 'apply', body: {} });
    await here.at('offers');
  });

  it('that is another one gets its checkout after the page was left meanwhile', async () => {
    await here.begin([stored], { order_token: 'one' });
    here.bff.plan('PATCH /checkout', () => problem(422, 'order_invalid'));
    here.bff.plan('POST /checkouts', () => held().answer);
    here.configure({ order_token: 'another' });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    here.element.remove();
    document.body.append(here.element);
    await until(() => here.bff.called('POST /checkouts').length === 3);
    await here.at('details');
    expect(here.bff.called('POST /checkouts')[2]?.body).to.include({ order_token: 'another' });
  });

  it("that is another one leaves the merchant's own checkout what it is", async () => {
    await here.begin([clientToken]);
    here.bff.plan('PATCH /checkout', () => problem(422, 'order_invalid'));
    here.configure({ order_token: 'another' });
    await until(() => here.shown.includes(problems.order_invalid.title));
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
    expect(here.bff.called('POST /resume')).to.have.length(1);
  });

  it('that is refused later holds up the charge, and not the choice of an offer', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    const refused = () => problem(422, 'order_invalid');
    here.bff.plan('PATCH /checkout', refused, refused);
    here.configure({ order_token: 'another' });
    await until(() => here.shown.includes(problems.order_invalid.title));
    here.bff.step = aStep('redirect');
    here.send({ type: 'select_offer', offerUuid: aUuid(1) });
    await here.at('redirect');
    here.bff.step = aStep('accepted');
    here.bff.push(here.bff.step, '4');
    await here.at('accepted');
    here.send({ type: 'charge' });
    await until(() => here.shown.includes(problems.order_invalid.title));
    expect(here.bff.called('POST /charge')).to.have.length(0);
  });

  it('begins again where there were no offers', async () => {
    here.bff.step = aStep('no_offers');
    await here.begin([stored], { order_token: 'declined' });
    await here.at('no-offers');
    here.bff.step = aStep('details');
    here.configure({ order_token: 'fresh', amount: '4000.00' });
    await here.at('details');
    const { body } = here.bff.called('POST /checkouts').at(-1) ?? {};
    expect(body).to.include({ order_token: 'fresh', amount: '4000.00', restart_of: 'r1' });
    expect(body).not.to.have.property('resume');
    expect(here.bff.called('PATCH /checkout')).to.have.length(0);
  });

  it("is left alone where the merchant's own checkout had no offers", async () => {
    here.bff.step = aStep('no_offers');
    await here.begin([clientToken]);
    await here.at('no-offers');
    here.configure({ order_token: 'fresh' });
    await new Promise(requestAnimationFrame);
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
    expect(here.bff.called('POST /resume')).to.have.length(1);
  });

  for (const step of [
    aStep('expired'),
    aStep('cancelled'),
    aStep('charge_pending'),
    aStep('charge_outcome'),
  ]) {
    it(`is kept for the next checkout on ${step.screen}, where it can do nothing`, async () => {
      here.bff.step = step;
      await here.begin([stored]);
      await here.at(step.screen.replace('_', '-'));
      here.configure({ order_token: 'fresh' });
      await new Promise(requestAnimationFrame);
      here.bff.step = aStep('details');
      here.element.receive({ type: 'restart' });
      await here.at('details');
      expect(here.told).to.deep.equal([]);
      expect(here.bff.called('POST /checkouts').at(-1)?.body).to.include({ order_token: 'fresh' });
    });
  }

  it('that comes with a restart is for the next checkout alone', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.step = aStep('details');
    const fresh = { ...settings, order_token: 'fresh' };
    here.element.receive({ type: 'restart_with', settings: fresh });
    await here.at('details');
    await new Promise(requestAnimationFrame);
    expect(here.told).to.deep.equal([]);
    const [, opened, ...others] = here.bff.called('POST /checkouts').map(({ body }) => body);
    expect(opened).to.include({ order_token: 'fresh' });
    expect(others).to.deep.equal([]);
  });

  it('names the checkout that the page leaves by restart(), until another is open', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored], { order_token: 'one' });
    await here.at('offers');
    here.bff.step = aStep('details');
    here.bff.plan('POST /checkouts', networkFailure, networkFailure);
    const fresh = { ...settings, order_token: 'fresh' };
    here.element.receive({ type: 'restart_with', settings: fresh });
    await here.at('problem');
    here.send({ type: 'retry' });
    await here.at('details');
    here.bff.plan('POST /application', () => problem(401, 'unauthorized'));
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /checkouts').length === 5);
    const opened = here.bff.called('POST /checkouts').map(({ body }) => body as object);
    const [first, lost, again, retried, later] = opened;
    for (const one of [lost, again, retried]) expect(one).to.include({ restart_of: 'r1' });
    for (const one of [first, later]) expect(one).not.to.have.property('restart_of');
  });

  it('names none where the consumer starts again', async () => {
    here.bff.step = aStep('expired');
    await here.begin([stored], { order_token: 'one' });
    await here.at('expired');
    here.bff.step = aStep('details');
    here.send({ type: 'restart' });
    await here.at('details');
    expect(here.bff.called('POST /checkouts').at(-1)?.body).not.to.have.property('restart_of');
  });

  for (const [name, session] of [
    ['is open', undefined],
    ['could not be opened', () => problem(503, 'internal')],
  ] as const) {
    it(`that comes with another checkout is not for the one that ${name}`, async () => {
      if (session !== undefined) here.bff.plan('POST /checkouts', session);
      await here.begin([stored]);
      const handles = [clientToken];
      const fresh = { ...settings, order_token: 'fresh' };
      here.element.receive({ type: 'begin_with', handles, settings: fresh });
      await until(() => here.bff.called('POST /resume').length === 1);
      await here.at('details');
      await new Promise(requestAnimationFrame);
      expect(here.told).to.deep.equal([]);
      expect(here.bff.called('POST /checkouts')).to.have.length(1);
      expect(here.bff.called('POST /resume')).to.have.length(1);
    });
  }

  it('sets what is charged after a charge that came to nothing', async () => {
    here.bff.step = aStep('charge_outcome', { outcome: 'expired', may_charge_again: true });
    await here.begin([stored]);
    await here.at('charge-outcome');
    here.configure({ order_token: 'fresh' });
    await until(() => here.told.length === 1);
  });

  it('is told to the tab’s own checkout that waits for one', async () => {
    here.bff.step = aStep('accepted', { blocked: 'order_required', charge_amount: null });
    here.bff.plan('PATCH /checkout', () => json(200, { step: aStep('accepted') }));
    await here.begin([stored], { order_token: 'jwt' });
    await until(() => here.told.length === 1);
    expect(here.told).to.deep.equal([{ order_token: 'jwt' }]);
  });

  it('is not told where the page has none', async () => {
    here.bff.step = aStep('accepted', { blocked: 'order_required', charge_amount: null });
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    expect(here.told).to.deep.equal([]);
  });

  it('names the checkout that a link may lead to; the page’s own opens in place of another', async () => {
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    await here.begin([fromUrl], { order_token: 'jwt' });
    await here.at('details');
    expect(here.bff.called('POST /resume')[0]?.body).to.include({ order_token: 'jwt' });
    expect(here.bff.called('POST /checkouts')[0]?.body).to.include({ order_token: 'jwt' });
    expect(here.told).to.deep.equal([]);
  });

  it('that comes after a link’s checkout was opened opens the page’s own', async () => {
    here.bff.plan('POST /resume', () =>
      here.bff.session(aStep('accepted', { blocked: 'order_required', charge_amount: null })),
    );
    await here.begin([fromUrl]);
    await here.at('accepted');
    here.bff.plan('PATCH /checkout', () => problem(422, 'order_invalid'));
    // What the link leads to stays where it is.
    here.bff.plan('GET /checkout', () => json(200, { step: aStep('accepted') }));
    here.configure({ order_token: 'jwt' });
    await here.at('details');
    expect(here.bff.called('POST /checkouts')[0]?.body).to.include({ order_token: 'jwt' });
  });
});
