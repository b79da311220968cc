import { expect } from '@open-wc/testing';
import type { FlowMessage, FlowSettings, Handle } from '../../../widget/contract/flow-message.ts';
import { defineFlow, flowTag } from '../../../widget/flow/define-flow.ts';
import type { Intent } from '../../../widget/screens/intent.ts';
import { IntentEvent } from '../../../widget/screens/intent.ts';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { bffOrigin, FakeBff, held, networkFailure, problem } from '../helpers/fake-bff.ts';
import { FakeTimers } from '../helpers/fake-timers.ts';
import { find, textOf } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

defineFlow();

const settings: FlowSettings = {
  server: bffOrigin,
  merchant: 'pk_test',
  amount: '8400.00',
  order_token: null,
  locale: 'en',
  return_url: 'https://shop.example/cart',
  heading_level: 2,
};

const stored: Handle = { resume: 'r0', source: 'storage', opens_forms: true };
const fromUrl: Handle = { resume: 'r0', source: 'url', opens_forms: false };

describe('<soft-pull-flow>', () => {
  let bff: FakeBff;
  let timers: FakeTimers;
  let flow: HTMLElementTagNameMap['soft-pull-flow'];
  let messages: FlowMessage[];

  beforeEach(() => {
    bff = new FakeBff();
    timers = new FakeTimers();
    messages = [];
    flow = document.createElement(flowTag);
    flow.timers = timers;
    flow.onMessage = (message) => messages.push(message);
    document.body.append(flow);
  });

  afterEach(() => {
    flow.remove();
    bff.uninstall();
  });

  function root(): ShadowRoot {
    if (flow.shadowRoot === null) throw new Error('no shadow root');
    return flow.shadowRoot;
  }

  function screen(): HTMLElement {
    return find(root(), '.screen');
  }

  function shown(): string {
    const drawn = root().querySelector('.screen')?.shadowRoot;
    return drawn ? textOf(drawn) : '';
  }

  function said(): string {
    return find(root(), '[role=status]').textContent ?? '';
  }

  function heard<Type extends FlowMessage['type']>(type: Type) {
    return messages.filter((message): message is Extract<FlowMessage, { type: Type }> => {
      return message.type === type;
    });
  }

  function send(intent: Intent): void {
    screen().dispatchEvent(new IntentEvent(intent));
  }

  async function begin(handles: Handle[] = [], change: Partial<FlowSettings> = {}): Promise<void> {
    flow.receive({ type: 'configure', settings: { ...settings, ...change } });
    flow.receive({ type: 'begin', handles });
    await until(() => root().querySelector('.screen') !== null);
    await flow.updateComplete;
  }

  async function at(name: string): Promise<void> {
    const tag = `soft-pull-${name}-screen`;
    await until(() => root().querySelector('.screen')?.localName === tag);
    await flow.updateComplete;
  }

  describe('beginning', () => {
    it('draws a skeleton, then the step, and says that it is ready', async () => {
      await flow.updateComplete;
      expect(find(root(), '.card').ariaBusy).to.equal('true');
      await begin();
      expect(shown()).to.contain(en.form.title);
      expect(messages.map(({ type }) => type)).to.have.members(['handle', 'step', 'ready']);
    });

    it('resumes what the tab remembers', async () => {
      bff.step = aStep('accepted');
      await begin([stored]);
      await at('accepted');
      expect(bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
    });

    it('shows where a link from elsewhere leads, without opening a form', async () => {
      bff.step = aStep('offers');
      await begin([fromUrl]);
      await at('offers');
      expect(bff.called('POST /resume')).to.have.length(1);
      expect(heard('handle')).to.deep.equal([{ type: 'handle', resume: 'r1', opens_forms: false }]);
    });

    it('begins anew where such a link leads to a form', async () => {
      bff.plan('POST /resume', () => bff.session(aStep('details', { amount: '1.00' })));
      await begin([fromUrl]);
      expect(bff.called('POST /checkouts')[0]?.body).not.to.have.property('resume');
      expect(heard('handle')).to.deep.equal([{ type: 'handle', resume: 'r1', opens_forms: true }]);
    });

    it('begins anew where such a link falls back to a form later', async () => {
      bff.step = aStep('working');
      await begin([fromUrl]);
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
      bff.step = aStep('details');
      await at('details');
      expect(bff.called('POST /checkouts')).to.have.length(1);
      expect(shown()).not.to.contain(en.common.problems.lender_unavailable.title);
    });

    it('begins anew where such a link is void', async () => {
      bff.plan('POST /resume', () => problem(404, 'not_found'));
      await begin([fromUrl, stored]);
      expect(bff.called('POST /checkouts')[0]?.body).to.include({ resume: 'r0' });
    });

    it("opens the merchant's own checkout, and none in its place when that fails", async () => {
      const token: Handle = { resume: 'ct', source: 'client_token', opens_forms: true };
      bff.plan('POST /resume', () => problem(404, 'not_found'));
      await begin([token]);
      expect(bff.called('POST /checkouts')).to.have.length(0);
      await at('problem');
    });

    it('says what is wrong and tries again', async () => {
      bff.plan('POST /checkouts', networkFailure, networkFailure);
      await begin([stored]);
      await at('problem');
      expect(shown()).to.contain(en.common.problems.network.title);
      expect(heard('error')).to.deep.equal([
        { type: 'error', code: 'network', retryable: true, correlation_id: null },
      ]);
      send({ type: 'retry' });
      await at('details');
      expect(bff.called('POST /checkouts').at(-1)?.body).to.include({ resume: 'r0' });
    });

    it('begins again by itself when the page mends the amount that was refused', async () => {
      bff.plan('POST /checkouts', () => problem(400, 'amount_out_of_range'));
      await begin([], { amount: '1.00' });
      await at('problem');
      flow.receive({ type: 'configure', settings });
      await at('details');
      expect(bff.called('POST /checkouts')[1]?.body).to.include({ amount: '8400.00' });
    });
  });

  describe('calls', () => {
    it('makes one for a double click', async () => {
      await begin();
      bff.step = aStep('offers');
      send({ type: 'apply', body: {} });
      send({ type: 'apply', body: {} });
      await at('offers');
      expect(bff.called('POST /application')).to.have.length(1);
    });

    it('shows that one is under way only when it takes a while', async () => {
      bff.step = aStep('accepted');
      await begin([stored]);
      await at('accepted');
      const { answer, release } = held();
      bff.plan('POST /charge', () => answer);
      send({ type: 'charge' });
      await flow.updateComplete;
      expect(screen().shadowRoot?.querySelector('.spinner')).to.equal(null);
      timers.advance(250);
      await until(() => screen().shadowRoot?.querySelector('.spinner') !== null);
      expect(said()).to.equal(en.common.busy);
      release(bffAnswer('charge_pending'));
      await at('charge-pending');
    });

    it('drops an answer that came too late', async () => {
      await begin();
      const { answer, release } = held();
      bff.plan('POST /application', () => answer);
      send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /application').length === 1);
      flow.receive({ type: 'restart' });
      release(bffAnswer('no_offers'));
      await until(() => bff.called('POST /checkouts').length === 2);
      await at('details');
      await new Promise(requestAnimationFrame);
      expect(screen().localName).to.equal('soft-pull-details-screen');
    });

    it('says where the checkout stands when a call was refused because of that', async () => {
      bff.step = aStep('offers');
      await begin([stored]);
      await at('offers');
      bff.plan('POST /select', () => problem(409, 'wrong_step'));
      bff.step = aStep('expired');
      send({ type: 'select_offer', offerUuid: aUuid(1) });
      await at('expired');
      expect(heard('error')).to.deep.equal([]);
      expect(heard('offer_selected')).to.deep.equal([]);
    });

    it('finds by itself what became of an answer that was lost', async () => {
      await begin();
      bff.plan('POST /application', networkFailure, networkFailure);
      bff.step = aStep('working');
      send({ type: 'apply', body: {} });
      await at('working');
      expect(bff.called('POST /application')).to.have.length(2);
    });

    it('repeats what failed when asked to', async () => {
      bff.step = aStep('accepted');
      await begin([stored]);
      await at('accepted');
      bff.plan('POST /charge', () => problem(503, 'lender_unavailable', { retryable: true }));
      send({ type: 'charge' });
      await until(() => shown().includes(en.common.problems.lender_unavailable.title));
      expect(said()).to.contain(en.common.problems.lender_unavailable.title);
      send({ type: 'retry' });
      await until(() => bff.called('POST /charge').length === 2);
    });

    it('goes to the lender on the choice of an offer, and never by being drawn', async () => {
      bff.step = aStep('offers');
      await begin([stored]);
      await at('offers');
      bff.step = aStep('redirect');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('redirect'), '3');
      await at('redirect');
      expect(heard('redirect')).to.deep.equal([]);
      send({ type: 'continue_to_lender', offerUuid: aUuid(1) });
      await until(() => heard('redirect').length === 1);
      expect(bff.called('POST /select')).to.have.length(1);
      expect(heard('redirect')).to.deep.equal([
        { type: 'redirect', url: 'https://lender.example/terms/abc' },
      ]);
      expect(heard('offer_selected')).to.deep.equal([]);
    });
  });

  describe('what was typed', () => {
    function typeName(name: string): void {
      const input = find<HTMLInputElement>(shadow(screen()), '#first_name');
      input.value = name;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }

    function draft() {
      return (screen() as DetailsScreen).draft.values;
    }

    it('is still there after an answer without a decision', async () => {
      await begin();
      typeName('Ada');
      bff.step = aStep('working');
      send({ type: 'apply', body: {} });
      await at('working');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
      await at('details');
      expect(draft().first_name).to.equal('Ada');
      expect(shown()).to.contain(en.common.problems.lender_unavailable.text);
    });

    it('is still there after the session ended and a new one took its place', async () => {
      await begin();
      typeName('Ada');
      bff.plan('POST /application', () => problem(404, 'not_found'));
      send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /checkouts').length === 2);
      await at('details');
      expect(draft().first_name).to.equal('Ada');
    });

    it("is still there when the merchant's own checkout has to be opened again", async () => {
      await begin([{ resume: 'ct', source: 'client_token', opens_forms: true }]);
      typeName('Ada');
      bff.plan('POST /application', () => problem(401, 'unauthorized'));
      send({ type: 'apply', body: {} });
      await until(() => bff.called('POST /resume').length === 2);
      await at('details');
      expect(draft().first_name).to.equal('Ada');
      expect(bff.called('POST /checkouts')).to.have.length(0);
    });

    it('is still there when amount, order and language change', async () => {
      await begin();
      typeName('Ada');
      bff.step = aStep('details', { amount: '700.00' });
      const change = { amount: '700.00', order_token: 'jwt', locale: 'es' } as const;
      flow.receive({ type: 'configure', settings: { ...settings, ...change } });
      await until(() => shown().includes('$700.00') && shown().includes(es.form.title));
      expect(bff.called('PATCH /checkout').map(({ body }) => body)).to.deep.equal([change]);
      expect(draft().first_name).to.equal('Ada');
      expect(said()).to.contain('$700.00');
    });

    it('is gone once there is a decision', async () => {
      await begin();
      typeName('Ada');
      bff.step = aStep('offers');
      send({ type: 'apply', body: {} });
      await at('offers');
      await until(() => bff.openStreams === 1);
      bff.push(aStep('details'), '2');
      await at('details');
      expect(draft().first_name).to.equal('');
    });

    it('is gone after a restart', async () => {
      await begin();
      typeName('Ada');
      flow.receive({ type: 'restart' });
      await until(() => bff.called('POST /checkouts').length === 2);
      await at('details');
      expect(draft().first_name).to.equal('');
    });
  });

  it('speaks another language on any screen, there and back', async () => {
    bff.step = aStep('offers');
    await begin([stored]);
    await at('offers');
    for (const [locale, strings] of [
      ['es', es],
      ['en', en],
    ] as const) {
      flow.receive({ type: 'configure', settings: { ...settings, locale } });
      await until(() => shown().includes(strings.outcome.offers.title(2)));
      expect(find(root(), '.frame').lang).to.equal(locale);
    }
  });

  it('sends no amount once the soft pull is past, but still the order', async () => {
    bff.step = aStep('accepted');
    await begin([stored]);
    await at('accepted');
    const change = { amount: '1.00', order_token: 'jwt' };
    flow.receive({ type: 'configure', settings: { ...settings, ...change } });
    await until(() => bff.called('PATCH /checkout').length === 1);
    expect(bff.called('PATCH /checkout')[0]?.body).to.deep.equal({ order_token: 'jwt' });
  });

  it('sends the application only after the amount that was changed before it', async () => {
    await begin();
    const { answer, release } = held();
    bff.plan('PATCH /checkout', () => answer);
    flow.receive({ type: 'configure', settings: { ...settings, amount: '700.00' } });
    await until(() => bff.called('PATCH /checkout').length === 1);
    send({ type: 'apply', body: {} });
    await new Promise(requestAnimationFrame);
    expect(bff.called('POST /application')).to.have.length(0);
    bff.step = aStep('offers', { requested_amount: '700.00' });
    release(bffAnswer('details'));
    await at('offers');
  });

  it('hands on the handle of a session that was renewed', async () => {
    bff.step = aStep('accepted');
    await begin([stored]);
    await at('accepted');
    bff.plan('POST /charge', () => problem(401, 'token_expired'));
    send({ type: 'charge' });
    await until(() => heard('handle').length === 2);
  });

  it('keeps the session alive while typing, at most every five minutes', async () => {
    await begin();
    for (let minute = 0; minute < 11; minute++) {
      send({ type: 'typed' });
      await new Promise(requestAnimationFrame);
      timers.advance(60_000);
    }
    expect(bff.called('GET /checkout')).to.have.length(2);
  });

  it('takes a step that arrived during a call after it', async () => {
    bff.step = aStep('accepted', { blocked: 'portal_required' });
    await begin([stored]);
    await at('accepted');
    await until(() => bff.openStreams === 1);
    const { answer, release } = held();
    bff.plan('POST /portal-invitation', () => answer);
    send({ type: 'invite_to_portal' });
    await until(() => bff.called('POST /portal-invitation').length === 1);
    bff.push(aStep('charge_pending'), '5');
    await new Promise(requestAnimationFrame);
    expect(screen().localName).to.equal('soft-pull-accepted-screen');
    bff.step = aStep('charge_pending');
    release(bffAnswer('accepted'));
    await at('charge-pending');
  });

  it('closes its stream with the page and looks again when the page is back', async () => {
    bff.step = aStep('redirect');
    await begin([stored]);
    await until(() => bff.openStreams === 1);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await until(() => bff.openStreams === 0);
    bff.step = aStep('accepted');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await at('accepted');
    await until(() => bff.openStreams === 1);
  });

  describe('focus', () => {
    it('stays where it is when the page loads', async () => {
      await begin();
      expect(document.activeElement).to.equal(document.body);
    });

    it('follows the screen where it was inside', async () => {
      await begin();
      find(shadow(screen()), '#first_name').focus();
      bff.step = aStep('no_offers');
      send({ type: 'apply', body: {} });
      await at('no-offers');
      await until(() => screen().shadowRoot?.activeElement?.className === 'title');
    });

    it('goes to the problem that a call ended in', async () => {
      bff.step = aStep('accepted');
      await begin([stored]);
      await at('accepted');
      bff.plan('POST /charge', () => problem(409, 'charge_blocked'));
      send({ type: 'charge' });
      await until(() => shadow(screen()).activeElement?.classList.contains('problem') === true);
    });

    it('stays on the page when it was there', async () => {
      bff.step = aStep('working');
      await begin([stored]);
      await at('working');
      const elsewhere = document.createElement('input');
      document.body.append(elsewhere);
      elsewhere.focus();
      await until(() => bff.openStreams === 1);
      bff.push(aStep('offers'), '2');
      await at('offers');
      await new Promise(requestAnimationFrame);
      expect(document.activeElement).to.equal(elsewhere);
      expect(said()).to.equal(en.outcome.offers.title(2));
      elsewhere.remove();
    });

    it('goes to the outcome for who comes back from the lender', async () => {
      bff.step = aStep('accepted');
      await begin([fromUrl]);
      await until(() => screen().shadowRoot?.activeElement?.className === 'title');
    });
  });

  it('asks for the texts of the language and the state', async () => {
    await begin();
    send({ type: 'choose_state', state: 'OH' });
    await until(() => bff.called('GET /disclosures').length === 2);
    expect(bff.called('GET /disclosures')[0]?.path).to.equal('/v1/disclosures/en?merchant=pk_test');
  });

  it('says so when the texts cannot be had, and asks again', async () => {
    bff.plan('GET /disclosures', networkFailure, networkFailure);
    await begin();
    await until(() => shown().includes(en.form.textsMissing.title));
    send({ type: 'reload_texts' });
    await until(() => !shown().includes(en.form.textsMissing.title));
  });

  it('leaves no call and no stream behind when it is taken off the page, and returns', async () => {
    bff.step = aStep('working');
    await begin([stored]);
    await until(() => bff.openStreams === 1);
    flow.remove();
    await until(() => bff.openStreams === 0);
    bff.step = aStep('offers');
    document.body.append(flow);
    await at('offers');
  });

  it('is accessible while loading, in the form, and broken', async () => {
    await expectAccessible(flow);
    await begin();
    await expectAccessible(flow);
    bff.plan('POST /checkouts', networkFailure, networkFailure);
    flow.receive({ type: 'restart' });
    await at('problem');
    await expectAccessible(flow);
  });
});

function shadow(element: HTMLElement): ShadowRoot {
  if (element.shadowRoot === null) throw new Error('no shadow root');
  return element.shadowRoot;
}

function bffAnswer(screen: 'charge_pending' | 'no_offers' | 'details' | 'accepted'): Response {
  return new Response(JSON.stringify({ step: aStep(screen) }), { status: 200 });
}
