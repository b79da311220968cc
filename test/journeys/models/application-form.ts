import type { Locator } from 'playwright-core';
import type { FormField, Strings } from '../../../widget/strings/strings.ts';
import { until } from '../../helpers/until.ts';
import { autofill } from './autofill.ts';
import type { Inside } from './checkout-page.ts';
import type { TypedApplicant } from './typed-applicant.ts';

const aboutFields = ['first_name', 'last_name', 'date_of_birth', 'phone', 'email'] as const;
const addressFields = ['address_1', 'city', 'zip_code'] as const;
const moneyFields = ['monthly_housing_payment', 'annual_income'] as const;

/** The three parts of the `details` screen. */
export class ApplicationForm {
  readonly #inside: Inside;
  readonly #strings: Strings;

  constructor(inside: Inside, strings: Strings) {
    this.#inside = inside;
    this.#strings = strings;
  }

  field(name: FormField): Locator {
    const { label } = this.#strings.form.fields[name];
    return this.#inside.getByLabel(new RegExp(`^\\s*${escaped(label)}(\\s*\\(.*\\))?\\s*$`));
  }

  housing(status: keyof Strings['form']['housing']): Locator {
    return this.#inside.getByRole('radio', {
      name: this.#strings.form.housing[status],
      exact: true,
    });
  }

  get next(): Locator {
    return this.#button(this.#strings.form.next);
  }

  get back(): Locator {
    return this.#button(this.#strings.form.back);
  }

  get agree(): Locator {
    return this.#button(this.#strings.form.agree);
  }

  part(number: 1 | 2 | 3): Locator {
    return this.#inside.getByRole('heading', { name: this.#strings.form.parts[number - 1] ?? '' });
  }

  async fillAbout(applicant: TypedApplicant): Promise<void> {
    for (const name of aboutFields) await this.field(name).fill(applicant[name]);
  }

  async fillHome(applicant: TypedApplicant): Promise<void> {
    for (const name of addressFields) await this.field(name).fill(applicant[name]);
    await this.field('state').selectOption(applicant.state);
    await tick(this.housing('own'));
    await this.field('employment_status').selectOption('employed');
    for (const name of moneyFields) await this.field(name).fill(applicant[name]);
  }

  async fillConsents(applicant: TypedApplicant): Promise<void> {
    await this.field('ssn').fill(applicant.ssn);
    await tick(this.field('esign_consent'));
    await tick(this.field('privacy_notice_ack'));
    await tick(this.field('sms_consent'));
  }

  /** All three parts, up to the button that sends them. */
  async fill(applicant: TypedApplicant): Promise<void> {
    await this.fillAbout(applicant);
    await this.next.click();
    await this.fillHome(applicant);
    await this.next.click();
    await this.fillConsents(applicant);
  }

  /** The same, each part filled at once by the browser: for what begins after the form. */
  async autofill(applicant: TypedApplicant): Promise<void> {
    const { first_name, last_name, date_of_birth, phone, email } = applicant;
    const about = { first_name, last_name, date_of_birth, phone, email };
    await autofill(this.#shown('#first_name'), about);
    await this.next.click();
    const { address_1, city, state, zip_code, monthly_housing_payment, annual_income } = applicant;
    const address = { address_1, city, state, zip_code };
    const money = { employment_status: 'employed', monthly_housing_payment, annual_income };
    await autofill(this.#shown('#address_1'), { ...address, ...money }, ['housing_status']);
    await this.next.click();
    const boxes = ['esign_consent', 'privacy_notice_ack', 'sms_consent'];
    // A box can be ticked once its text is there.
    const ready = boxes.map((id) => `#${id}:enabled`);
    await autofill(this.#shown('#ssn', ...ready), { ssn: applicant.ssn }, boxes);
  }

  /** Reads the authorization to its end, without which the button only leads there, and agrees. */
  async send(): Promise<void> {
    await this.readAuthorization();
    await this.agree.click();
  }

  /** Waits until its last words, right above the button, have come to rest in view. */
  async readAuthorization(): Promise<void> {
    await this.agree.scrollIntoViewIfNeeded();
    const end = this.#inside.locator('.authorization-text > :last-child');
    await until('the end of the authorization in view', () => end.evaluate(isWhollyInView));
  }

  /** The part that is shown, once it has these fields. */
  #shown(...fields: readonly string[]): Locator {
    const holds = fields.map((field) => `:has(${field})`).join('');
    return this.#inside.locator(`form:visible${holds}`);
  }

  #button(name: string): Locator {
    return this.#inside.getByRole('button', { name, exact: true });
  }
}

/** A notice or a frame that grows meanwhile moves what is below: who has missed it clicks again. */
function tick(box: Locator): Promise<true> {
  return until('it is ticked', async () => {
    if (!(await box.isChecked())) await box.click();
    return (await box.isChecked()) || undefined;
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Runs in the page or in the frame, through whose edges it looks. */
function isWhollyInView(element: Element): Promise<true | undefined> {
  return new Promise((resolve) => {
    new IntersectionObserver((entries, observer) => {
      observer.disconnect();
      resolve(entries.some(({ intersectionRatio }) => intersectionRatio > 0.99) || undefined);
    }).observe(element);
  });
}
