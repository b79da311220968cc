import { expect } from '@open-wc/testing';
import { meetPage } from '../../../widget/frame/frame-flow.ts';
import { until } from '../helpers/until.ts';

const shop = 'https://shop.example';
const connect = { type: 'soft-pull-connect', protocol: 1 };

describe('meetPage()', () => {
  let frame: Window;
  let sibling: Window;
  let frames: HTMLIFrameElement[];

  function windowOf(element: HTMLIFrameElement): Window {
    if (element.contentWindow === null) throw new Error('the frame is not on the page');
    return element.contentWindow;
  }

  beforeEach(() => {
    frames = [document.createElement('iframe'), document.createElement('iframe')];
    document.body.append(...frames);
    [frame, sibling] = frames.map(windowOf) as [Window, Window];
  });

  afterEach(() => {
    for (const one of frames) one.remove();
  });

  /** What the browser would hand to the frame. @returns the port that came along */
  function arrives(init: MessageEventInit = {}): MessagePort {
    const { port1 } = new MessageChannel();
    const usual = { source: window, origin: shop, data: connect, ports: [port1] };
    frame.dispatchEvent(new MessageEvent('message', { ...usual, ...init }));
    return port1;
  }

  it('tells the page around it that it can hear', async () => {
    const heard = new Promise<MessageEvent>((resolve) => {
      window.addEventListener('message', resolve, { once: true });
    });
    void meetPage(frame);
    const { data } = await heard;
    expect(data).to.include({ type: 'soft-pull-hello', protocol: 1 });
    arrives();
  });

  it('greets again until it is answered, always as the same document', async () => {
    const greetings: unknown[] = [];
    const hear = ({ data }: MessageEvent<unknown>) => greetings.push(data);
    window.addEventListener('message', hear);
    const meeting = meetPage(frame);
    await until(() => greetings.length >= 2);
    arrives();
    await meeting;
    window.removeEventListener('message', hear);
    expect(greetings[0]).to.deep.equal(greetings[1]);
    expect(greetings[0]).to.include({ loaded_at: performance.timeOrigin });
  });

  it('takes the channel of the page around it, and the origin that the browser names', async () => {
    const meeting = meetPage(frame);
    const port = arrives();
    const met = await meeting;
    expect(met.port === port).to.equal(true);
    expect(met.origin).to.equal(shop);
  });

  const strangers: [string, () => MessageEventInit][] = [
    ['a frame beside it', () => ({ source: sibling })],
    ['itself', () => ({ source: frame })],
    ['nobody, as one that was closed', () => ({ source: null })],
    ['a page without an origin', () => ({ origin: 'null' })],
    ['a page that brings no channel', () => ({ ports: [] })],
    ['another protocol', () => ({ data: { ...connect, protocol: 2 } })],
    ['something else', () => ({ data: 'soft-pull-connect' })],
  ];
  for (const [name, init] of strangers) {
    it(`takes none of ${name}, and goes on waiting for the page [asvs:page-messages]`, async () => {
      const meeting = meetPage(frame);
      arrives({ origin: 'https://evil.example', ...init() });
      const port = arrives();
      const met = await meeting;
      expect(met.port === port && met.origin === shop).to.equal(true);
    });
  }

  it('listens to its opener no more than to anybody else', async () => {
    Object.defineProperty(frame, 'opener', { value: sibling });
    const meeting = meetPage(frame);
    arrives({ source: sibling });
    const port = arrives();
    expect((await meeting).port === port).to.equal(true);
  });

  it('listens to the page once only', async () => {
    const meeting = meetPage(frame);
    const first = arrives();
    await meeting;
    arrives({ origin: 'https://evil.example' });
    const met = await meeting;
    expect(met.port === first && met.origin === shop).to.equal(true);
  });
});
