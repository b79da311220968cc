import { expect } from '@open-wc/testing';
import { emulateMedia, sendMouse } from '@web/test-runner-commands';
import { expectAccessible } from '../helpers/accessible.ts';
import { contrast } from '../helpers/contrast.ts';
import { ThemedScreens } from '../helpers/themed-screens.ts';
import { until } from '../helpers/until.ts';

/** Brands as they are: light and dark, bright and dull, and the ends of each. */
const accents = {
  yellow: '#ffd400',
  lemon: '#fff44f',
  lime: '#a4de02',
  mint: '#98ffcc',
  cyan: '#00e5ff',
  orange: '#ff6600',
  coral: '#ff7f6b',
  red: '#e3000f',
  pink: '#ffc0d9',
  magenta: '#e2007a',
  violet: '#7f5af0',
  blue: '#0000ff',
  navy: '#0a1f44',
  forest: '#0b3d2e',
  maroon: '#4a0014',
  grey: '#757575',
  'the grey on which black reads as well as white': '#767676',
  black: '#000000',
  white: '#ffffff',
} as const;

/** An element that is drawn, the property that has its color, and what that color stands on. */
interface Seen {
  path: string;
  property: string;
  on: readonly [path: string, property: string][];
  least: number;
}

const text = { property: 'color', least: 4.5 };
const card: Seen['on'][number] = ['.card', 'background-color'];
const button = 'about .button.primary';
const choice = 'home .choice:has(:checked)';
const key = "offers .key[aria-pressed='true']";

const everywhere: readonly Seen[] = [
  { ...text, path: button, on: [[button, 'background-color']] },
  { ...text, path: 'consent .control .link', on: [['consent #ssn', 'background-color']] },
  { ...text, path: choice, on: [[choice, 'background-color']] },
  { ...text, path: key, on: [[key, 'background-color']] },
  {
    ...text,
    path: 'offers .badge:not(.warning)',
    on: [['offers .badge:not(.warning)', 'background-color']],
  },
  { path: choice, property: 'border-top-color', on: [card], least: 3 },
  { path: key, property: 'border-top-color', on: [card], least: 3 },
  {
    path: 'home input:checked',
    property: 'accent-color',
    on: [[choice, 'background-color']],
    least: 3,
  },
  { path: 'offers .offer.current', property: 'border-top-color', on: [card], least: 3 },
  { path: 'about .progress .done', property: 'background-color', on: [card], least: 3 },
  { path: button, property: 'border-top-color', on: [card], least: 3 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`an accent alone, where ${colorScheme} colors are wanted`, () => {
    let screens: ThemedScreens;

    before(async () => {
      await emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      screens = await ThemedScreens.mount();
    });
    after(async () => {
      screens.remove();
      await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    });

    function seen(path: string, property: string): string {
      return getComputedStyle(screens.find(path)).getPropertyValue(property);
    }

    function measured({ path, property, on }: Seen): number {
      return contrast(
        seen(path, property),
        [...on, card].map((place) => seen(...place)),
      );
    }

    /** The ring is drawn for whom a keyboard leads, as a text field always takes it. */
    function ringOf(path: string): string {
      screens.find('about #first_name').focus();
      screens.find(path).focus();
      return seen(path, 'outline-color');
    }

    async function pointAt(element: HTMLElement): Promise<void> {
      element.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
      await sendMouse({ type: 'move', position });
      await until(() => element.matches(':hover'));
    }

    for (const [name, accent] of Object.entries(accents)) {
      describe(`that is ${name}`, () => {
        before(() => screens.host.style.setProperty('--soft-pull-accent', accent));
        after(() => screens.host.removeAttribute('style'));

        it('reads on buttons, in badges and links, and shows what is chosen [wcag:accent-contrast]', () => {
          const weak = everywhere
            .map((each) => ({ ...each, ratio: measured(each) }))
            .filter(({ ratio, least }) => ratio < least);
          expect(weak).to.deep.equal([]);
        });

        it('reads on the button under the pointer, which changes', async () => {
          const before = seen(button, 'background-color');
          await pointAt(screens.find(button));
          const under = seen(button, 'background-color');
          expect(under).not.to.equal(before);
          expect(contrast(seen(button, 'color'), [under])).to.be.at.least(4.5);
          await sendMouse({ type: 'move', position: [0, 0] });
        });

        it('draws a ring that shows on the card, on what stands out and beside a field [wcag:focus-ring]', () => {
          for (const path of ['about #last_name', button]) {
            const ring = ringOf(path);
            for (const behind of ['background', 'raised', 'field']) {
              const ratio = contrast(ring, [screens.color(behind)]);
              expect(ratio, `${path}, ${behind}`).to.be.at.least(3);
            }
          }
        });
      });
    }

    it('leaves nothing in the colors that are there without it', () => {
      const names = ['text', 'hover', 'border', 'strong', 'soft'].map((name) => `accent-${name}`);
      const all = ['accent', ...names, 'link', 'focus', 'offer-selected-border'];
      const look = () => Object.fromEntries(all.map((name) => [name, screens.color(name)]));
      const blue = look();
      const other = colorScheme === 'light' ? accents.yellow : accents.maroon;
      screens.host.style.setProperty('--soft-pull-accent', other);
      const branded = look();
      screens.host.removeAttribute('style');
      expect(all.filter((name) => branded[name] === blue[name])).to.deep.equal([]);
    });

    for (const name of ['yellow', 'navy'] as const) {
      it(`is accessible where it is ${name}`, async () => {
        screens.host.style.setProperty('--soft-pull-accent', accents[name]);
        for (const screen of ['about', 'home', 'consent', 'offers', 'accepted']) {
          await expectAccessible(screens.screen(screen));
        }
        screens.host.removeAttribute('style');
      });
    }
  });
}
