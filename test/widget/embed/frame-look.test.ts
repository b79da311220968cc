import { expect } from '@open-wc/testing';
import type { FakeFrame } from '../helpers/fake-frame.ts';
import { placeConnected } from '../helpers/framed-checkout.ts';
import { clearPage } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

describe('the look of <soft-pull-checkout isolation="frame">', () => {
  let sheet: CSSStyleSheet;

  beforeEach(() => {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
  });
  afterEach(() => {
    document.adoptedStyleSheets = [];
    clearPage();
  });

  const lastTheme = (frame: FakeFrame) => frame.heard('theme').at(-1)?.theme;

  it('is that of the page: properties and colors', async () => {
    sheet.replaceSync(`
      :root { --brand: rgb(1, 2, 3); --soft-pull-radius: 0; }
      soft-pull-checkout { --soft-pull-accent: var(--brand); color-scheme: dark; }
    `);
    const { frame } = await placeConnected();
    expect(lastTheme(frame)).to.deep.equal({
      color_scheme: 'dark',
      properties: { '--soft-pull-radius': '0', '--soft-pull-accent': 'rgb(1, 2, 3)' },
    });
  });

  const changes: [string, () => void, (theme: ReturnType<typeof lastTheme>) => boolean][] = [
    [
      'a property',
      () => sheet.replaceSync('soft-pull-checkout { --soft-pull-accent: teal; }'),
      (theme) => theme?.properties['--soft-pull-accent'] === 'teal',
    ],
    [
      'a property of the whole page',
      () => sheet.replaceSync(':root { --soft-pull-text: navy; }'),
      (theme) => theme?.properties['--soft-pull-text'] === 'navy',
    ],
    [
      'the color scheme',
      () => sheet.replaceSync('soft-pull-checkout { color-scheme: dark; }'),
      (theme) => theme?.color_scheme === 'dark',
    ],
  ];
  for (const [name, change, isThere] of changes) {
    it(`follows a change of ${name}`, async () => {
      const { frame } = await placeConnected();
      change();
      await until(() => isThere(lastTheme(frame)));
    });
  }

  it('follows what changed while nothing of the element was shown', async () => {
    const { frame } = await placeConnected();
    document.body.style.display = 'none';
    await new Promise(requestAnimationFrame);
    sheet.replaceSync('soft-pull-checkout { --soft-pull-accent: teal; }');
    await new Promise(requestAnimationFrame);
    expect(lastTheme(frame)?.properties).to.deep.equal({});
    document.body.style.display = '';
    await until(() => lastTheme(frame)?.properties['--soft-pull-accent'] === 'teal');
  });

  it('goes back when the page takes a property away', async () => {
    sheet.replaceSync('soft-pull-checkout { --soft-pull-accent: teal; }');
    const { frame } = await placeConnected();
    sheet.replaceSync('');
    await until(() => Object.keys(lastTheme(frame)?.properties ?? {}).length === 0);
  });
});
