import type { Browser } from 'playwright-core';
import { launchChromium } from '../helpers/chromium.ts';
import {
  load,
  type Loaded,
  loadReference,
  type Profile,
  type Reference,
} from './first-field/load.ts';
import { openShop, type PageName, pageNames, type Shop } from './first-field/pages.ts';
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

const titles: Readonly<Record<PageName, string>> = {
  plain: 'plain Lit page',
  markup: 'frame in the markup',
  script: 'by script alone',
  inline: 'inline',
};

/** Beside the plain page. */
const goals: Readonly<Record<Exclude<PageName, 'plain'>, number>> = {
  markup: 1.05,
  script: 1.35,
  inline: 1.25,
};

type Runs = Record<PageName, Loaded[]>;

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
  const references = {} as Record<PageName, Reference>;
  const runs: Runs = { plain: [], markup: [], script: [], inline: [] };
  for (const name of pageNames) {
    references[name] = await loadReference(browser, profile, shop.url(name));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of pageNames) {
      runs[name].push(await load(browser, profile, shop.url(name), references[name]));
    }
  }
  return runs;
}

function figuresOf({ name: profile }: Profile, runs: Runs): Figure[] {
  const plainMs = median(timesOf(runs.plain));
  const figures: Figure[] = [
    { name: `${profile}: ${titles.plain}`, value: plainMs, unit: 'ms' },
    ...stepsOf(runs.plain),
  ];
  for (const name of ['markup', 'script', 'inline'] as const) {
    const differences = timesOf(runs[name]).map(
      (ms, round) => ms - (runs.plain[round]?.firstFieldMs ?? Number.NaN),
    );
    const value = 1 + median(differences) / plainMs;
    const title = `${profile}: ${titles[name]}`;
    figures.push(
      { name: title, value: median(timesOf(runs[name])), unit: 'ms' },
      ...stepsOf(runs[name]),
      { name: `${title}, beside the plain page`, value, unit: '×', atMost: goals[name] },
    );
  }
  return figures;
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
