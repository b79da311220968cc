import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { IntentEvent } from '../../../widget/screens/screen-element.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { held, problem } from '../helpers/fake-bff.ts';
import { aCheckout, onFakeBff, placed, screenOf, shown } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

/** Until whatever was about to happen has. */
async function aWhile(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

describe('<soft-pull-checkout> that its page takes off', () => {
  const here = onFakeBff();

  function leaveAt(element: SoftPullCheckout, screen: string): void {
    element.addEventListener('soft-pull-step-change', ({ step }) => {
      if (step === screen) element.remove();
    });
  }

  it('in answer to an event follows nothing any more', async () => {
    here.bff.step = aStep('offers');
    const element = aCheckout();
    leaveAt(element, 'offers');
    document.body.append(element);
    await until(() => element.step === 'offers');
    await aWhile();
    expect(here.bff.called('GET /events')).to.deep.equal([]);
    document.body.append(element);
    await until(() => here.bff.openStreams === 1);
  });

  it('in answer to an event leads nobody to the lender', async () => {
    here.bff.step = aStep('offers');
    const element = await placed();
    await until(() => element.step === 'offers');
    leaveAt(element, 'redirect');
    const heard: string[] = [];
    element.addEventListener('soft-pull-redirect', (event) => {
      event.preventDefault();
      heard.push(event.url);
    });
    here.bff.step = aStep('redirect');
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
    here.bff.plan('POST /checkouts', () => {
      element.remove();
      return held().answer;
    });
    document.body.append(element);
    await until(() => here.bff.called('POST /checkouts').length === 1);
    await import('../../../widget/strings/es.ts');
    await aWhile();
    expect(isReady).to.equal(false);
    document.body.append(element);
    await until(() => isReady);
    expect(shown(element)).not.to.equal('');
  });

  it('in answer to an error opens no other checkout', async () => {
    const element = await placed();
    element.addEventListener('soft-pull-error', () => element.remove());
    here.bff.plan('POST /application', () => problem(404, 'not_found'));
    screenOf(element)?.dispatchEvent(new IntentEvent({ type: 'apply', body: {} }));
    await until(() => !element.isConnected);
    await aWhile();
    expect(here.bff.called('POST /checkouts')).to.have.length(1);
    document.body.append(element);
    await until(() => here.bff.called('GET /checkout').length === 1);
  });

  for (const isolation of ['inline', 'frame']) {
    it(`a hundred times leaves nothing that listens or waits (${isolation})`, async () => {
      const left = watchPage();
      try {
        const element = aCheckout({ isolation });
        const round = async () => {
          document.body.append(element);
          await new Promise((resolve) => setTimeout(resolve));
          element.remove();
        };
        // What is fetched once is here by then.
        document.body.append(element);
        await until(
          () => element.step !== null || element.shadowRoot?.querySelector('iframe') != null,
        );
        element.remove();
        await aWhile();
        const before = left.count;
        for (let times = 0; times < 100; times++) await round();
        await aWhile();
        expect(left.count).to.equal(before);
        expect(here.bff.openStreams).to.equal(0);
      } finally {
        left.restore();
      }
    });
  }
});

/** Counts what listens to the page, and the timers that wait. */
function watchPage(): { readonly count: number; restore(): void } {
  const waiting = new Set<unknown>();
  const { setTimeout, clearTimeout } = window;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  window.setTimeout = ((run: () => void, delay?: number) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      run();
    }, delay);
    waiting.add(timer);
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = (timer) => {
    waiting.delete(timer);
    clearTimeout(timer);
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (isOfPage(this)) {
      waiting.add(listener);
      const { signal } = Object(options) as AddEventListenerOptions;
      if (signal) addEventListener.call(signal, 'abort', () => waiting.delete(listener));
    }
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (isOfPage(this)) waiting.delete(listener);
    removeEventListener.call(this, type, listener, options);
  };
  return {
    get count() {
      return waiting.size;
    },
    restore() {
      Object.assign(window, { setTimeout, clearTimeout });
      Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
    },
  };
}

function isOfPage(target: EventTarget): boolean {
  return target === window || target === document;
}
