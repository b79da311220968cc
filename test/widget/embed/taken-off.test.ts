import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { IntentEvent } from '../../../widget/screens/screen-element.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { FakeBff, held } from '../helpers/fake-bff.ts';
import { aCheckout, clearPage, placed, screenOf, shown } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

/** Until whatever was about to happen has. */
async function aWhile(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

describe('<soft-pull-checkout> that its page takes off', () => {
  let bff: FakeBff;

  beforeEach(() => {
    bff = new FakeBff();
  });

  afterEach(() => {
    clearPage();
    bff.uninstall();
  });

  function leaveAt(element: SoftPullCheckout, screen: string): void {
    element.addEventListener('soft-pull-step-change', ({ step }) => {
      if (step === screen) element.remove();
    });
  }

  it('in answer to an event follows nothing any more', async () => {
    bff.step = aStep('offers');
    const element = aCheckout();
    leaveAt(element, 'offers');
    document.body.append(element);
    await until(() => element.step === 'offers');
    await aWhile();
    expect(bff.called('GET /events')).to.deep.equal([]);
    document.body.append(element);
    await until(() => bff.openStreams === 1);
  });

  it('in answer to an event leads nobody to the lender', async () => {
    bff.step = aStep('offers');
    const element = await placed();
    await until(() => element.step === 'offers');
    leaveAt(element, 'redirect');
    const heard: string[] = [];
    element.addEventListener('soft-pull-redirect', (event) => {
      event.preventDefault();
      heard.push(event.url);
    });
    bff.step = aStep('redirect');
    const intent = { type: 'select_offer', offerUuid: aUuid(1) } as const;
    screenOf(element)?.dispatchEvent(new IntentEvent(intent));
    await until(() => element.step === 'redirect');
    await aWhile();
    expect(heard).to.deep.equal([]);
  });

  it('before its first screen is ready once it is back', async () => {
    let isReady = false;
    const element = aCheckout({ locale: 'es' });
    element.addEventListener('soft-pull-ready', () => {
      isReady = true;
    });
    bff.plan('POST /checkouts', () => {
      element.remove();
      return held().answer;
    });
    document.body.append(element);
    await until(() => bff.called('POST /checkouts').length === 1);
    await import('../../../widget/strings/es.ts');
    await aWhile();
    expect(isReady).to.equal(false);
    document.body.append(element);
    await until(() => isReady);
    expect(shown(element)).not.to.equal('');
  });
});
