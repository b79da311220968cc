import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { mountFlow, shadowOf, stored } from '../helpers/mount-flow.ts';
import { findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('what comes late in <soft-pull-flow>', () => {
  const here = mountFlow();

  /** The consumer looks at the tab again. */
  function lookAgain(): void {
    document.dispatchEvent(new Event('visibilitychange'));
  }

  function calls(name: string): number {
    return here.bff.called(name).length;
  }

  it('is not drawn over the answer to a call that was begun after it', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    await until(() => here.bff.openStreams === 1);
    const { answer, release } = held();
    here.bff.plan('GET /checkout', () => answer);
    here.bff.endStreams();
    await until(() => calls('GET /checkout') === 1);
    here.bff.step = aStep('redirect');
    here.send({ type: 'select_offer', offerUuid: aUuid(1) });
    await here.at('redirect');
    release(json(200, { step: aStep('offers') }));
    await until(() => here.timers.next !== null && here.timers.next < 10_000);
    expect(here.heard('step').map(({ screen }) => screen)).to.deep.equal(['offers', 'redirect']);
  });

  it('ends in words where the checkout is gone, and is asked for no more', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    await until(() => here.bff.openStreams === 1);
    here.bff.plan('GET /checkout', () => problem(404, 'not_found'));
    here.bff.endStreams();
    await until(() => here.shown.includes(en.common.problems.not_found.title));
    expect(here.heard('error').map(({ code }) => code)).to.deep.equal(['not_found']);
    expect(here.timers.next).to.equal(null);
  });

  it('ends nothing where a look got no answer: it is looked again', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    await until(() => here.bff.openStreams === 1);
    here.bff.plan('GET /checkout', networkFailure, networkFailure);
    here.bff.endStreams();
    await until(() => calls('GET /checkout') === 2);
    await until(() => here.timers.next !== null && here.timers.next < 10_000);
    expect(here.heard('error')).to.deep.equal([]);
    here.timers.advance(10_000);
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('redirect'), '2');
    await here.at('redirect');
  });

  it('leaves it to the call that is under way to say that the checkout is gone', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    await until(() => here.bff.openStreams === 1);
    const { answer, release } = held();
    here.bff.plan('POST /select', () => answer);
    here.send({ type: 'select_offer', offerUuid: aUuid(1) });
    await until(() => calls('POST /select') === 1);
    here.bff.plan('GET /checkout', () => problem(404, 'not_found'));
    here.bff.endStreams();
    await until(() => calls('GET /checkout') === 1);
    await until(() => here.timers.next !== null && here.timers.next < 10_000);
    expect(here.heard('error')).to.deep.equal([]);
    release(problem(404, 'not_found'));
    await here.at('problem');
    expect(here.heard('error')).to.have.length(1);
  });

  it('takes no screen from the call that is under way', async () => {
    await here.begin();
    const { answer, release } = held();
    here.bff.plan('POST /application', () => answer);
    here.send({ type: 'apply', body: {} });
    await until(() => calls('POST /application') === 1);
    here.bff.step = aStep('working');
    lookAgain();
    await until(() => calls('GET /checkout') === 1);
    await new Promise(requestAnimationFrame);
    here.bff.step = aStep('details');
    release(problem(422, 'invalid_applicant', { errors: { first_name: ['required'] } }));
    await until(() => here.heard('error').length === 1);
    await here.at('details');
    expect(here.shown).to.include(en.form.fields.first_name.missing);
    expect(here.heard('step').map(({ screen }) => screen)).to.deep.equal(['details']);
  });

  it('is not lost for being looked at during the call', async () => {
    here.bff.step = aStep('accepted', { blocked: 'portal_required' });
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    const [call, look] = [held(), held()];
    here.bff.plan('POST /portal-invitation', () => call.answer);
    here.bff.plan('GET /checkout', () => look.answer);
    here.send({ type: 'invite_to_portal' });
    await until(() => calls('POST /portal-invitation') === 1);
    here.bff.push(aStep('charge_pending'), '5');
    await new Promise(requestAnimationFrame);
    lookAgain();
    await until(() => calls('GET /checkout') === 1);
    const before = here.bff.step;
    here.bff.step = aStep('charge_pending');
    call.release(json(200, { step: before }));
    await until(() => here.screen.shadowRoot?.querySelector('[aria-disabled]') === null);
    look.release(json(200, { step: here.bff.step }));
    await here.at('charge-pending');
  });

  it('is asked for by another stream where it cannot be looked at', async () => {
    here.bff.step = aStep('accepted', { blocked: 'portal_required' });
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    const { answer, release } = held();
    here.bff.plan('POST /portal-invitation', () => answer);
    here.bff.plan('GET /checkout', networkFailure, networkFailure);
    here.send({ type: 'invite_to_portal' });
    await until(() => calls('POST /portal-invitation') === 1);
    here.bff.push(aStep('charge_pending'), '5');
    await new Promise(requestAnimationFrame);
    release(json(200, { step: here.bff.step }));
    await until(() => calls('GET /events') === 2);
    expect(here.bff.called('GET /events')[1]?.lastEventId).to.equal(null);
    here.bff.push(aStep('charge_pending'), '5');
    await here.at('charge-pending');
  });

  it('is told to the BFF when the consumer tries that again, and no earlier call is repeated', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    await until(() => here.bff.openStreams === 1);
    here.bff.plan('POST /charge', () => problem(503, 'lender_unavailable', { retryable: true }));
    here.send({ type: 'charge' });
    await until(() => here.heard('error').length === 1);
    here.bff.step = aStep('charge_outcome', { outcome: 'failed', may_charge_again: true });
    here.bff.push(here.bff.step, '5');
    await here.at('charge-outcome');
    here.bff.plan('PATCH /checkout', networkFailure, networkFailure);
    here.configure({ order_token: 'fresh' });
    await until(() => here.heard('error').length === 2);
    const root = shadowOf(here.screen);
    await until(() => root.querySelector('.problem') !== null);
    findButton(root, en.common.tryAgain).click();
    await until(() => here.told.length === 3);
    await until(() => root.querySelector('.problem') === null);
    expect(calls('POST /charge')).to.equal(1);
  });
});
