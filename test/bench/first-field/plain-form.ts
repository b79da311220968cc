import { css, html, LitElement, type TemplateResult } from 'lit';

const fields = [
  ['first_name', 'First name', 'given-name'],
  ['last_name', 'Last name', 'family-name'],
  ['date_of_birth', 'Date of birth', 'bday'],
  ['phone', 'Mobile phone', 'tel-national'],
  ['email', 'Email', 'email'],
  ['address_1', 'Street address', 'address-line1'],
  ['city', 'City', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['zip_code', 'ZIP code', 'postal-code'],
  ['employer_name', 'Employer', 'organization'],
  ['annual_income', 'Annual income', 'off'],
  ['monthly_housing_payment', 'Monthly housing payment', 'off'],
] as const;

/** The least that a form in Lit can be: native fields, a few styles, no call. */
class PlainForm extends LitElement {
  static override styles = css`
    :host {
      display: block;
      font: 1rem/1.5 system-ui, sans-serif;
    }

    form {
      display: grid;
      gap: 1rem;
      max-inline-size: 42rem;
    }

    label {
      display: grid;
      gap: 0.25rem;
    }

    input,
    button {
      box-sizing: border-box;
      min-block-size: 2.75rem;
      padding: 0.5rem 0.75rem;
      border: 1px solid #767b85;
      border-radius: 6px;
      font: inherit;
    }
  `;

  override render(): TemplateResult {
    return html`<form>
      ${fields.map(
        ([name, label, autocomplete]) =>
          html`<label>${label}<input id=${name} name=${name} autocomplete=${autocomplete} /></label>`,
      )}
      <button>Continue</button>
    </form>`;
  }
}

customElements.define('plain-form', PlainForm);
