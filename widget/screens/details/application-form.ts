import type { ApplicantField } from '../../contract/applicant.ts';
import type { checkApplication } from '../../contract/check-application.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import { hasShortYear, localDay } from '../../format/date.ts';
import type { FormField } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { type ApplicationDraft, tick, toApplicationBody } from './application-draft.ts';
import { askedIn, boxes, boxTexts, firstPartWithErrors, type Part, parts } from './form-fields.ts';
import { showTyped } from './typed-formats.ts';

type Check = typeof checkApplication;

/** The form without its looks: what is typed, what is wrong with it, which part is open. */
export class ApplicationForm {
  readonly draft: ApplicationDraft;
  errors: FieldErrors = {};
  readonly #texts: () => DisclosureTexts;
  readonly #now: () => number;
  #check: Check | null = null;

  constructor(draft: ApplicationDraft, texts: () => DisclosureTexts, now: () => number) {
    this.draft = draft;
    this.#texts = texts;
    this.#now = now;
  }

  /** Wrong fields of the open part, in the order in which they are asked. */
  wrongFields(): FormField[] {
    return askedIn(this.draft.part).filter((field) => this.errors[field] !== undefined);
  }

  /** @returns whether the value is another than before */
  type(name: string, value: string): boolean {
    if (!this.#isField(name)) return false;
    const isNew = this.draft.values[name] !== value;
    this.draft.values[name] = value;
    this.draft.touched.add(name);
    this.#recheck(name);
    return isNew;
  }

  tick(name: string, isChecked: boolean): void {
    const box = boxes.find((one) => one === name);
    if (box === undefined) return;
    const text = this.#texts().get(boxTexts[box]);
    this.draft.ticks[box] = isChecked && text !== undefined ? tick(text, this.#now()) : null;
    this.#recheck(box);
  }

  /** After leaving a field: what was typed takes its usual form. */
  format(name: string): void {
    if (!this.#isField(name)) return;
    this.draft.values[name] = showTyped(name, this.draft.values[name]);
  }

  /** The application's body, as far as it has been typed. */
  get body(): Record<string, unknown> {
    return toApplicationBody(this.draft, this.#texts(), this.#now());
  }

  /**
   * Whether all parts up to this one are in order; if not, the first that is not is opened.
   * @param check the contract's, which comes with what follows the form
   */
  passes(last: Part, check: Check): boolean {
    this.#check = check;
    const found = this.#findErrors(check);
    const asked = parts.filter((part) => part <= last).flatMap(askedIn);
    const errors: FieldErrors = {};
    for (const field of asked) {
      const codes = found[field];
      if (codes !== undefined) errors[field] = codes;
    }
    return !this.showErrors(errors);
  }

  /** @returns whether there are any that the form can show */
  showErrors(errors: FieldErrors): boolean {
    this.errors = errors;
    const part = firstPartWithErrors(errors);
    if (part !== null) this.draft.part = part;
    return part !== null;
  }

  open(part: Part): void {
    this.draft.part = part;
    this.errors = {};
  }

  /** A field that was wrong is looked at again while it is mended; any other is left in peace. */
  #recheck(field: FormField): void {
    if (this.errors[field] === undefined) return;
    const { [field]: _, ...others } = this.errors;
    const codes = this.#check === null ? undefined : this.#findErrors(this.#check)[field];
    this.errors = codes === undefined ? others : { ...others, [field]: codes };
  }

  #findErrors(check: Check): FieldErrors {
    const checked = check(this.body, { today: localDay(this.#now()) });
    if (checked.ok) return {};
    return hasShortYear(this.draft.values.date_of_birth)
      ? { ...checked.errors, date_of_birth: ['short_year'] }
      : checked.errors;
  }

  #isField(name: string): name is ApplicantField {
    return Object.hasOwn(this.draft.values, name);
  }
}
