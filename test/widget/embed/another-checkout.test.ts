import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { FakeBff, json } from '../helpers/fake-bff.ts';
import { FakeFrame } from '../helpers/fake-frame.ts';
import { connectFrame, findFrame, frameOf, placeConnected } from '../helpers/framed-checkout.ts';
import { aCheckout, clearPage, placed } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

describe('another checkout', () => {
  afterEach(clearPage);

  describe('in the place of the one before, at the same screen', () => {
    let bff: FakeBff;
    beforeEach(() => {
      bff = new FakeBff();
    });
    afterEach(() => bff.uninstall());

    const ways: [string, string, (element: SoftPullCheckout) => void][] = [
      ['a restart', 'POST /checkouts', (element) => element.restart()],
      ['a client token', 'POST /resume', (element) => element.setAttribute('client-token', 'ct')],
    ];
    for (const [name, call, begin] of ways) {
      it(`is the one that the element names after ${name}, and no change of screen`, async () => {
        const element = await placed();
        expect(element.checkoutId).to.equal('c1');
        const heard: string[] = [];
        element.addEventListener('soft-pull-step-change', ({ step }) => heard.push(step));
        const session = { checkout_id: 'c2', token: 't2', resume: 'r2', step: bff.step };
        bff.plan(call, () => json(200, session));
        begin(element);
        await until(() => element.checkoutId === 'c2');
        expect(element.step).to.equal('details');
        expect(heard).to.deep.equal([]);
      });
    }
  });

  it('of another merchant that its frame cannot begin is said to be none', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'step', checkout_id: 'c1', screen: 'details', previous: null });
    await until(() => element.step === 'details');
    const before = frame.element;
    element.merchant = 'pk_other';
    await until(() => frameOf(element) !== before && frameOf(element) !== null);
    expect([element.step, element.checkoutId]).to.deep.equal([null, null]);
    const other = await findFrame(element);
    await connectFrame(other);
    other.tell({ type: 'error', code: 'misconfigured', retryable: false, correlation_id: null });
    await until(() => element.shadowRoot?.querySelector('[role=alert]') != null);
  });

  it('is one word to the frame, whatever else is set in the same turn', async () => {
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    document.body.append(element);
    const frameOf = () => element.shadowRoot?.querySelector('iframe') ?? null;
    await until(() => frameOf() !== null);
    const frame = new FakeFrame(frameOf() as HTMLIFrameElement);
    await frame.connect();
    await until(() => frame.heard('begin').length === 1);
    const before = frame.commands.length;
    element.orderToken = 'fresh';
    element.clientToken = 'ct';
    element.amount = '700.00';
    await until(() => frame.heard('begin_with').length === 1);
    element.restart();
    await until(() => frame.heard('restart').length === 1);
    const [begun] = frame.heard('begin_with');
    expect(begun?.settings).to.include({ order_token: 'fresh', amount: '700.00' });
    expect(begun?.handles).to.deep.equal([
      { resume: 'ct', source: 'client_token', opens_forms: true },
    ]);
    expect(frame.commands).to.have.length(before + 2);
  });
});
