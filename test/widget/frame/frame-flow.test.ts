import { expect } from '@open-wc/testing';
import type { FlowCommand } from '../../../widget/contract/flow-message.ts';
import type { FrameMessage } from '../../../widget/contract/frame-message.ts';
import { isFrameMessage } from '../../../widget/embed/frame-connection.ts';
import { FrameFlow } from '../../../widget/frame/frame-flow.ts';
import { FakeBff } from '../helpers/fake-bff.ts';
import { frameCommands } from '../helpers/frame-messages.ts';
import { until } from '../helpers/until.ts';

const long = 'x'.repeat(5_000);
const refusal = { type: 'error', code: 'misconfigured', retryable: false, correlation_id: null };

describe('FrameFlow', () => {
  let bff: FakeBff;
  let page: MessagePort;
  let heard: FrameMessage[];

  beforeEach(() => {
    bff = new FakeBff();
    heard = [];
    const { port1, port2 } = new MessageChannel();
    page = port1;
    page.onmessage = ({ data }) => heard.push(data);
    new FrameFlow(window).open({ port: port2, origin: 'https://shop.example' });
  });

  afterEach(() => {
    page.close();
    document.querySelector('soft-pull-flow')?.remove();
    bff.uninstall();
  });

  const spoken = () => heard.filter(({ type }) => type !== 'height');
  const told = () => heard.filter((message) => message.type === 'scroll_to');
  const begun = async () => {
    const [configure] = frameCommands;
    page.postMessage(configure);
    page.postMessage({ type: 'begin', handles: [] });
    await until(() => heard.some(({ type }) => type === 'ready'));
    // Nobody serves a checkout here.
    await until(() => heard.some(({ type }) => type === 'error'));
  };

  for (const [name, change] of [
    ['amount', { amount: long }],
    ['return address', { return_url: `https://shop.example/?q=${long}` }],
    ['member', { more: true }],
  ] as const) {
    it(`tells the page that it cannot begin with that ${name}`, async () => {
      const [configure] = frameCommands;
      if (configure?.type !== 'configure') throw new Error('the first command configures');
      page.postMessage({ ...configure, settings: { ...configure.settings, ...change } });
      await until(() => spoken().length > 0);
      expect(spoken()).to.deep.equal([refusal]);
    });
  }

  it('hands on what the page says with where it is and who is around it', async () => {
    const flow = document.querySelector('soft-pull-flow');
    if (flow === null) throw new Error('no flow');
    const received: FlowCommand[] = [];
    flow.receive = (command) => received.push(command);
    const [configure] = frameCommands;
    if (configure?.type !== 'configure') throw new Error('the first command configures');
    page.postMessage(configure);
    page.postMessage({ ...configure, type: 'begin_with', handles: [] });
    page.postMessage({ ...configure, type: 'restart_with' });
    await until(() => received.length === 3);
    const merchant = new URL(location.href).searchParams.get('merchant') ?? '';
    const known = { server: location.origin, merchant, parent_origin: 'https://shop.example' };
    const settings = { ...configure.settings, ...known };
    expect(received).to.deep.equal([
      { type: 'configure', settings },
      { type: 'begin_with', handles: [], settings },
      { type: 'restart_with', settings },
    ]);
  });

  it('tells the page where the focus has gone, unless the page is to stay where it is', async () => {
    await begun();
    page.postMessage({ type: 'focus', prevent_scroll: true });
    page.postMessage({ type: 'focus', prevent_scroll: false });
    await until(() => told().length > 0);
    const [part] = told();
    const flow = document.querySelector('soft-pull-flow');
    const title = flow?.screen?.shadowRoot?.activeElement?.getBoundingClientRect();
    expect(told()).to.have.length(1);
    expect(isFrameMessage(part)).to.equal(true);
    expect(title?.top).to.be.at.least(part?.top ?? Infinity);
    expect(title?.bottom).to.be.at.most(part?.bottom ?? 0);
  });

  it('tells the page what Tab has led to, which WebKit does not bring into view, and of no other key', async () => {
    await begun();
    const button = document
      .querySelector('soft-pull-flow')
      ?.screen?.shadowRoot?.querySelector('button');
    button?.focus({ preventScroll: true });
    for (const key of ['PageDown', 'Tab']) {
      button?.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, composed: true }));
    }
    await until(() => told().length > 0);
    const [part] = told();
    const { top, bottom } = button?.getBoundingClientRect() ?? {};
    expect(told()).to.have.length(1);
    expect([part?.top, part?.bottom]).to.deep.equal([top, bottom]);
  });

  it('tells the page that it cannot start again with what it says', async () => {
    page.postMessage({ type: 'restart_with', settings: { amount: long } });
    await until(() => spoken().length > 0);
    expect(spoken()).to.deep.equal([refusal]);
  });

  it('tells the page that it cannot begin with a handle', async () => {
    const handle = { resume: long, source: 'client_token', opens_forms: true };
    page.postMessage({ type: 'begin', handles: [handle] });
    await until(() => spoken().length > 0);
    expect(spoken()).to.deep.equal([refusal]);
  });

  it('passes over a look and a word that it does not know', async () => {
    page.postMessage({ type: 'theme', theme: { color_scheme: 'light', more: true } });
    page.postMessage({ type: 'dance' });
    page.postMessage(null);
    page.postMessage({ type: 'begin', handles: null });
    await until(() => spoken().length > 0);
    expect(spoken()).to.deep.equal([refusal]);
  });
});
