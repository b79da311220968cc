import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Finding, lintPlanted } from './lint-planted.ts';

/** `from` is the file that imports; what it imports stands as it would be written there. */
const refused = [
  { from: 'widget/flow/x.ts', to: '../../server/bff/app.ts' },
  { from: 'widget/contract/x.ts', to: '../../server/lending-api/offers.ts' },
  { from: 'widget/contract/x.ts', to: '../format/money.ts' },
  { from: 'widget/format/x.ts', to: '../strings/en.ts' },
  { from: 'widget/styles/x.ts', to: '../embed/make.ts' },
  { from: 'widget/elements/x.ts', to: '../screens/screen-context.ts' },
  { from: 'widget/strings/en/x.ts', to: '../../screens/screen-context.ts' },
  { from: 'widget/client/x.ts', to: '../flow/timers.ts' },
  { from: 'widget/screens/x.ts', to: '../client/checkout-client.ts' },
  { from: 'widget/screens/details/x.ts', to: '../../flow/timers.ts' },
  { from: 'widget/screens/x.ts', to: '../../server/bff/app.ts' },
  { from: 'widget/flow/x.ts', to: '../embed/events.ts' },
  { from: 'widget/flow/x.ts', to: '../frame/theme.ts' },
  { from: 'widget/frame/x.ts', to: '../embed/events.ts' },
  { from: 'widget/embed/x.ts', to: 'lit' },
  { from: 'widget/embed/x.ts', to: '../screens/screen-context.ts' },
  { from: 'widget/embed/x.ts', to: '../flow/flow-element.ts' },
  { from: 'server/bff/operations/x.ts', to: '../../lending/app.ts' },
  { from: 'server/bff/domain/x.ts', to: '../../lending/domain/loan.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../lending-api/offers.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../lending/app.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../../widget/flow/state.ts' },
  { from: 'server/bff/operations/x.ts', to: '../routes/message.ts' },
  { from: 'server/bff/operations/x.ts', to: '../http/request.ts' },
  { from: 'server/bff/http/x.ts', to: '../routes/message.ts' },
  { from: 'server/bff/http/x.ts', to: '../../lending/app.ts' },
  { from: 'server/bff/tokens/x.ts', to: '../operations/apply.ts' },
  { from: 'server/bff/tokens/x.ts', to: '../http/env.ts' },
  { from: 'server/bff/concurrency/x.ts', to: '../operations/apply.ts' },
  { from: 'server/bff/concurrency/x.ts', to: '../routes/message.ts' },
  { from: 'server/bff/domain/x.ts', to: '../tokens/return-code.ts' },
  { from: 'server/bff/store/x.ts', to: '../concurrency/step-feed.ts' },
  { from: 'server/bff/store/x.ts', to: '../tokens/return-code.ts' },
  { from: 'server/bff/lender/x.ts', to: '../http/metrics.ts' },
  { from: 'server/bff/store/x.ts', to: '../routes/message.ts' },
  { from: 'server/bff/store/x.ts', to: '../operations/apply.ts' },
  { from: 'server/bff/store/x.ts', to: '../lender/lender.ts' },
  { from: 'server/bff/store/x.ts', to: '../../lending/app.ts' },
  { from: 'server/bff/store/x.ts', to: '../../../widget/flow/state.ts' },
  { from: 'server/bff/lender/x.ts', to: '../operations/apply.ts' },
  { from: 'server/bff/lender/x.ts', to: '../store/checkouts.ts' },
  { from: 'server/lending/operations/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/domain/x.ts', to: '../../bff/domain/charging.ts' },
  { from: 'server/bff/operations/x.ts', to: '../../../widget/flow/state.ts' },
  { from: 'server/bff/domain/x.ts', to: '../../../widget/strings/en.ts' },
  { from: 'server/lending/operations/x.ts', to: '../../../widget/contract/step.ts' },
  { from: 'server/lending/domain/x.ts', to: '../../../widget/contract/step.ts' },
  { from: 'server/lending/operations/x.ts', to: '../pages/page.ts' },
  { from: 'server/lending/operations/identity/x.ts', to: '../../pages/page.ts' },
  { from: 'server/lending/operations/x.ts', to: '../routes/answer-errors.ts' },
  { from: 'server/lending/operations/x.ts', to: '../sandbox/seed.ts' },
  { from: 'server/lending/operations/identity/x.ts', to: '../../providers/personas.ts' },
  { from: 'server/lending/routes/x.ts', to: '../sandbox/lint.ts' },
  { from: 'server/lending/pages/x.ts', to: '../sandbox/seed.ts' },
  { from: 'server/lending/pages/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/documents/x.ts', to: '../providers/personas.ts' },
  { from: 'server/lending/store/x.ts', to: '../sandbox/seed.ts' },
  { from: 'server/lending/providers/x.ts', to: '../operations/soft-pull.ts' },
  { from: 'server/lending/providers/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/routes/x.ts', to: '../pages/page.ts' },
  { from: 'server/lending/routes/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/documents/x.ts', to: '../operations/statements.ts' },
  { from: 'server/lending/documents/x.ts', to: '../pages/page.ts' },
  { from: 'server/lending/documents/x.ts', to: '../routes/answer-errors.ts' },
  { from: 'server/lending/documents/x.ts', to: '../store/links.ts' },
  { from: 'server/lending/documents/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/store/x.ts', to: '../operations/statements.ts' },
  { from: 'server/lending/store/x.ts', to: '../documents/document.ts' },
  { from: 'server/lending/store/x.ts', to: '../pages/page.ts' },
  { from: 'server/lending/store/x.ts', to: '../routes/answer-errors.ts' },
  { from: 'server/lending/store/x.ts', to: '../../bff/app.ts' },
  { from: 'server/lending/domain/x.ts', to: '../documents/document.ts' },
  { from: 'server/lending/domain/x.ts', to: '../pages/page.ts' },
  { from: 'server/platform/http/x.ts', to: '../../bff/app.ts' },
  { from: 'server/platform/http/x.ts', to: '../../lending/app.ts' },
  { from: 'server/platform/http/x.ts', to: '../../lending-api/offers.ts' },
  { from: 'server/platform/http/x.ts', to: '../../../widget/contract/step.ts' },
  { from: 'server/platform/http/x.ts', to: '../../loan-math/fee-split.ts' },
  { from: 'server/loan-math/x.ts', to: '../bff/app.ts' },
  { from: 'server/loan-math/x.ts', to: '../lending/app.ts' },
  { from: 'server/loan-math/x.ts', to: '../lending-api/offers.ts' },
  { from: 'server/loan-math/x.ts', to: '../../widget/contract/step.ts' },
  { from: 'server/loan-math/x.ts', to: 'node:crypto' },
  { from: 'server/loan-math/x.ts', to: '../platform/clock.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: 'hono' },
  { from: 'server/bff/merchant-api/x.ts', to: '../domain/checkout.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../errors.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../../lending-api/money.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../../platform/ids.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../../../widget/flow/state.ts' },
  { from: 'demo/back-office/x.ts', to: '../catalog.ts' },
  { from: 'demo/back-office/x.ts', to: '../../server/platform/money.ts' },
  { from: 'demo/back-office/money/x.ts', to: '../../catalog.ts' },
  { from: 'demo/back-office/money/x.ts', to: '../../../server/platform/money.ts' },
  { from: 'server/lending-api/x.ts', to: 'hono' },
  { from: 'server/lending-api/x.ts', to: 'node:crypto' },
  { from: 'server/lending-api/x.ts', to: '../platform/money.ts' },
  { from: 'server/lending-api/x.ts', to: '../loan-math/fee-split.ts' },
  { from: 'server/lending-api/texts/x.ts', to: '../../platform/money.ts' },
  ...['bff', 'lending'].flatMap((side) =>
    [
      'hono',
      '@hono/node-server',
      'kysely',
      'node:crypto',
      '../store/loans.ts',
      '../routes/loans.ts',
      '../operations/soft-pull.ts',
      '../../platform/clock.ts',
      '../../platform/ids.ts',
      '../../platform/database/database.ts',
    ].map((to) => ({ from: `server/${side}/domain/x.ts`, to })),
  ),
];

const allowed = [
  { from: 'widget/flow/x.ts', to: '../contract/step.ts' },
  { from: 'widget/format/x.ts', to: '../contract/money-input.ts' },
  { from: 'widget/screens/details/x.ts', to: '../../load-results.ts' },
  { from: 'widget/embed/x.ts', to: '../flow/inline-flow.ts' },
  { from: 'widget/embed/x.ts', to: '../styles/sheet.ts' },
  { from: 'server/bff/operations/x.ts', to: '../../../widget/contract/step.ts' },
  { from: 'server/bff/domain/x.ts', to: '../../../widget/contract/step.ts' },
  { from: 'server/bff/operations/x.ts', to: '../../lending-api/offers.ts' },
  { from: 'server/bff/operations/x.ts', to: '../lending-client.ts' },
  { from: 'server/bff/operations/x.ts', to: '../store/checkouts.ts' },
  { from: 'server/bff/operations/x.ts', to: '../lender/lender.ts' },
  { from: 'server/bff/routes/x.ts', to: '../operations/apply.ts' },
  { from: 'server/bff/routes/x.ts', to: '../store/checkouts.ts' },
  { from: 'server/bff/store/x.ts', to: '../domain/checkout.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../../widget/contract/offer.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../platform/money.ts' },
  { from: 'server/bff/domain/x.ts', to: '../../loan-math/fee-split.ts' },
  { from: 'server/bff/lender/x.ts', to: '../../loan-math/loan-costs.ts' },
  { from: 'server/lending/domain/x.ts', to: '../../loan-math/loan-costs.ts' },
  { from: 'server/loan-math/x.ts', to: '../platform/money.ts' },
  { from: 'server/loan-math/x.ts', to: 'decimal.js' },
  { from: 'server/lending/operations/x.ts', to: '../../platform/database/database.ts' },
  { from: 'server/lending/operations/x.ts', to: '../documents/document.ts' },
  { from: 'server/lending/operations/identity/x.ts', to: '../../providers/providers.ts' },
  { from: 'server/lending/sandbox/x.ts', to: '../operations/statements.ts' },
  { from: 'server/lending/providers/x.ts', to: '../domain/bureau-report.ts' },
  { from: 'server/lending/operations/x.ts', to: '../store/links.ts' },
  { from: 'server/lending/documents/x.ts', to: '../domain/loan.ts' },
  { from: 'server/lending/documents/x.ts', to: '../../platform/money.ts' },
  { from: 'server/lending/routes/x.ts', to: '../operations/statements.ts' },
  { from: 'server/lending/pages/x.ts', to: '../operations/statements.ts' },
  { from: 'server/lending/pages/x.ts', to: '../documents/document.ts' },
  { from: 'server/lending/store/x.ts', to: '../domain/loan.ts' },
  { from: 'server/lending/domain/x.ts', to: '../../platform/money.ts' },
  { from: 'server/lending/domain/x.ts', to: '../../lending-api/statuses.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: 'zod' },
  { from: 'server/bff/merchant-api/x.ts', to: '@hono/zod-openapi' },
  { from: 'server/bff/merchant-api/x.ts', to: './values.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../../platform/money.ts' },
  { from: 'server/bff/merchant-api/x.ts', to: '../../../widget/contract/error-code.ts' },
  { from: 'server/bff/domain/x.ts', to: '../merchant-api/charges.ts' },
  { from: 'demo/back-office/x.ts', to: 'better-sqlite3' },
  { from: 'demo/back-office/money/x.ts', to: '../format.ts' },
  { from: 'server/lending-api/x.ts', to: 'zod' },
  { from: 'server/lending-api/x.ts', to: '@hono/zod-openapi' },
  { from: 'server/lending-api/texts/x.ts', to: '../money.ts' },
];

/** Files that import each other: by types alone, round three corners, lazily. */
const circles = {
  'server/bff/circle/type-a.ts': "import type { B } from './type-b.ts';\nexport type A = B[];\n",
  'server/bff/circle/type-b.ts': "import type { A } from './type-a.ts';\nexport type B = A[];\n",
  'server/lending/circle/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
  'server/lending/circle/b.ts': "import { c } from './c.ts';\nexport const b = () => c();\n",
  'server/lending/circle/c.ts':
    "import { a } from './a.ts';\nexport const c = (): unknown => a();\n",
  'widget/circle/a.ts': "export const a = () => import('./b.ts');\n",
  'widget/circle/b.ts': "import { a } from './a.ts';\nexport const b = (): unknown => a();\n",
  'demo/circle/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
  'demo/circle/b.ts': "import { a } from './a.ts';\nexport const b = (): unknown => a();\n",
};

const impure = [
  'Date.now()',
  'new Date()',
  'Date()',
  'Math.random()',
  'crypto.randomUUID()',
  'performance.now()',
  'process.env',
];

const pure = ['new Date(1000)', 'new Date("2026-01-01")', 'Date.UTC(2026, 0)', 'Math.max(1, 2)'];

/** Every case as a file of its own: `x.ts` becomes `case-3.ts` and so on. */
function plant<Case>(cases: readonly Case[], path: (each: Case) => string): Map<Case, string> {
  return new Map(
    cases.map((each, index) => [each, path(each).replace('x.ts', `case-${index}.ts`)]),
  );
}

describe('npm run lint', () => {
  const imports = [...refused, ...allowed];
  const expressions = ['bff', 'lending'].flatMap((side) =>
    [...impure, ...pure].map((expression) => ({ side, expression })),
  );
  const importFiles = plant(imports, ({ from }) => from);
  const expressionFiles = plant(expressions, ({ side }) => `server/${side}/domain/clock/x.ts`);
  let findings: Finding[] = [];

  before(async () => {
    findings = await lintPlanted({
      ...circles,
      ...Object.fromEntries(
        imports.map((each) => [importFiles.get(each), `export { a } from '${each.to}';\n`]),
      ),
      ...Object.fromEntries(
        expressions.map((each) => [
          expressionFiles.get(each),
          `export const a = () => ${each.expression};\n`,
        ]),
      ),
    });
  });

  function rulesBrokenBy(file: string | undefined): string[] {
    return findings.filter((finding) => finding.file === file).map(({ rule }) => rule);
  }

  for (const each of refused) {
    it(`refuses ${each.to} in ${each.from}`, () => {
      assert.deepEqual(rulesBrokenBy(importFiles.get(each)), ['lint/style/noRestrictedImports']);
    });
  }

  for (const each of allowed) {
    it(`lets ${each.from} import ${each.to}`, () => {
      assert.deepEqual(rulesBrokenBy(importFiles.get(each)), []);
    });
  }

  for (const file of Object.keys(circles)) {
    it(`refuses the circle of ${file}`, () => {
      assert.deepEqual(rulesBrokenBy(file), ['lint/suspicious/noImportCycles']);
    });
  }

  for (const each of expressions) {
    const isRefused = impure.includes(each.expression);
    it(`${isRefused ? 'refuses' : 'allows'} ${each.expression} in server/${each.side}/domain`, () => {
      assert.equal(rulesBrokenBy(expressionFiles.get(each)).length > 0, isRefused);
    });
  }
});
