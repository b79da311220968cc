import type { StepOf } from '../../../widget/contract/step.ts';
import { defineFlow } from '../../../widget/flow/define-flow.ts';
import { loadResults } from '../../../widget/load-results.ts';
import {
  type ApplicationDraft,
  emptyDraft,
} from '../../../widget/screens/details/application-form.ts';
import { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import type { ScreenContext } from '../../../widget/screens/screen-context.ts';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from './contract-values.ts';
import { mountScreen } from './mount-screen.ts';
import { until } from './until.ts';

defineFlow();

const now = Date.parse('2026-03-01T15:00:00Z');

/** What a person would type, in the person's own way of writing. */
export const typed = {
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '4/12/1985',
  email: 'ada@example.test',
  phone: '(555) 555-0123',
  address_1: '12 Hillside Avenue',
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment: '$1,250',
  employment_status: 'employed',
  annual_income: '84,000',
  ssn: '900-10-0001',
} satisfies Partial<ApplicationDraft['values']>;

interface DetailsSetup {
  draft?: Partial<ApplicationDraft['values']>;
  part?: ApplicationDraft['part'];
  step?: Partial<StepOf<'details'>>;
  context?: Partial<ScreenContext>;
}

/** The form at one of its parts, with what was typed before. */
export async function mountDetails({
  draft = {},
  part = 1,
  step = {},
  context = {},
}: DetailsSetup = {}) {
  // What the later parts come with.
  await loadResults();
  const screen = new DetailsScreen();
  screen.draft = { ...emptyDraft(), part };
  Object.assign(screen.draft.values, draft);
  screen.now = () => now;
  const mounted = await mountScreen(screen, aStep('details', step), context);
  const { query, button, text } = mounted;
  return {
    ...mounted,
    root: screen,
    field: (id: string) => query<HTMLInputElement>(`#${id}`),
    type(id: string, value: string) {
      const input = query<HTMLInputElement>(`#${id}`);
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return screen.updateComplete;
    },
    async next() {
      const before = text();
      button(en.form.next).click();
      await until(() => text() !== before);
    },
    summary: () => screen.querySelector('.summary'),
    focused: () => (screen.getRootNode() as ShadowRoot).activeElement,
  };
}
