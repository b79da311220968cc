import { expect } from '@open-wc/testing';
import type { ApplicantField } from '../../../widget/contract/applicant.ts';
import {
  type ApplicationDraft,
  emptyDraft,
  prefillDraft,
} from '../../../widget/screens/details/application-form.ts';
import { parts } from '../../../widget/screens/details/form-fields.ts';
import { en } from '../../../widget/strings/en.ts';
import { mountDetails, typed } from '../helpers/mount-details.ts';
import { until } from '../helpers/until.ts';

const strings = en.form;

const field = ':is(input:not([type=checkbox]), select)';
const requiredBox = '[type=checkbox][aria-required=true]';
const optionalBox = '[type=checkbox][aria-required=false]';

/** The names of what the three steps have of a kind, each once. */
async function asked(
  kind: string,
  draft: Partial<ApplicationDraft['values']> = {},
): Promise<ApplicantField[]> {
  const names = new Set<string>();
  for (const part of parts) {
    const { root } = await mountDetails({ draft, part });
    // The form of the first part is kept, unseen, while another part is open.
    for (const control of root.querySelectorAll<HTMLInputElement>(`form:not([hidden]) ${kind}`)) {
      names.add(control.name);
    }
  }
  return [...names] as ApplicantField[];
}

/** As widget/README.md has it under "What the form asks". */
describe('what <details-screen> asks', () => {
  for (const [who, employment_status, more] of [
    ['somebody retired', 'retired', 0],
    ['an employee', 'employed', 1],
  ] as const) {
    it(`has ${14 + more} fields for ${who}, ${6 + more} if the page knows the rest`, async () => {
      const fields = await asked(`${field}:not(.more *)`, { employment_status });
      expect(fields).to.have.length(14 + more);
      const { first_name, last_name, email, phone, address_1, city, state, zip_code } = typed;
      const prefill = { first_name, last_name, email, phone, address_1, city, state, zip_code };
      const draft = emptyDraft();
      prefillDraft(draft, prefill);
      expect(fields.filter((name) => draft.values[name] === '')).to.have.length(6 + more);
    });
  }

  it('has three more fields on demand', async () => {
    expect(await asked(`.more ${field}`)).to.have.length(3);
  });

  it('has two boxes to tick, and one that may be left', async () => {
    expect(await asked(requiredBox)).to.have.length(2);
    expect(await asked(optionalBox)).to.have.length(1);
  });

  it('marks what must be filled, and has none that the browser calls wrong before it was sent', async () => {
    expect(await asked('[name][aria-required=true]')).to.have.length(15);
    // Firefox says so whatever `aria-invalid` says.
    expect(await asked(':invalid')).to.deep.equal([]);
  });

  it('takes three presses to the offers', async () => {
    const { next, query, screen, button, intents } = await mountDetails({ draft: typed });
    await next();
    await next();
    for (const box of ['esign_consent', 'privacy_notice_ack']) query(`#${box}`).click();
    await screen.updateComplete;
    query('.authorization-text > :last-child').scrollIntoView();
    button(strings.agree).click();
    await until(() => intents.some(({ type }) => type === 'apply'));
  });
});
