import type { Browser, CDPSession, Frame, Locator, Page, Request } from 'playwright-core';
import { until } from '../../helpers/until.ts';
import { type Box, isSame, type Picture, readPng } from './picture.ts';

/** A machine and its line, as the browser plays them. */
export interface Profile {
  name: string;
  viewport: { width: number; height: number };
  /** How much slower the processor is. */
  slowdown: number;
  network: { latencyMs: number; bytesPerSecond: number } | null;
}

/** How the first field looks once nothing changes any more, and where. */
export interface Reference {
  picture: Picture;
  box: Box;
}

/** What came over the network, in milliseconds after the page was asked for. */
export interface Step {
  name: string;
  beganMs: number;
  endedMs: number;
}

export interface Loaded {
  firstFieldMs: number;
  /** Until then. */
  steps: Step[];
}

const letter = 'a';
const stillForMs = 1_000;

/** Loads the page until nothing changes: what the others are compared with. It warms up the servers. */
export async function loadReference(
  browser: Browser,
  profile: Profile,
  url: string,
): Promise<Reference> {
  const visit = await Visit.open(browser, profile);
  try {
    let last: Picture | null = null;
    let changedAt = performance.now();
    await visit.watch((picture) => {
      last = picture;
      changedAt = performance.now();
    });
    await visit.page.goto(url);
    const field = await visit.field();
    await until(
      'a page that stands still',
      async () => performance.now() - changedAt > stillForMs || undefined,
    );
    const box = await field.boundingBox();
    if (last === null || box === null) throw new Error(`${url} shows no field`);
    return { picture: last, box: outer(box) };
  } finally {
    await visit.close();
  }
}

/**
 * Loads the page again and types a letter the moment that the whole field is in a picture of it.
 * @throws Error when the letter is lost
 */
export async function load(
  browser: Browser,
  profile: Profile,
  url: string,
  { picture: wanted, box }: Reference,
): Promise<Loaded> {
  const visit = await Visit.open(browser, profile);
  try {
    const { promise: painted, resolve } = Promise.withResolvers<number>();
    await visit.watch((picture, atMs) => {
      if (isSame(picture, wanted, box)) resolve(atMs);
    });
    await visit.page.goto(url, { waitUntil: 'commit' });
    const paintedAt = await painted;
    await visit.type(letter, box);
    const begunAt = await visit.page.evaluate(() => performance.timeOrigin);
    const field = await visit.field();
    const value = await field.inputValue();
    if (value !== letter) throw new Error(`${url}: "${value}" is left of the letter typed`);
    const firstFieldMs = paintedAt - begunAt;
    return { firstFieldMs, steps: visit.stepsUntil(firstFieldMs, begunAt) };
  } finally {
    await visit.close();
  }
}

/** One cold browser: nothing kept, no connection open. */
class Visit {
  readonly page: Page;
  readonly #session: CDPSession;
  readonly #requests: Request[] = [];

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
    page.on('requestfinished', (request) => this.#requests.push(request));
  }

  static async open(browser: Browser, { viewport, slowdown, network }: Profile): Promise<Visit> {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (network !== null) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: network.latencyMs,
        downloadThroughput: network.bytesPerSecond,
        uploadThroughput: network.bytesPerSecond,
      });
    }
    return new Visit(page, session);
  }

  /** Hands over every picture of the page, and when it was shown, as epoch milliseconds. */
  async watch(look: (picture: Picture, atMs: number) => void): Promise<void> {
    this.#session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      void this.#session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
      look(readPng(Buffer.from(data, 'base64')), (metadata.timestamp ?? 0) * 1000);
    });
    await this.#session.send('Page.startScreencast', { format: 'png' });
  }

  /** By a press on the field and a key, whatever is there by now. */
  async type(text: string, { x, y, width, height }: Box): Promise<void> {
    const at = { x: x + width / 2, y: y + height / 2, button: 'left' as const, clickCount: 1 };
    await this.#session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await this.#session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
  }

  /** The first field, once its script has made of it what it is. */
  async field(): Promise<Locator> {
    await this.page.waitForFunction(() => {
      const element = document.querySelector('soft-pull-checkout, plain-form');
      if (element === null || !element.matches(':defined')) return false;
      return element.localName === 'plain-form' || Reflect.get(element, 'step') === 'details';
    });
    return fieldIn(this.page.frames());
  }

  stepsUntil(endMs: number, begunAt: number): Step[] {
    const steps = this.#requests.map((request) => {
      const { startTime, responseEnd } = request.timing();
      const beganMs = startTime - begunAt;
      const name = `${request.method()} ${new URL(request.url()).pathname}`;
      return { name, beganMs, endedMs: beganMs + responseEnd };
    });
    return steps.filter(({ endedMs }) => endedMs <= endMs);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

async function fieldIn(frames: readonly Frame[]): Promise<Locator> {
  for (const frame of frames) {
    const field = frame.locator('#first_name');
    if ((await field.count()) > 0) return field;
  }
  throw new Error('no frame has the first field');
}

/** In whole pixels, with what is right around it. */
function outer({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) + 1 - left,
    height: Math.ceil(y + height) + 1 - top,
  };
}
