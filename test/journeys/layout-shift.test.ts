import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Request } from 'playwright-core';
import { reservedRoom } from '../../demo/docs/quick-start.ts';
import type { Locale } from '../../widget/contract/values.ts';
import { until } from '../helpers/until.ts';
import type { Isolation } from './models/checkout-page.ts';
import { untilItFits } from './models/fit.ts';
import { frameMarkup } from './models/host-page.ts';
import { startHostServer } from './models/host-server.ts';
import { journey } from './models/journey.ts';
import { answerOpenings } from './models/opening.ts';
import { sceneNamed } from './models/scenes.ts';
import { shiftsIn, watchShifts } from './models/shifts.ts';
import type { Visit } from './models/visit.ts';

/** How long each answer of the BFF is held back, so that whatever it brings is painted apart. */
const heldBackMs = 150;
/** More than the form waits for its regulated texts before it shows the rest of itself. */
const slowTextsMs = 4_000;
const telephone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
/** Shows the whole form and what is below it. */
const tall = { width: 1280, height: 2000 };

interface PageOptions {
  style?: string;
  lang?: Locale;
  /** How wide the page's text is. */
  column?: string;
  /** The markup holds the frame. */
  hasMarkup?: boolean;
}

/** Where a form stood that was painted before the script ran. */
type DrawnAt = Awaited<ReturnType<Locator['boundingBox']>>;

const host = await startHostServer();
let pages = 0;

/** Whether the page's checkout is open, and all that was asked for has come. */
function watchAnswers({ context }: Visit): () => Promise<true | undefined> {
  const open = new Set<Request>();
  let hasOpened = false;
  context.on('request', (request) => void open.add(request));
  context.on('requestfailed', (request) => void open.delete(request));
  context.on('requestfinished', (request) => {
    open.delete(request);
    hasOpened ||= request.method() === 'POST' && request.url().endsWith('/v1/checkouts');
  });
  return async () => (hasOpened && open.size === 0) || undefined;
}

