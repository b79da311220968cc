import { expect } from '@open-wc/testing';
import type { FlowMessage } from '../../../widget/contract/flow-message.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import {
  isDecided,
  messagesBetween,
  ready,
  withBusy,
  withStep,
} from '../../../widget/flow/checkout-state.ts';
import { aBareStep, aStep, aUuid, everyStep } from '../helpers/contract-values.ts';

const problem = { code: 'network', retryable: true, correlationId: null, fields: {} } as const;

describe('withBusy()', () => {
  it('hides the last problem, which the call is about to answer', () => {
    const state = withBusy(ready(aStep('offers'), problem), 'waiting');
    expect(state).to.deep.equal({ ...ready(aStep('offers')), busy: 'waiting' });
  });

  it('leaves what is not ready alone', () => {
    expect(withBusy({ phase: 'loading' }, 'slow')).to.deep.equal({ phase: 'loading' });
  });
});

describe('withStep()', () => {
  it('leaves a call under way alone while the screen stays', () => {
    const busy = withBusy(ready(aStep('accepted', { blocked: 'portal_required' })), 'slow');
    expect(withStep(busy, aStep('accepted'))).to.deep.equal({
      ...ready(aStep('accepted')),
      busy: 'slow',
    });
  });

  it('begins afresh with another screen', () => {
    const state = ready(aStep('redirect'), problem);
    expect(withStep(state, aStep('accepted'))).to.deep.equal(ready(aStep('accepted')));
  });
});

describe('messagesBetween()', () => {
  type Row = [name: string, before: CheckoutStep | null, after: CheckoutStep, said: FlowMessage[]];
  const checkout_id = 'c1';
  const uuid = aUuid(9);
  const outcome = (said: Extract<FlowMessage, { type: 'outcome' }>['outcome']): FlowMessage => ({
    type: 'outcome',
    checkout_id,
    outcome: said,
  });
  const step = (screen: CheckoutStep['screen'], previous: CheckoutStep | null): FlowMessage => ({
    type: 'step',
    checkout_id,
    screen,
    previous: previous?.screen ?? null,
  });
  const details = aStep('details');
  const offers = aStep('offers');
  const pending = aStep('charge_pending');
  const table: Row[] = [
    [
      'nominal',
      details,
      offers,
      [step('offers', details), outcome({ type: 'decision', decision: 'offers' })],
    ],
    ['the first screen', null, details, [step('details', null)]],
    ['another amount', details, aStep('details', { amount: '1.00' }), []],
    ['a review, which is no decision', details, aStep('review'), [step('review', details)]],
    [
      'no offers',
      details,
      aStep('no_offers'),
      [step('no_offers', details), outcome({ type: 'decision', decision: 'no_offers' })],
    ],
    [
      'a charge',
      aStep('accepted'),
      pending,
      [
        step('charge_pending', aStep('accepted')),
        outcome({ type: 'charge_requested', payment_request_uuid: uuid }),
      ],
    ],
    [
      'a charge that the lender has not given its id',
      aStep('accepted'),
      aBareStep('charge_pending'),
      [step('charge_pending', aStep('accepted'))],
    ],
    [
      'a charge that the lender gives its id',
      aBareStep('charge_pending'),
      pending,
      [outcome({ type: 'charge_requested', payment_request_uuid: uuid })],
    ],
    [
      'a charge that the lender has not confirmed, by our own id',
      pending,
      aBareStep('charge_outcome'),
      [
        step('charge_outcome', pending),
        outcome({
          type: 'charge_outcome',
          payment_request_uuid: pending.charge_id,
          outcome: 'unresolved',
        }),
      ],
    ],
    [
      'an answer that cannot be shown',
      aStep('working'),
      aStep('ask_lender', { reason: 'silent' }),
      [step('ask_lender', aStep('working')), outcome({ type: 'ask_lender', reason: 'silent' })],
    ],
    [
      'a charge that fails after it was approved',
      aStep('charge_outcome'),
      aStep('charge_outcome', { outcome: 'failed' }),
      [outcome({ type: 'charge_outcome', payment_request_uuid: uuid, outcome: 'failed' })],
    ],
  ];
  for (const [name, before, after, said] of table) {
    it(name, () => {
      const standing = before && { step: before, checkoutId: checkout_id };
      const messages = messagesBetween(standing, { step: after, checkoutId: checkout_id });
      expect(messages).to.deep.equal(said);
    });
  }

  it('another checkout at the same screen', () => {
    const before = { step: details, checkoutId: 'c0' };
    const messages = messagesBetween(before, { step: details, checkoutId: checkout_id });
    expect(messages).to.deep.equal([step('details', details)]);
  });

  it('carries no address to go to and no amount', () => {
    for (const after of everyStep) {
      const standing = { step: after, checkoutId: checkout_id };
      const text = JSON.stringify(messagesBetween(null, standing));
      expect(text).not.to.match(/https?:|\d\.\d\d/);
    }
  });
});

describe('isDecided()', () => {
  it('keeps what was typed only while the application may have to be sent again', () => {
    const steps = [...everyStep, aStep('expired', { reason: 'application' })];
    const kept = steps.filter((step) => !isDecided(step));
    expect(kept).to.deep.equal([
      aStep('details'),
      aStep('working'),
      aStep('expired', { reason: 'application' }),
    ]);
  });
});
