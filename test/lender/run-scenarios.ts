import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Lender } from '../../server/bff/lender/lender.ts';
import { sandboxLenderLogin } from '../../server/config/sandbox-settings.ts';
import { accountScenarios } from './account-scenarios.ts';
import { applicationScenarios } from './application-scenarios.ts';
import { type Method, make } from './calls.ts';
import { chargeScenarios } from './charge-scenarios.ts';
import { assertAnswer } from './expectations.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioLoan } from './scenario-loan.ts';
import type { TestedLender } from './tested-lender.ts';

const scenarios = [...applicationScenarios, ...chargeScenarios, ...accountScenarios];

/**
 * Runs every scenario over a lender. One that needs a capability which the lender lacks is not
 * supported, and must be named here: nothing is left out by accident.
 */
export function describeLender(
  name: string,
  start: () => Promise<TestedLender>,
  { lacks }: { lacks: readonly Method[] },
): void {
  describe(name, () => {
    let tested: TestedLender;
    let lender: Lender;

    before(async () => {
      tested = await start();
      lender = tested.connect();
    });
    after(() => tested.close());

    it(`can do all but ${lacks.join(', ') || 'nothing'}`, () => {
      const methods = new Set(scenarios.map(({ call }) => call.method));
      const missing = [...methods].filter((method) => lender[method] === undefined);
      assert.deepEqual(missing.toSorted(), [...lacks].toSorted());
    });

    for (const scenario of scenarios) {
      const lacking = neededBy(scenario).find((method) => lacks.includes(method));
      it(scenario.name, { skip: lacking && `without ${lacking}` }, async () => {
        const scenarioLoan = new ScenarioLoan(tested, lender, scenario.given?.person ?? 'approved');
        for (const step of scenario.given?.steps ?? []) await scenarioLoan.take(step);
        const caller = scenario.isStranger
          ? tested.connect({ ...sandboxLenderLogin, password: 'a wrong password' })
          : lender;
        await assertAnswer(
          make(scenario.call, caller, scenarioLoan),
          scenario.answer,
          scenarioLoan,
        );
        await tested.restoreBank();
      });
    }
  });
}

function neededBy({ call, needs }: Scenario): Method[] {
  return needs === undefined ? [call.method] : [call.method, needs];
}