describe('what stands below the element', { concurrency: 3 }, () => {
  const here = journey({
    environment: host.environment,
    isSideBySide: true,
    hasFrameProcess: true,
  });
  after(() => host.close());

  async function load(
    visit: Visit,
    { style = reservedRoom, lang = 'en', column = 'none', hasMarkup = false }: PageOptions = {},
  ): Promise<DrawnAt> {
    const { bffUrl } = here.product;
    const form = visit.checkout.inside.locator('form');
    let drawnAt: DrawnAt = null;
    await visit.context.addInitScript(watchShifts);
    await visit.context.route(`${bffUrl}/**`, async (route) => {
      await sleep(heldBackMs);
      await route.fallback();
    });
    // The form that is in the markup's frame is painted before the script runs.
    if (hasMarkup) {
      await visit.context.route(`${bffUrl}/v1/soft-pull-checkout.js`, async (route) => {
        await form.waitFor();
        // Of a document that is still being read, the end of the form may not have come.
        await until('the form is whole', () =>
          form.evaluate(({ ownerDocument }) => ownerDocument.readyState !== 'loading' || undefined),
        );
        drawnAt = await form.boundingBox();
        await route.fallback();
      });
    }
    const body = `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width"><style>${style}
body { max-inline-size: ${column} }</style>
<script type="module"${hasMarkup ? ' async' : ''} src="${bffUrl}/v1/soft-pull-checkout.js"></script></head>
<body><h1>A shop</h1><soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
 amount="8400.00" isolation="${visit.isolation}">${hasMarkup ? frameMarkup({ bffUrl }) : ''}</soft-pull-checkout>
<p>What is below.</p><footer>More of it.</footer></body></html>`;
    pages += 1;
    await visit.page.goto(host.put(`/page-${pages}`, { body }));
    return drawnAt;
  }

  async function loadForm(visit: Visit, options: PageOptions): Promise<void> {
    const isAnswered = watchAnswers(visit);
    const drawnAt = await load(visit, options);
    await visit.checkout.at('details');
    await until('the checkout is open, and nothing is on its way', isAnswered);
    await untilItFits(visit.checkout.inside.locator('soft-pull-flow .frame'), visit.isolation);
    // The frame takes another place in the page's tree, which the browser calls no move.
    const now = await visit.checkout.inside.locator('form').boundingBox();
    if (drawnAt !== null) assert.deepEqual(now, drawnAt);
  }

  const visits = [
    { isolation: 'frame', viewport: telephone },
    { isolation: 'frame', viewport: desk },
    { isolation: 'frame', viewport: tall },
    { isolation: 'frame', viewport: telephone, hasMarkup: true },
    { isolation: 'frame', viewport: desk, hasMarkup: true },
    { isolation: 'frame', viewport: tall, hasMarkup: true },
    { isolation: 'inline', viewport: telephone },
    { isolation: 'inline', viewport: tall },
    { isolation: 'frame', viewport: tall, language: 'es' },
    { isolation: 'frame', viewport: tall, language: 'es', column: '33rem' },
    { isolation: 'inline', viewport: tall, language: 'es', column: '33rem' },
  ] satisfies (PageOptions & {
    isolation: Isolation;
    viewport: typeof desk;
    language?: Locale;
  })[];

  for (const { language = 'en', column = 'none', hasMarkup = false, ...kind } of visits) {
    const { isolation, viewport } = kind;
    const screen = `${viewport.width} × ${viewport.height}`;
    const columns = column === 'none' ? '' : `, a column of ${column}`;
    const where = hasMarkup ? 'frame in the markup' : isolation;
    it(`never moves from the first paint on: ${where}, ${screen}, ${language}${columns}`, async () => {
      const visit = await here.visit({ ...kind, language, startsAt: 'nowhere' });
      await loadForm(visit, { lang: language, column, hasMarkup });
      for (const frame of visit.page.frames()) assert.deepEqual(await shiftsIn(frame), []);
      const origins = new Set(visit.requested.map((url) => new URL(url).origin));
      assert.deepEqual([...origins], [host.origin, here.product.bffUrl]);
    });
  }

  it('never moves where the regulated texts take long: inline, on a telephone', async () => {
    const visit = await here.visit({
      isolation: 'inline',
      viewport: telephone,
      startsAt: 'nowhere',
    });
    await visit.context.route(`${here.product.bffUrl}/v1/disclosures/*`, async (route) => {
      await sleep(slowTextsMs);
      await route.fallback();
    });
    await loadForm(visit, {});
    assert.deepEqual(await shiftsIn(visit.page.mainFrame()), []);
  });

  for (const hasMarkup of [false, true]) {
    const where = hasMarkup ? 'frame in the markup' : 'frame';
    it(`never moves where a rem of the page is 10 px, and is as wide as elsewhere: ${where}`, async () => {
      const visit = await here.visit({
        viewport: { width: 1440, height: 1080 },
        startsAt: 'nowhere',
      });
      const style = `html { font-size: 62.5% } body { font-size: 1.6rem } ${reservedRoom}`;
      await loadForm(visit, { style, hasMarkup });
      for (const frame of visit.page.frames()) assert.deepEqual(await shiftsIn(frame), []);
      const card = await visit.checkout.element.locator('.card').boundingBox();
      assert.equal(card?.width, 672);
    });
  }

  const resumed = ['offers', 'accepted', 'working', 'charge outcome, approved', 'problem'].flatMap(
    (name) => [
      // Nobody knows beforehand how many offers there are: a screen of usual height ends above them.
      { name, isolation: 'frame', viewport: name === 'offers' ? desk : tall },
      { name, isolation: 'inline', viewport: name === 'offers' ? desk : tall },
      { name, isolation: name === 'offers' ? 'frame' : 'inline', viewport: telephone },
      { name, isolation: 'frame', viewport: telephone, hasMarkup: true },
    ],
  ) satisfies (PageOptions & { name: string; isolation: Isolation; viewport: typeof desk })[];

  for (const { name, hasMarkup = false, ...kind } of resumed) {
    const screen = `${kind.viewport.width} × ${kind.viewport.height}`;
    const where = hasMarkup ? 'frame in the markup' : kind.isolation;
    it(`never moves for a checkout that is taken up at ${name}: ${where}, ${screen}`, async () => {
      const visit = await here.visit({ ...kind, startsAt: 'nowhere' });
      await answerOpenings(visit.context, here.product.bffUrl, () => sceneNamed(name).opening);
      await load(visit, { hasMarkup });
      await visit.checkout.title.waitFor();
      await untilItFits(visit.checkout.inside.locator('soft-pull-flow .frame'), kind.isolation);
      for (const frame of visit.page.frames()) assert.deepEqual(await shiftsIn(frame), []);
    });
  }

  for (const isolation of ['frame', 'inline'] as const) {
    for (const column of ['none', '35rem']) {
      it(`is close to the form on a tall screen: ${isolation}, a column of ${column}`, async () => {
        const visit = await here.visit({ isolation, viewport: tall, startsAt: 'nowhere' });
        await loadForm(visit, { column });
        const bottom = async (found: Locator) => {
          const { y, height } = (await found.boundingBox()) ?? assert.fail();
          return y + height;
        };
        const button = await bottom(visit.checkout.form.next);
        const below = (await bottom(visit.checkout.element)) - button;
        assert.ok(below < 250, `${below} pixels below the form's button`);
      });
    }
  }

  it('is seen to move where a page leaves no room, which proves the measurement', async () => {
    const visit = await here.visit({ viewport: tall, startsAt: 'nowhere' });
    await visit.context.route('**/v1/frame?*', async (route) => {
      // What is below has been painted where it stands without the form.
      await visit.page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      });
      await route.fallback();
    });
    await loadForm(visit, { style: 'soft-pull-checkout::part(card) { min-block-size: 0; }' });
    await until('it is seen to move', async () => {
      const shifts = await shiftsIn(visit.page.mainFrame());
      return shifts.length > 0 || undefined;
    });
  });
});
