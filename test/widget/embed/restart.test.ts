import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { aStep } from '../helpers/contract-values.ts';
import { FakeBff, json, problem } from '../helpers/fake-bff.ts';
import { connectFrame, findFrame, frameOf, placeConnected } from '../helpers/framed-checkout.ts';
import { clearPage, place, placed, screenOf } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

const ways: [string, (element: SoftPullCheckout) => void][] = [
  [
    'set right before',
    (element) => {
      element.setAttribute('order-token', 'fresh');
      element.restart();
    },
  ],
  [
    'set right after',
    (element) => {
      element.restart();
      element.orderToken = 'fresh';
    },
  ],
];

/** The same, for a checkout of the next customer. */
const waysOfTokens: [string, (element: SoftPullCheckout) => void][] = [
  [
    'set right before',
    (element) => {
      element.clientToken = 'ct-b';
      element.restart();
    },
  ],
  [
    'set right after',
    (element) => {
      element.restart();
      element.clientToken = 'ct-b';
    },
  ],
];

function fieldIn(element: SoftPullCheckout, name: string): HTMLInputElement | null {
  return screenOf(element)?.querySelector<HTMLInputElement>(`#${name}`) ?? null;
}

describe('restart()', () => {
  afterEach(clearPage);

  describe('of a flow in the page', () => {
    let bff: FakeBff;
    let errors: string[];
    const note = ({ code }: { code: string }) => errors.push(code);

    beforeEach(() => {
      bff = new FakeBff();
      errors = [];
      window.addEventListener('soft-pull-error', note);
    });
    afterEach(() => {
      window.removeEventListener('soft-pull-error', note);
      bff.uninstall();
    });

    for (const [name, begin] of ways) {
      it(`opens one checkout, for the order that was ${name}`, async () => {
        bff.step = aStep('offers');
        const element = await placed({ 'order-token': 'spent' });
        await until(() => element.step === 'offers');
        bff.step = aStep('details');
        bff.plan('POST /checkouts', ({ body }) => {
          const isSpent = (body as { order_token: string }).order_token === 'spent';
          return isSpent ? problem(422, 'order_invalid') : bff.session();
        });
        begin(element);
        await until(() => element.step === 'details');
        await new Promise(requestAnimationFrame);
        const bodies = bff.called('POST /checkouts').map(({ body }) => body as object);
        expect(bodies).to.have.length(2);
        expect(bodies[1]).to.include({ order_token: 'fresh' }).and.not.have.property('resume');
        expect(bff.called('PATCH /checkout')).to.deep.equal([]);
        expect(errors).to.deep.equal([]);
      });
    }

    for (const [name, begin] of waysOfTokens) {
      it(`empties the form, but for its prefill, for a client token that was ${name}`, async () => {
        const element = await placed({ 'client-token': 'ct-a' });
        element.prefill = { last_name: 'Sample' };
        const input = fieldIn(element, 'first_name');
        if (input === null) throw new Error('no field');
        input.value = 'Ada';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        await until(() => bff.called('POST /take-up').length === 1);
        const session = { checkout_id: 'c2', token: 't2', resume: 'r2', step: bff.step };
        bff.plan('POST /resume', () => json(200, session));
        begin(element);
        await until(() => element.checkoutId === 'c2' && fieldIn(element, 'first_name') !== null);
        expect(fieldIn(element, 'first_name')?.value).to.equal('');
        expect(fieldIn(element, 'last_name')?.value).to.equal('Sample');
        expect(bff.called('POST /resume')).to.have.length(2);
        expect(bff.called('POST /checkouts')).to.deep.equal([]);
      });
    }

    it('that is not there yet begins without what the tab remembers', async () => {
      sessionStorage.setItem('soft-pull-checkout:pk_test:1', 'r1');
      const element = place();
      element.restart();
      await until(() => element.step === 'details');
      const [opened, ...others] = bff.called('POST /checkouts').map(({ body }) => body as object);
      expect(opened).not.to.have.property('resume');
      expect(others).to.deep.equal([]);
    });
  });

  describe('of a flow in a frame', () => {
    for (const [name, begin] of ways) {
      it(`is one word with the order that was ${name}`, async () => {
        const { element, frame } = await placeConnected({ 'order-token': 'spent' });
        const before = frame.commands.length;
        begin(element);
        await until(() => frame.heard('restart_with').length === 1);
        element.restart();
        await until(() => frame.heard('restart').length === 1);
        expect(frame.heard('restart_with')[0]?.settings).to.include({ order_token: 'fresh' });
        expect(frame.commands).to.have.length(before + 2);
      });
    }

    for (const [name, begin] of waysOfTokens) {
      it(`leaves it, with all that was typed, for a client token that was ${name}`, async () => {
        const { element, frame } = await placeConnected({ 'client-token': 'ct-a' });
        begin(element);
        await until(() => frameOf(element) !== null && frameOf(element) !== frame.element);
        const other = await findFrame(element);
        await connectFrame(other);
        expect(other.heard('begin')[0]?.handles).to.deep.equal([
          { resume: 'ct-b', source: 'client_token', opens_forms: true },
        ]);
        expect(frame.heard('begin')).to.have.length(1);
      });
    }
  });
});
