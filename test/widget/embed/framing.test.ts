import { expect } from '@open-wc/testing';
import { aHello, FakeFrame } from '../helpers/fake-frame.ts';
import {
  connectFrame,
  findFrame,
  frameOf,
  placeConnected,
  placeFramed,
} from '../helpers/framed-checkout.ts';
import { aCheckout, clearPage } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

describe('<soft-pull-checkout isolation="frame">', () => {
  afterEach(clearPage);

  it('is what an element does that says nothing else', () => {
    expect(document.createElement('soft-pull-checkout').isolation).to.equal('frame');
    expect(aCheckout({ isolation: 'whatever' }).isolation).to.equal('frame');
  });

  it('mounts the BFF’s document for its merchant, with a name to read out [wcag:frame-name]', async () => {
    const { frame } = await placeFramed({ locale: 'es' });
    const { origin, pathname, searchParams } = new URL(frame.element.src);
    expect([origin, pathname]).to.deep.equal([location.origin, '/v1/frame']);
    expect(Object.fromEntries(searchParams)).to.deep.equal({ merchant: 'pk_test', locale: 'es' });
    expect(frame.element.title).to.equal('Solicitud de financiamiento');
  });

  it('names the frame in the language that the page speaks now', async () => {
    const { element, frame } = await placeConnected({ locale: 'es' });
    element.setAttribute('locale', 'en');
    await until(() => frame.element.title === 'Financing application');
  });

  it('tells the frame what the page says, and none of what the frame knows better', async () => {
    const { frame } = await placeConnected({ 'order-token': 'ot' });
    expect(frame.heard('configure')[0]?.settings).to.deep.equal({
      amount: '8400.00',
      order_token: 'ot',
      locale: 'en',
      return_url: location.href,
      heading_level: 2,
    });
    expect(frame.heard('begin')[0]?.handles).to.deep.equal([]);
  });

  it('tells it the offer code of a page that has one', async () => {
    const { frame } = await placeConnected({ 'offer-code': 'SPRING-24' });
    expect(frame.heard('configure')[0]?.settings).to.include({ offer_code: 'SPRING-24' });
  });

  it('says so where the frame cannot begin with what the page says, and begins when it can', async () => {
    const { element, frame, errors } = await placeConnected();
    frame.tell({ type: 'error', code: 'misconfigured', retryable: false, correlation_id: null });
    const alert = () => element.shadowRoot?.querySelector('[role=alert]') ?? null;
    await until(() => alert() !== null);
    expect(alert()?.textContent).to.include('not available on this page');
    expect(errors).to.deep.equal(['misconfigured']);
    element.amount = '700.00';
    await until(() => alert() === null);
    const again = await findFrame(element);
    await connectFrame(again);
    expect(again.heard('configure')[0]?.settings).to.include({ amount: '700.00' });
  });

  it('shows a form that was there before its client token was refused, once the page has another', async () => {
    const { element, frame } = await placeConnected({ 'client-token': 'x'.repeat(4_097) });
    frame.tell({ type: 'ready' });
    frame.tell({ type: 'error', code: 'misconfigured', retryable: false, correlation_id: null });
    await until(() => element.shadowRoot?.querySelector('[role=alert]') != null);
    element.clientToken = 'right';
    // That frame has said that it is ready, and does not say it again.
    await until(() => frameOf(element) !== frame.element);
    const again = await findFrame(element);
    await connectFrame(again);
    expect(again.heard('begin')[0]?.handles[0]?.resume).to.equal('right');
    again.tell({ type: 'ready' });
    await until(() => getComputedStyle(again.element).visibility === 'visible');
    expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
  });

  it('stays the same frame where a framework takes the value of `isolation` away', async () => {
    const { element, frame } = await placeConnected();
    for (const [taken, headingLevel] of [
      [undefined, 3],
      ['', 4],
    ]) {
      Object.assign(element, { isolation: taken, headingLevel });
      await until(() => frame.heard('configure').at(-1)?.settings.heading_level === headingLevel);
      expect(element.isolation).to.equal('frame');
    }
    expect(frameOf(element)).to.equal(frame.element);
  });

  const strangers: [string, (frame: FakeFrame) => void][] = [
    ['another window', (frame) => frame.greet({ source: window })],
    ['another origin', (frame) => frame.greet({ origin: 'https://evil.example' })],
    ['no origin', (frame) => frame.greet({ origin: 'null' })],
    ['another protocol', (frame) => frame.greet({ data: aHello({ protocol: 9 }) })],
    ['something else', (frame) => frame.greet({ data: 'soft-pull-hello' })],
  ];
  for (const [name, greet] of strangers) {
    it(`opens no channel to ${name}`, async () => {
      const { frame } = await placeFramed();
      const received: unknown[] = [];
      frame.window.addEventListener('message', ({ data }) => received.push(data));
      greet(frame);
      await new Promise((resolve) => setTimeout(resolve));
      expect(received).to.deep.equal([]);
    });
  }

  it('keeps the channel when the frame greets again before the answer reached it', async () => {
    const { element, frame } = await placeConnected();
    frame.greet();
    frame.tell({ type: 'step', checkout_id: 'c1', screen: 'details', previous: null });
    await until(() => element.step === 'details');
    expect(frame.heard('begin')).to.have.length(1);
  });

  it('shows the frame once it has something to show, as high as that is', async () => {
    const { element, frame } = await placeConnected();
    const root = element.shadowRoot;
    expect(root?.querySelector('.skeleton')).not.to.equal(null);
    expect(getComputedStyle(frame.element).visibility).to.equal('hidden');
    frame.tell({ type: 'height', height: 700 });
    frame.tell({ type: 'ready' });
    await until(() => root?.querySelector('.skeleton') === null);
    expect(getComputedStyle(frame.element).visibility).to.equal('visible');
    expect(frame.element.getBoundingClientRect().height).to.equal(700);
    frame.tell({ type: 'height', height: 900 });
    await until(() => frame.element.getBoundingClientRect().height === 900);
  });

  it('hears nothing that is not in the list', async () => {
    const { element, frame } = await placeConnected();
    const heard: string[] = [];
    for (const type of [
      'soft-pull-step-change',
      'soft-pull-redirect',
      'soft-pull-ready',
    ] as const) {
      element.addEventListener(type, () => heard.push(type));
    }
    frame.say({ type: 'step', checkout_id: 'c', screen: '<b>nowhere</b>', previous: null });
    frame.say({ type: 'redirect', url: 'javascript:alert(1)' });
    frame.say({ type: 'ready', more: true });
    frame.tell({ type: 'step', checkout_id: 'c1', screen: 'details', previous: null });
    await until(() => element.step === 'details');
    expect(heard).to.deep.equal(['soft-pull-step-change']);
  });

  it('keeps the handle on the page, where the frame has no storage to lose', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'handle', resume: 'r7', opens_forms: true });
    await until(() => sessionStorage.getItem('soft-pull-checkout:pk_test:1') === 'r7');
    element.remove();
    document.body.append(element);
    const again = await findFrame(element);
    await connectFrame(again);
    expect(again.heard('begin')[0]?.handles).to.deep.equal([
      { resume: 'r7', source: 'storage', opens_forms: true },
    ]);
  });

  it('begins again with a frame whose document was reloaded', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'handle', resume: 'r8', opens_forms: true });
    await until(() => sessionStorage.length === 1);
    const reloaded = new FakeFrame(frame.element);
    await connectFrame(reloaded, { loaded_at: 2.5 });
    expect(reloaded.heard('configure')).to.have.length(1);
    expect(reloaded.heard('begin')[0]?.handles[0]?.resume).to.equal('r8');
    frame.tell({ type: 'step', checkout_id: 'c1', screen: 'offers', previous: null });
    reloaded.tell({ type: 'step', checkout_id: 'c1', screen: 'details', previous: null });
    await until(() => element.step !== null);
    expect(element.step).to.equal('details');
  });

  it('hands on what changes, and only that', async () => {
    const { element, frame } = await placeConnected();
    element.amount = '700.00';
    element.headingLevel = 3;
    await until(() => frame.heard('configure').length === 2);
    expect(frame.heard('configure')[1]?.settings).to.include({
      amount: '700.00',
      heading_level: 3,
    });
    element.restart();
    await until(() => frame.heard('restart').length === 1);
    expect(frame.heard('begin')).to.have.length(1);
  });

  it('gives another merchant another frame', async () => {
    const { element, frame } = await placeConnected();
    element.merchant = 'pk_other';
    await until(() => frameOf(element)?.src.includes('merchant=pk_other') ?? false);
    expect(frame.element.isConnected).to.equal(false);
  });

  it('moves the focus into the frame when asked', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'ready' });
    await until(() => getComputedStyle(frame.element).visibility === 'visible');
    element.focus({ preventScroll: true });
    await until(() => frame.heard('focus').length === 1);
    expect(frame.heard('focus')[0]?.prevent_scroll).to.equal(true);
    expect(element.shadowRoot?.activeElement).to.equal(frame.element);
  });

  it('brings into view what the frame wants seen, since WebKit lets no frame do so', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'ready' });
    frame.tell({ type: 'height', height: 6_000 });
    await until(() => element.offsetHeight > 6_000);
    const inView = ({ top, bottom }: { top: number; bottom: number }) => {
      const edge = frame.element.getBoundingClientRect().top;
      return edge + top >= -1 && edge + bottom <= innerHeight + 1;
    };
    for (const part of [
      { top: 5_000, bottom: 5_200 },
      { top: 0, bottom: 180 },
    ]) {
      expect(inView(part)).to.equal(false);
      frame.tell({ type: 'scroll_to', ...part });
      await until(() => inView(part));
    }
    const before = scrollY;
    frame.tell({ type: 'scroll_to', top: 20, bottom: 160 });
    frame.tell({ type: 'height', height: 200 });
    await until(() => element.offsetHeight < 6_000);
    expect(scrollY).to.equal(before);
    expect(element.shadowRoot?.querySelector('span')).to.equal(null);
  });

  it('takes the focus once it is shown, when the consumer comes back from the lender', async () => {
    const search = document.createElement('input');
    for (const isElsewhere of [false, true]) {
      location.hash = '#soft_pull_resume=r9';
      const { element, frame } = await placeConnected();
      document.body.append(search);
      if (isElsewhere) search.focus();
      frame.tell({ type: 'ready' });
      await until(() => getComputedStyle(frame.element).visibility === 'visible');
      await until(() => frame.heard('focus').length === Number(!isElsewhere));
      expect(document.activeElement).to.equal(isElsewhere ? search : element);
      clearPage();
    }
    search.remove();
  });

  it('keeps its look and its room when scripts park it in another document', async () => {
    const { element, frame } = await placeConnected();
    frame.tell({ type: 'ready' });
    frame.tell({ type: 'height', height: 700 });
    await until(() => frame.element.offsetHeight === 700);
    new DOMParser().parseFromString('', 'text/html').body.append(element);
    document.body.append(element);
    const next = await findFrame(element);
    expect(getComputedStyle(next.element).visibility).to.equal('hidden');
    expect(element.offsetHeight).to.be.at.least(500);
    await connectFrame(next);
    expect(element.shadowRoot?.adoptedStyleSheets).to.have.length(2);
  });

  it('begins where a script put the element before it came to the page', async () => {
    const parked = new DOMParser().parseFromString('', 'text/html');
    const element = aCheckout({ server: location.origin, isolation: 'frame' });
    parked.body.append(element);
    document.body.append(element);
    await connectFrame(await findFrame(element));
    expect(element.shadowRoot?.adoptedStyleSheets).to.have.length(2);
  });

  it('leaves nothing behind when it goes', async () => {
    const { element, frame } = await placeConnected();
    const counts = frame.commands.length;
    element.remove();
    expect(frameOf(element)).to.equal(null);
    element.focus();
    element.restart();
    await new Promise((resolve) => setTimeout(resolve));
    expect(frame.commands).to.have.length(counts);
  });
});

