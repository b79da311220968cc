import { expect } from '@open-wc/testing';
import { emulateMedia, sendMouse } from '@web/test-runner-commands';
import { themeProperties } from '../../helpers/theme-properties.ts';
import { ThemedScreens } from '../helpers/themed-screens.ts';
import { until } from '../helpers/until.ts';

const schemes = ['light', 'dark'] as const;

/** Where a color is to be seen: the element, and the property of its that has it. */
const colors: Readonly<Record<string, [path: string, property: string]>> = {
  'heading-text': ['about .title', 'color'],
  'apr-text': ['offers .apr', 'color'],
  background: ['.card', 'background-color'],
  raised: ['about .amount', 'background-color'],
  text: ['about input', 'color'],
  muted: ['about .lead', 'color'],
  border: ['.card', 'border-top-color'],
  accent: ['about .button.primary', 'background-color'],
  'accent-text': ['about .button.primary', 'color'],
  'accent-border': ['about .button.primary', 'border-top-color'],
  'accent-strong': ['offers .badge:not(.warning)', 'color'],
  'accent-soft': ['home .choice:has(:checked)', 'background-color'],
  link: ['consent .control .link', 'color'],
  danger: ['about .error', 'color'],
  'danger-soft': ['about .summary', 'background-color'],
  success: ['accepted .hero', 'color'],
  'success-soft': ['accepted .hero', 'background-color'],
  warning: ['offers .badge.warning', 'color'],
  'warning-soft': ['offers .promo', 'background-color'],
  field: ['about input', 'background-color'],
  'field-border': ['about #last_name', 'border-top-color'],
  secondary: ['consent .button.secondary', 'background-color'],
  'secondary-text': ['consent .button.secondary', 'color'],
  'secondary-border': ['consent .button.secondary', 'border-top-color'],
  offer: ['offers .offer:not(.current)', 'background-color'],
  'offer-selected': ['offers .offer.current', 'background-color'],
  'offer-selected-border': ['offers .offer.current', 'border-top-color'],
};

/** The same for what is no color, with a telling value and what a browser makes of it. */
const shapes: Readonly<
  Record<string, [path: string, property: string, value: string, seen: string]>
> = {
  font: ['about .lead', 'font-family', 'Courier, monospace', 'Courier, monospace'],
  'font-size': ['about .lead', 'font-size', '21px', '21px'],
  'line-height': ['about .lead', 'line-height', '2', '32px'],
  'heading-font': ['about .title', 'font-family', 'Courier, serif', 'Courier, serif'],
  'heading-weight': ['about .title', 'font-weight', '300', '300'],
  'heading-line-height': ['about .title', 'line-height', '60px', '60px'],
  'title-size': ['about .title', 'font-size', '41px', '41px'],
  'apr-size': ['offers .apr', 'font-size', '51px', '51px'],
  'apr-weight': ['offers .apr', 'font-weight', '400', '400'],
  'focus-width': ['about #last_name', 'outline-width', '7px', '7px'],
  'focus-offset': ['about .button.primary', 'outline-offset', '9px', '9px'],
  'field-height': ['about input', 'height', '71px', '71px'],
  'field-padding': ['about input', 'padding-left', '31px', '31px'],
  'field-radius': ['about input', 'border-top-left-radius', '3px', '3px'],
  'button-radius': ['about .button.primary', 'border-top-left-radius', '23px', '23px'],
  space: ['about .grid', 'column-gap', '43px', '43px'],
  padding: ['.card', 'padding-left', '53px', '53px'],
  'max-width': ['.card', 'width', '333px', '333px'],
  radius: ['.card', 'border-top-left-radius', '33px', '33px'],
  'border-width': ['offers .offer', 'border-top-width', '4px', '4px'],
  shadow: ['.card', 'box-shadow', '0 0 5px rgb(1, 2, 3)', 'rgb(1, 2, 3) 0px 0px 5px 0px'],
};

/** Those that show only under a hand, a key or a clock, tested one by one below. */
const moving = ['accent-hover', 'focus', 'duration'];

