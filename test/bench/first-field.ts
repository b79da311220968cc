import type { Browser } from 'playwright-core';
import { launchChromium } from '../helpers/chromium.ts';
import {
  type Loaded,
  load,
  loadReference,
  type Profile,
  type Reference,
} from './first-field/load.ts';
import {
  openShop,
  type PageName,
  pageNames,
  type Shop,
  type Way,
  ways,
} from './first-field/pages.ts';
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';

const rounds = 9;

const profiles: readonly Profile[] = [
  {
    name: 'mobile (4 × slower, 150 ms, 1.6 Mbit/s)',
    viewport: { width: 390, height: 844 },
    slowdown: 4,
    network: { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 },
  },
  {
    name: 'unthrottled',
    viewport: { width: 1280, height: 800 },
    slowdown: 1,
    network: null,
  },
];

const titles: Readonly<Record<Way, string>> = {
  markup: 'frame in the markup',
  script: 'by script alone',
  inline: 'inline',
};

/** Beside the plain page. */
const goals: Readonly<Record<Way, number>> = { markup: 1.05, script: 1.35, inline: 1.25 };

type Runs = (name: PageName) => Loaded[];

/** When a consumer can type, by each way to embed the form, in turns with a form that is only Lit. */
export const firstField: Part = {
  name: 'first-field',
  title: `Until the first field is painted and keeps a letter (medians of ${rounds} rounds)`,
  async run() {
    const shop = await openShop();
    const browser = await launchChromium();
    try {
      const figures: Figure[] = [];
      for (const profile of profiles) {
        figures.push(...figuresOf(profile, await measure(browser, profile, shop)));
      }
      return figures;
    } finally {
      await browser.close();
      await shop.remove();
    }
  },
};

async function measure(browser: Browser, profile: Profile, shop: Shop): Promise<Runs> {
  const references = new Map<PageName, Reference>();
  const runs = new Map<PageName, Loaded[]>();
  for (const name of pageNames) {
    references.set(name, await loadReference(browser, profile, shop.url(name)));
    runs.set(name, []);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, reference] of references) {
      runs.get(name)?.push(await load(browser, profile, shop.url(name), reference));
    }
  }
  return (name) => runs.get(name) ?? [];
}

function figuresOf({ name: profile }: Profile, runs: Runs): Figure[] {
  const plain = timesOf(runs('plain'));
  const beside = (name: PageName) => {
    const differences = timesOf(runs(name)).map((ms, round) => ms - (plain[round] ?? Number.NaN));
    return 1 + median(differences) / median(plain);
  };
  return [
    { name: `${profile}: plain Lit page`, value: median(plain), unit: 'ms' },
    ...stepsOf(runs('plain')),
    ...ways.flatMap((way): Figure[] => [
      { name: `${profile}: ${titles[way]}`, value: median(timesOf(runs(way))), unit: 'ms' },
      ...stepsOf(runs(way)),
      { name: '  beside the plain page', value: beside(way), unit: '×', atMost: goals[way] },
      { name: '  the least there could be', value: beside(`floor-${way}`), unit: '×' },
    ]),
  ];
}

function timesOf(runs: readonly Loaded[]): number[] {
  return runs.map(({ firstFieldMs }) => firstFieldMs);
}

/** What had come by then in the round that took the median time, and when it was asked for. */
function stepsOf(runs: readonly Loaded[]): Figure[] {
  const usual = median(timesOf(runs));
  const { steps = [] } = runs.find(({ firstFieldMs }) => firstFieldMs === usual) ?? {};
  return steps.map(({ name, beganMs, endedMs }) => ({
    name: `  ${name}, asked for at ${Math.round(beganMs)} ms, came by`,
    value: endedMs,
    unit: 'ms',
  }));
}