describe('<soft-pull-checkout>, prefilled', () => {
  afterEach(clearPage);

  it('hands the frame what the page knows of the consumer', async () => {
    const { element, frame } = await placeFramed();
    const page = { first_name: 'Ada', zip_code: '45402' };
    element.prefill = { ...page, email: null };
    await frame.connect();
    await until(() => frame.heard('prefill').length > 0);
    const [first] = frame.heard('prefill');
    expect(first?.values).to.deep.equal(page);
  });

  it('leaves out what is no text, and keeps the rest', async () => {
    const { element, frame } = await placeConnected();
    const others = { phone: 5_555_550_123, state: () => 'OH', suffix: 'x'.repeat(5_000) };
    Object.assign(element, { prefill: { first_name: 'Ada', ...others, address: { city: 'x' } } });
    await until(() => frame.heard('prefill').some(({ values }) => values.first_name === 'Ada'));
    expect(frame.heard('prefill').at(-1)?.values).to.deep.equal({ first_name: 'Ada' });
  });

  it('takes the proxies in which frameworks keep their state', async () => {
    const { element, frame } = await placeConnected();
    element.prefill = new Proxy({ first_name: 'Ada' }, {});
    await until(() => frame.heard('prefill').some(({ values }) => values.first_name === 'Ada'));
  });

  it('hands on what is set later, and gives nothing back', async () => {
    const { element, frame } = await placeConnected();
    element.prefill = { last_name: 'Sample' };
    await until(() => frame.heard('prefill').length > 0);
    expect(Reflect.get(element, 'prefill')).to.equal(undefined);
    expect(element.outerHTML).not.to.contain('Sample');
  });

  it('is set before the script is there as well', async () => {
    const early = document.createElement('soft-pull-later');
    Object.assign(early, { prefill: { city: 'Dayton' } });
    document.body.append(early);
    const { SoftPullCheckout } = await import('../../../widget/index.ts');
    customElements.define('soft-pull-later', class extends SoftPullCheckout {});
    expect(Object.hasOwn(early, 'prefill')).to.equal(false);
    early.remove();
  });
});