describe('every custom property', () => {
  let screens: ThemedScreens;

  function set(name: string, value: string): void {
    screens.host.style.setProperty(`--soft-pull-${name}`, value);
  }

  function seen(path: string, property: string): string {
    return getComputedStyle(screens.find(path)).getPropertyValue(property);
  }

  /** The ring is drawn for whom a keyboard leads, as a text field always takes it. */
  function focus(path: string): void {
    screens.find('about #first_name').focus();
    screens.find(path).focus();
  }

  /** Seen in both color schemes, each with its own. */
  function isSeen(name: string, [path, property]: [string, string]): void {
    set(name, 'light-dark(rgb(1, 2, 3), rgb(4, 5, 6))');
    const color = () => seen(path, property);
    const found = schemes.map((scheme) => {
      screens.host.style.colorScheme = scheme;
      return color();
    });
    expect(found).to.deep.equal(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
  }

  before(async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    screens = await ThemedScreens.mount();
  });
  afterEach(() => screens.host.removeAttribute('style'));
  after(async () => {
    screens.remove();
    await emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('is looked at here', () => {
    const here = [...Object.keys(colors), ...Object.keys(shapes), ...moving];
    const names = here.map((name) => `--soft-pull-${name}`);
    expect(names.toSorted()).to.deep.equal(themeProperties.toSorted());
  });

  for (const [name, place] of Object.entries(colors)) {
    it(`--soft-pull-${name} colors ${place.join(', ')}`, () => {
      const before = seen(...place);
      isSeen(name, place);
      screens.host.removeAttribute('style');
      expect(seen(...place), 'as before without it').to.equal(before);
    });
  }

  for (const [name, [path, property, value, expected]] of Object.entries(shapes)) {
    it(`--soft-pull-${name} shapes ${path}, ${property}`, () => {
      if (property.startsWith('outline')) focus(path);
      const before = seen(path, property);
      expect(before).not.to.equal(expected);
      set(name, value);
      expect(seen(path, property)).to.equal(expected);
      screens.host.removeAttribute('style');
      expect(seen(path, property), 'as before without it').to.equal(before);
    });
  }

  it('--soft-pull-focus colors the ring', () => {
    focus('about #last_name');
    isSeen('focus', ['about #last_name', 'outline-color']);
    focus('about .button.primary');
    isSeen('focus', ['about .button.primary', 'outline-color']);
  });

  it('--soft-pull-accent-hover colors the button under the pointer', async () => {
    const path = 'about .button.primary';
    const button = screens.find(path);
    button.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = button.getBoundingClientRect();
    const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
    await sendMouse({ type: 'move', position });
    await until(() => button.matches(':hover'));
    isSeen('accent-hover', [path, 'background-color']);
    await sendMouse({ type: 'move', position: [0, 0] });
  });

  it('--soft-pull-duration times changes of color, for who wants to see them', async () => {
    const path = 'about .button.primary';
    set('duration', '2s');
    expect(seen(path, 'transition-duration')).to.equal('0s');
    await emulateMedia({ reducedMotion: 'no-preference' });
    await until(() => seen(path, 'transition-duration') === '2s');
    await emulateMedia({ reducedMotion: 'reduce' });
  });
});

describe('a theme that goes too far', () => {
  let screens: ThemedScreens;

  before(async () => {
    screens = await ThemedScreens.mount();
  });
  after(() => screens.remove());

  it('leaves the APR larger than every other figure', () => {
    screens.host.style.setProperty('--soft-pull-apr-size', '4px');
    const sizeOf = (path: string) =>
      Number.parseFloat(getComputedStyle(screens.find(path)).fontSize);
    expect(sizeOf('offers .apr')).to.be.greaterThan(sizeOf('offers .monthly strong'));
    expect(sizeOf('offers .apr')).to.be.greaterThan(sizeOf('offers .facts dd'));
  });

  it('leaves what is pressed 24 pixels high, and what is typed 16 [wcag:least-size]', () => {
    for (const name of ['field-height', 'font-size']) {
      screens.host.style.setProperty(`--soft-pull-${name}`, '1px');
    }
    for (const path of ['about input', 'about .button.primary', 'home .choices .choice']) {
      expect(screens.find(path).offsetHeight, path).to.be.at.least(24);
    }
    expect(getComputedStyle(screens.find('about input')).fontSize).to.equal('16px');
  });
});
