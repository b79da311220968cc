import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { type CheckReport, checkLender } from '../../../../server/bff/check-lender/check-lender.ts';
import type { CreateLender } from '../../../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { randomIds } from '../../../../server/platform/ids.ts';
import type { Settings } from '../../../helpers/bare-lender/settings.ts';
import { type BareLender, startBareLender } from '../../../helpers/bare-lender.ts';
import { bareShop } from '../../../helpers/bare-testbed.ts';
import { anApplication } from '../../../helpers/shop-page.ts';

/** 2026-03-02 is a Monday, 10:00 in New York. */
export const checkTime = Date.UTC(2026, 2, 2, 15);

export interface LenderCheck {
  args?: readonly string[];
  applicant?: Record<string, unknown>;
  /** Changes of the environment. */
  settings?: Record<string, string>;
  /** Changes of the merchant's entry; undefined takes one away. */
  merchant?: Record<string, unknown>;
  createLender?: CreateLender;
}

export interface CheckedLender extends CheckReport {
  /** Every value that stood in an answer of the lender's, as text. */
  readonly values: ReadonlySet<string>;
  readonly applicant: Readonly<Record<string, unknown>>;
  /** The report's lines with this label, of all steps. */
  lines(label: string): string[];
}

/** Checks lenders as a developer does whose applicant stands in `FILE` and whose entry is the shop's. */
export function lenderChecker(): (url: string, check?: LenderCheck) => Promise<CheckedLender> {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'soft-pull-check-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  return async (url, check = {}) => {
    const { args = ['FILE'], settings = {}, createLender = createSponsorLendingApi } = check;
    const applicant = check.applicant ?? anApplication();
    const merchants = JSON.stringify([{ ...bareShop, ...check.merchant }]);
    const config = readConfig(
      {
        DATA_DIR: folder,
        LENDING_BASE_URL: url,
        LENDER_STAGING: 'true',
        MERCHANTS_FILE: 'merchants.json',
        ...settings,
      },
      { readFile: () => merchants, listFolder: () => [], today: '2026-03-02' },
    );
    const values = new Set<string>();
    const report = await checkLender({
      args,
      config,
      createLender: (options) => createLender(listening(options, values)),
      readFile: () => JSON.stringify(applicant),
      clock: { now: () => checkTime },
      ids: randomIds,
    });
    const linesOf = (label: string) =>
      report.text.split('\n').flatMap((line) => {
        const isOf = line.startsWith(`  ${label.padEnd(12)}`);
        return isOf ? [line.slice(14)] : [];
      });
    return { ...report, values, applicant, lines: linesOf };
  };
}

/** A lender that says little, a new one for each test, and checks of it. */
export function bareLenderChecker(settings: Partial<Settings> = {}): {
  readonly lender: BareLender;
  checked(check?: LenderCheck): Promise<CheckedLender>;
} {
  const check = lenderChecker();
  let lender: BareLender;
  beforeEach(async () => {
    lender = await startBareLender({ now: () => checkTime, settings });
  });
  afterEach(() => lender.close());
  return {
    get lender() {
      return lender;
    },
    checked: (changes = {}) =>
      check(lender.url, {
        ...changes,
        settings: { LINK_ALLOWED_ORIGINS: lender.pagesUrl, ...changes.settings },
      }),
  };
}

type Options = Parameters<CreateLender>[0];

/** Keeps what the lender's answers say. */
function listening({ http, ...options }: Options, values: Set<string>): Options {
  return {
    ...options,
    http: {
      ...http,
      call: async (request) => {
        const outcome = await http.call(request);
        if ('body' in outcome) addValues(values, outcome.body);
        return outcome;
      },
    },
  };
}

function addValues(values: Set<string>, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) addValues(values, each);
  } else if (typeof value === 'string' || typeof value === 'number') {
    values.add(String(value));
  }
}
