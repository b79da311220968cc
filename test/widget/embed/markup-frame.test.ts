import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { FakeFrame } from '../helpers/fake-frame.ts';
import { connectFrame, findFrame, frameOf, writesOn } from '../helpers/framed-checkout.ts';
import { aCheckout, clearPage } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

const address = `${location.origin}/v1/frame?merchant=pk_test&locale=en`;

function aFrame(src = address): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), { src, width: '100%', height: '700' });
}

/** Places an element with this inside it, as the page's markup would. */
function placeAround(inside: Element, attributes: Record<string, string> = {}): SoftPullCheckout {
  const element = aCheckout({ server: location.origin, isolation: 'frame', ...attributes });
  element.append(inside);
  document.body.append(element);
  return element;
}

function isSlotted(frame: HTMLIFrameElement): boolean {
  return frame.assignedSlot !== null;
}

describe('a frame that the page’s markup holds inside the tag', () => {
  afterEach(clearPage);

  it('is the checkout’s frame, where it stands and as it was written', async () => {
    const frame = aFrame();
    const written = frame.outerHTML;
    const element = placeAround(frame);
    await until(() => isSlotted(frame));
    const far = new FakeFrame(frame);
    await connectFrame(far);
    far.tell({ type: 'ready' });
    far.tell({ type: 'height', height: 812 });
    await until(() => frame.getBoundingClientRect().height === 812);
    expect(isSlotted(frame)).to.equal(true);
    expect(frame.outerHTML).to.equal(written);
    expect(frame.parentElement === element).to.equal(true);
    expect(frameOf(element)).to.equal(null);
  });

  it('is as high as it was written until it says how high it is, whatever the page’s styles say', async () => {
    const frame = aFrame();
    frame.style.cssText =
      'block-size: 100px; max-height: 100px; inline-size: 50px; border: 3px solid';
    placeAround(frame);
    await until(() => isSlotted(frame));
    const { width, height } = frame.getBoundingClientRect();
    const card = frame.assignedSlot?.parentElement;
    expect([width, height]).to.deep.equal([card?.clientWidth, 700]);
  });

  it('is found where the script was there before it', async () => {
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    document.body.append(element);
    await until(() => frameOf(element) !== null);
    const frame = aFrame();
    element.append(frame);
    await until(() => isSlotted(frame));
    expect(frameOf(element)).to.equal(null);
  });

  it('is not used once the element’s own is open, in which something may be typed', async () => {
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    document.body.append(element);
    const far = await findFrame(element);
    await connectFrame(far);
    element.append(aFrame());
    element.amount = '700.00';
    await until(() => far.heard('configure').length === 2);
    expect(frameOf(element) === far.element).to.equal(true);
  });

  it('is loaded at once where the page loads it lazily, however far below what is shown', async () => {
    const frame = Object.assign(aFrame(), { loading: 'lazy' });
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    const room = document.createElement('div');
    room.style.blockSize = '20000px';
    document.body.append(room);
    const element = placeAround(frame);
    await loaded;
    room.remove();
    expect(isSlotted(frame)).to.equal(true);
    expect(frameOf(element)).to.equal(null);
  });

  it('stays where its merchant is another one now, and is not used', async () => {
    const frame = aFrame();
    const element = placeAround(frame);
    await until(() => isSlotted(frame));
    element.merchant = 'pk_other';
    await until(() => frameOf(element) !== null);
    expect(frame.checkVisibility()).to.equal(false);
    expect(frame.parentElement === element).to.equal(true);
  });

  it('is spoken to again when its merchant is the one again', async () => {
    const frame = aFrame();
    let loads = 0;
    frame.addEventListener('load', () => loads++);
    const element = placeAround(frame);
    await until(() => loads === 1 && isSlotted(frame));
    const writes = writesOn(frame);
    await connectFrame(new FakeFrame(frame));
    element.merchant = 'pk_other';
    await until(() => frameOf(element) !== null);
    element.merchant = 'pk_test';
    await until(() => isSlotted(frame));
    // Its document has met the page once and greets nobody any more: another takes its place.
    await until(() => loads === 2);
    await connectFrame(new FakeFrame(frame), { loaded_at: 2.5 });
    expect(writes).to.have.length(0);
  });

  const others: [string, () => Element][] = [
    ['of another merchant', () => aFrame(address.replace('pk_test', 'pk_other'))],
    ['of another address', () => aFrame(address.replace('/v1/frame', '/v1/other'))],
    ['of another origin', () => aFrame('https://elsewhere.example/v1/frame?merchant=pk_test')],
    [
      'deeper inside',
      () => Object.assign(document.createElement('div'), { innerHTML: aFrame().outerHTML }),
    ],
  ];
  for (const [what, make] of others) {
    it(`is left aside if it is ${what}: the element makes its own`, async () => {
      const inside = make();
      const element = placeAround(inside);
      await until(() => frameOf(element) !== null);
      expect(inside.checkVisibility()).to.equal(false);
    });
  }

  it('is left aside where the flow runs inline', async () => {
    const frame = aFrame();
    const element = placeAround(frame, { isolation: 'inline' });
    await until(() => element.shadowRoot?.querySelector('soft-pull-flow') != null);
    expect(frame.checkVisibility()).to.equal(false);
  });
});
