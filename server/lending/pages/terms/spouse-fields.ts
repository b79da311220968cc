import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import type { Spouse } from '../../operations/terms/send-spouse-notice.ts';
import type { PageContext } from '../page-context.ts';
import { type FieldError, field, radioGroup } from '../parts.ts';
import type { PageStrings } from '../strings/en.ts';

/** What a Wisconsin resident typed about the household. */
export interface Household {
  /** Empty when neither was chosen. */
  readonly married: 'yes' | 'no' | '';
  readonly spouseName: string;
  readonly spouseAddress: string;
}

/** Wis. Stat. 766.56(3)(b): a spouse who does not apply must be notified. */
export function needsHousehold({ state }: { state: string }): boolean {
  return state === 'WI';
}

export function householdOf(typed: (name: string) => string): Household {
  const married = typed('married');
  return {
    married: married === 'yes' || married === 'no' ? married : '',
    spouseName: typed('spouse_name').slice(0, 100),
    spouseAddress: typed('spouse_address').slice(0, 200),
  };
}

/** The fields that it was read from. */
export function typedOf({ married, spouseName, spouseAddress }: Household) {
  return { married, spouse_name: spouseName, spouse_address: spouseAddress };
}

/** Whom the notice goes to; undefined for whoever is not married. */
export function spouseOf({ married, spouseName, spouseAddress }: Household): Spouse | undefined {
  return married === 'yes' ? { name: spouseName, address: spouseAddress } : undefined;
}

export function householdErrors(
  { married, spouseName }: Household,
  text: PageStrings['spouse'],
): FieldError[] {
  if (married === '') return [{ field: 'married', message: text.missing }];
  const isNamed = married === 'no' || /\p{L}/u.test(spouseName);
  return isNamed ? [] : [{ field: 'spouse_name', message: text.missingName }];
}

/** Nothing is chosen in advance. */
export function spouseFields(
  { strings }: PageContext,
  errors: readonly FieldError[],
  household: Household,
): Html {
  const text = strings.spouse;
  return html`<section>
    <h3>${text.title}</h3>
    <p>${text.why}</p>
    ${radioGroup({
      name: 'married',
      legend: text.question,
      errors,
      choices: [
        ['yes', text.yes],
        ['no', text.no],
      ],
      chosen: household.married,
    })}
    ${field({
      name: 'spouse_name',
      label: text.name,
      hint: text.nameHint,
      errors,
      value: household.spouseName,
      digits: null,
      autocomplete: 'off',
      isOptional: true,
    })}
    ${field({
      name: 'spouse_address',
      label: text.address,
      hint: text.addressHint,
      errors,
      value: household.spouseAddress,
      digits: null,
      autocomplete: 'off',
      isOptional: true,
    })}
  </section>`;
}
