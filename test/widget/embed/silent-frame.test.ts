import { expect } from '@open-wc/testing';
import type { SoftPullErrorEvent } from '../../../widget/index.ts';
import { FakeFrame } from '../helpers/fake-frame.ts';
import {
  connectFrame,
  findFrame,
  frameOf,
  placeFramed,
  writesOn,
} from '../helpers/framed-checkout.ts';
import { holdTimers } from '../helpers/hold-timers.ts';
import { aCheckout, clearPage } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

/** When the element takes a frame that has not greeted for blocked. */
const blockedAfterMs = 10_000;

describe('a frame that says nothing', () => {
  const { letTimePass } = holdTimers(blockedAfterMs);

  afterEach(clearPage);

  /** An element whose markup holds the frame, which has loaded. */
  async function placeWithMarkup() {
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    const frame = Object.assign(document.createElement('iframe'), {
      src: `${location.origin}/v1/frame?merchant=pk_test&locale=en`,
    });
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    element.append(frame);
    document.body.append(element);
    await loaded;
    await until(() => frame.assignedSlot !== null);
    return { element, frame };
  }

  it('was blocked: the element says so where the form would be, once', async () => {
    const { element, errors } = await placeFramed();
    letTimePass();
    expect(errors).to.deep.equal(['frame_blocked']);
    expect(element.shadowRoot?.querySelector('[role=alert]')?.textContent).to.include(
      'could not be loaded',
    );
  });

  it('stays in view where its form has come, which says itself why it cannot go on', async () => {
    const { element, frame, errors } = await placeFramed();
    frame.greet({ data: { type: 'soft-pull-drawn', height: 900 } });
    await until(() => element.shadowRoot?.querySelector('.skeleton') === null);
    letTimePass();
    expect(errors).to.deep.equal(['frame_blocked']);
    expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
    expect(frame.element.getBoundingClientRect().height).to.equal(900);
  });

  it('names diagnose() to whoever reads the console, once for each element', async () => {
    const lines: string[] = [];
    const { warn } = console;
    Object.assign(console, { warn: (line: string) => lines.push(line) });
    try {
      const { element } = await placeFramed({ 'order-token': 'ot', 'client-token': 'ct' });
      letTimePass();
      element.shadowRoot?.querySelector('button')?.click();
      await until(() => element.shadowRoot?.querySelector('.skeleton') !== null);
      letTimePass();
      expect(lines).to.deep.equal(['<soft-pull-checkout>: frame_blocked. See diagnose().']);
      await placeFramed();
      letTimePass();
      expect(lines).to.have.length(2);
    } finally {
      Object.assign(console, { warn });
    }
  });

  it('gives way to what the page has put inside the tag for this case', async () => {
    const { element, frame } = await placeFramed();
    const fallback = Object.assign(document.createElement('p'), { textContent: 'Call the shop.' });
    element.append(fallback);
    letTimePass();
    expect(fallback.checkVisibility()).to.equal(true);
    expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
    await frame.connect();
    frame.tell({ type: 'ready' });
    await until(() => getComputedStyle(frame.element).visibility === 'visible');
    expect(fallback.checkVisibility()).to.equal(false);
  });

  it('is not replaced by a frame of the markup that is not used', async () => {
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    const unused = Object.assign(document.createElement('iframe'), {
      src: `${location.origin}/v1/frame?merchant=pk_other&locale=en`,
    });
    element.append(unused);
    document.body.append(element);
    await findFrame(element);
    letTimePass();
    expect(unused.checkVisibility()).to.equal(false);
    expect(element.shadowRoot?.querySelector('[role=alert] button')).not.to.equal(null);
  });

  it('is loaded again by whoever tries again, also where the markup holds it', async () => {
    const { element, frame } = await placeWithMarkup();
    const writes = writesOn(frame);
    let hasLoadedAgain = false;
    frame.addEventListener('load', () => {
      hasLoadedAgain = true;
    });
    letTimePass();
    element.shadowRoot?.querySelector('button')?.click();
    await until(() => hasLoadedAgain);
    expect(frame.checkVisibility()).to.equal(true);
    expect(writes).to.have.length(0);
  });

  it('is told as something that may be tried again', async () => {
    const { element } = await placeFramed();
    const heard: SoftPullErrorEvent[] = [];
    element.addEventListener('soft-pull-error', (event) => heard.push(event));
    letTimePass();
    expect(heard[0]?.retryable).to.equal(true);
    element.shadowRoot?.querySelector('button')?.click();
    await until(() => element.shadowRoot?.querySelector('.skeleton') !== null);
    expect(frameOf(element)).not.to.equal(null);
  });

  it('takes the focus from the button that tried again, once it is there', async () => {
    for (const hasFocus of [true, false]) {
      const { element } = await placeFramed();
      letTimePass();
      const button = element.shadowRoot?.querySelector('button');
      if (hasFocus) button?.focus();
      button?.click();
      await until(() => element.shadowRoot?.querySelector('.skeleton') !== null);
      const frame = await findFrame(element);
      await connectFrame(frame);
      frame.tell({ type: 'ready' });
      await until(() => getComputedStyle(frame.element).visibility === 'visible');
      await until(() => frame.heard('focus').length === Number(hasFocus));
      expect(element.shadowRoot?.activeElement).to.equal(hasFocus ? frame.element : null);
      element.remove();
    }
  });

  it('is shown all the same when it comes late, with the focus that the button had', async () => {
    for (const hasFocus of [true, false]) {
      const { element, frame } = await placeFramed();
      letTimePass();
      if (hasFocus) element.shadowRoot?.querySelector('button')?.focus();
      await frame.connect();
      frame.tell({ type: 'ready' });
      await until(() => getComputedStyle(frame.element).visibility === 'visible');
      expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
      expect(element.shadowRoot?.activeElement).to.equal(hasFocus ? frame.element : null);
      element.remove();
    }
  });

  it('has the focus that the button had, also where the markup holds it', async () => {
    const { element, frame } = await placeWithMarkup();
    letTimePass();
    element.shadowRoot?.querySelector('button')?.focus();
    const far = new FakeFrame(frame);
    await connectFrame(far);
    far.tell({ type: 'ready' });
    await until(() => frame.assignedSlot !== null);
    expect(document.activeElement).to.equal(frame);
  });
});
