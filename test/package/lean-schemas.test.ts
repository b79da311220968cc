import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { describe, it } from 'node:test';
import type * as Application from '../../widget/contract/check-application.ts';
import { checkApplication } from '../../widget/contract/check-application.ts';
import type * as Steps from '../../widget/client/parse-step.ts';
import { parseStep } from '../../widget/client/parse-step.ts';
import { checkoutStepSchema, type Screen } from '../../widget/contract/step.ts';
import { anApplicationBody, applicantCorpus, corpusToday } from '../helpers/applicant-corpus.ts';
import { aStep, everyStep } from '../widget/helpers/contract-values.ts';

const screens = checkoutStepSchema.def.options.map(({ shape }) => shape.screen.def.values[0]);
const leanSchemas = new URL('../../widget/contract/lean-schemas.ts', import.meta.url).href;
const mark = '?lean';

/** The same modules once more, with what the browser's files have in place of zod. */
async function importLean<Module>(path: string): Promise<Module> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'zod/mini') {
        const isLean = context.parentURL?.endsWith(mark) === true;
        return isLean ? { url: leanSchemas, shortCircuit: true } : next(specifier, context);
      }
      const resolved = next(specifier, context);
      const isOfLean = context.parentURL?.endsWith(mark) === true && specifier.startsWith('.');
      return isOfLean ? { ...resolved, url: resolved.url + mark } : resolved;
    },
  });
  try {
    return (await import(new URL(path + mark, import.meta.url).href)) as Module;
  } finally {
    hooks.deregister();
  }
}

const lean = {
  ...(await importLean<typeof Application>('../../widget/contract/check-application.ts')),
  ...(await importLean<typeof Steps>('../../widget/client/parse-step.ts')),
};

/** A step, and the step with each member missing, of another kind, or not as it should be written. */
function variants(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) {
    return [value, undefined, null, '', 'x', 1.5, -1, true, [], {}];
  }
  if (Array.isArray(value)) {
    return [value, [], {}, null, ...variants(value[0]).map((first) => [first])];
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    variants(member).map((changed) => ({ ...value, [name]: changed })),
  );
  return [value, { ...value, unknown: 1 }, null, [], 'x', ...members];
}

describe('the schemas of the browser’s files', () => {
  it('judge every application of the corpus as zod does, and read it alike', () => {
    const bodies = [
      ...applicantCorpus.map(({ change }) => anApplicationBody(change)),
      ...variants(anApplicationBody()),
      ...['a@b.co', "o'neil+x@a-b.example", '.a@b.co', 'a..b@c.de', 'a@b', 'a b@c.de'].map(
        (email) => anApplicationBody({ email }),
      ),
      { first_name: '😀'.repeat(50) },
      { first_name: '😀'.repeat(51) },
    ];
    for (const body of bodies) {
      const options = { today: corpusToday };
      assert.deepEqual(
        lean.checkApplication(body, options),
        checkApplication(body, options),
        JSON.stringify(body),
      );
    }
  });

  for (const screen of screens as Screen[]) {
    it(`judge the step ${screen} as zod does, whatever is wrong with it`, () => {
      assert.notEqual(lean.parseStep(aStep(screen)), null);
      const steps = everyStep.filter((step) => step.screen === screen);
      for (const step of steps.flatMap(variants)) {
        assert.deepEqual(lean.parseStep(step), parseStep(step), JSON.stringify(step));
      }
    });
  }
});
