import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumFlags } from '../helpers/chromium.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { serve } from '../helpers/serve.ts';
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';

/** Fetched when this part runs: with all that it needs it is larger than the rest together. */
const command = 'lighthouse@13.5.0';
const pages = ['/', '/docs', '/simulator', '/screens'];
const profiles = { mobile: [], desktop: ['--preset=desktop'] };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** A neighbour of the machine decides one run, not the median. */
const runs = 3;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number } | undefined>;
}

/** What Lighthouse says of the demo's pages. */
export const lighthouse: Part = {
  name: 'lighthouse',
  title: `Lighthouse over the demo’s pages (${command}, median of ${runs})`,
  async run() {
    const product = await serve();
    try {
      const figures: Figure[] = [];
      for (const page of pages) {
        for (const [profile, options] of Object.entries(profiles)) {
          const reports: Report[] = [];
          for (let run = 0; run < runs; run += 1) {
            reports.push(await reportOf(`${product.demoUrl}${page}`, options));
          }
          figures.push(...figuresOf(`${page}, ${profile}`, reports));
        }
      }
      return figures;
    } finally {
      await product.remove();
    }
  },
};

async function reportOf(url: string, options: readonly string[]): Promise<Report> {
  const args = [
    ...['--yes', command, url, '--quiet', '--output=json', '--output-path=stdout', ...options],
    `--only-categories=${categories.join()}`,
    `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)('npx', args, {
    env: { ...process.env, CHROME_PATH: await chromiumPath() },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

function figuresOf(where: string, reports: readonly Report[]): Figure[] {
  const scores = categories.map((category) => ({
    name: `${where}: ${category}`,
    value: median(reports.map((report) => report.categories[category]?.score ?? 0)),
    unit: '',
    atLeast: 1,
  }));
  const shifts = reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1);
  return [...scores, { name: `${where}: CLS`, value: median(shifts), unit: '', atMost: 0 }];
}
