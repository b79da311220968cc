import { problemStates, resultStates, sampleSteps } from '../../../demo/screens/screen-states.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { aBareStep } from '../../widget/helpers/contract-values.ts';
import type { Opening } from './opening.ts';
import type { Stage } from './stage.ts';
import { type TypedApplicant, typedApplicant } from './typed-applicant.ts';

/** A screen as somebody may find it. */
export interface Scene {
  name: string;
  opening: Opening;
  /** What that person does there first. */
  arrange?: (stage: Stage) => Promise<void>;
}

const at = sampleSteps;

/** Types into the fields by their names, whatever language their labels are in. */
async function fill(stage: Stage, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await stage.locator(`#${id}`).fill(value);
}

async function goOn(stage: Stage, part: number): Promise<void> {
  await stage.locator('form:not([hidden]) button[type=submit]').click();
  await stage.locator(part === 2 ? '#address_1' : '#ssn').waitFor();
}

/** Until the form's regulated texts have come, which every part of it shows some of. */
async function textsCame(stage: Stage): Promise<void> {
  await stage.locator('.notices .legal').nth(1).waitFor({ state: 'attached' });
}

async function toHome(stage: Stage, applicant: TypedApplicant): Promise<void> {
  await textsCame(stage);
  const { first_name, last_name, date_of_birth, phone, email } = applicant;
  await fill(stage, { first_name, last_name, date_of_birth, phone, email });
  await goOn(stage, 2);
}

async function toConsents(stage: Stage): Promise<void> {
  const applicant = typedApplicant('0001', { state: 'OH' });
  const { address_1, city, zip_code, monthly_housing_payment, annual_income } = applicant;
  await toHome(stage, applicant);
  await fill(stage, { address_1, city, zip_code, monthly_housing_payment, annual_income });
  await stage.locator('#state').selectOption(applicant.state);
  await stage.locator('#housing_status').check();
  await stage.locator('#employment_status').selectOption('employed');
  await goOn(stage, 3);
}

async function sendTooEarly(stage: Stage): Promise<void> {
  await stage.locator('form:not([hidden]) button[type=submit]').click();
  await stage.locator('.summary').waitFor();
}

async function openTexts(stage: Stage): Promise<void> {
  await textsCame(stage);
  for (const each of await stage.locator('.notices summary').all()) await each.click();
}

const form: Scene[] = [
  { name: 'details', opening: { step: at.details }, arrange: openTexts },
  { name: 'details, nothing typed', opening: { step: at.details }, arrange: sendTooEarly },
  {
    name: 'details, home',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toHome(stage, typedApplicant('0001'));
      await stage.locator('#state').selectOption('WI');
      await sendTooEarly(stage);
    },
  },
  {
    name: 'details, consent',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toConsents(stage);
      await fill(stage, { ssn: '900-10-0001' });
      for (const each of await stage.locator('.consents summary').all()) await each.click();
    },
  },
  {
    name: 'details, nothing agreed to',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toConsents(stage);
      await fill(stage, { ssn: '900-10' });
      const agree = stage.locator('.authorization .primary');
      // The first press may only lead to the end of the text.
      await agree.click();
      await agree.click();
      await stage.locator('.summary').waitFor();
    },
  },
  {
    name: 'details, nothing was decided',
    opening: {
      step: {
        ...at.details,
        amount: null,
        problem: { code: 'lender_unavailable', correlation_id: 'c0ffee42' },
      },
    },
  },
];

/** Where the lender says no more than it must. */
const bare = (
  ['review', 'offers', 'no_offers', 'redirect', 'accepted', 'charge_pending', 'ask_lender'] as const
).map((screen): [string, CheckoutStep] => [`${screen}, the least`, aBareStep(screen)]);

/** Each of them with all that it says. */
const opened: Scene = {
  name: 'offers, opened',
  opening: { step: sampleSteps.offers },
  arrange: async (stage) => {
    for (const each of await stage.locator('.opener').all()) await each.click();
  },
};

/** What the element itself says where no flow could be loaded. */
const failures = (['unreachable', 'misconfigured'] as const).map(
  (failure): Scene => ({
    name: `no application, ${failure}`,
    opening: { step: at.working },
    arrange: (stage) => stage.fail(failure),
  }),
);

/** Every screen there is, in every shape that differs from another. */
export const scenes: readonly Scene[] = [
  ...form,
  ...resultStates,
  ...bare.map(([name, step]): Scene => ({ name, opening: { step } })),
  opened,
  ...problemStates,
  ...failures,
];

export async function play(stage: Stage, { opening, arrange }: Scene): Promise<void> {
  await stage.show(opening);
  await arrange?.(stage);
  await stage.settle();
}

export function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene === undefined) throw new Error(`there is no scene ${name}`);
  return scene;
}
