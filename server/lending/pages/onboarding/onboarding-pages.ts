import { html, raw } from 'hono/html';
import { withPhoneNumbers, type Html, facts } from '../../documents/html.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { checkbox, codeField, errorSummary, type FieldError, field, problemBox } from '../parts.ts';
import type { ShownDocument } from '../../documents/document.ts';

export interface CodeView {
  /** `/onboarding/{token}` */
  readonly path: string;
  readonly errors: readonly FieldError[];
  /** Why no code could be sent or taken; null when all is well. */
  readonly problem: string | null;
}

/** What is to come, and the button that sends the code: looking at a page sends nothing. */
export function startPage(reader: Reader, { path, problem }: CodeView): Html {
  const { strings, lender } = reader;
  const text = strings.onboarding;
  const content = html`${problemBox(problem)}
    <h1>${text.startTitle}</h1>
    <p class="lede">${text.startLede(lender.name)}</p>
    <ol class="steps">${text.steps.map((step) => html`<li>${step}</li>`)}</ol>
    <form method="post" action="${path}/code">
      <p>${text.sendLede}</p>
      <div class="actions"><button type="submit">${text.send}</button></div>
    </form>
    <p class="small-print">${withPhoneNumbers(text.wrongPhone(lender.name, lender.phone))}</p>`;
  return page(reader, { title: text.startTitle, hasErrors: problem !== null }, content);
}

export function codePage(reader: Reader, { path, errors, problem }: CodeView): Html {
  const { strings } = reader;
  const text = strings.onboarding;
  const content = html`${errorSummary(reader, errors)}${problemBox(problem)}
    <h1>${text.codeTitle}</h1>
    <p class="lede">${text.codeLede}</p>
    <form method="post" action="${path}/verify" novalidate>
      ${codeField(reader, errors)}
      <div class="actions"><button type="submit">${strings.stepUp.button}</button></div>
    </form>
    <form method="post" action="${path}/code">
      <button type="submit" class="quiet">${text.sendAgain}</button>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(reader, { title: text.codeTitle, hasErrors }, content);
}

export interface ReviewView {
  readonly path: string;
  readonly merchant: MerchantRow;
  readonly admin: MerchantUserRow;
  readonly terms: ShownDocument;
  readonly errors: readonly FieldError[];
  readonly typedName: string;
  /** Why nothing was signed, where no field is wrong. */
  readonly problem: string | null;
}

/** The business as the sponsor described it, then the Terms & Conditions to sign. */
export function reviewPage(reader: Reader, view: ReviewView): Html {
  const { strings, lender } = reader;
  const text = strings.onboarding;
  const { terms, errors, problem } = view;
  const content = html`${errorSummary(reader, errors)}${problemBox(problem)}
    <h1>${text.reviewTitle}</h1>
    <p class="lede">${text.reviewLede}</p>
    <section><h2>${text.detailsTitle}</h2>${business(reader, view)}</section>
    <section><h2>${text.adminTitle}</h2>${administrator(reader, view)}</section>
    <p>${withPhoneNumbers(text.wrongDetails(lender.name, lender.phone))}</p>
    <section class="document">${raw(terms.html)}</section>
    ${signature(reader, view)}`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(reader, { title: text.reviewTitle, hasErrors }, content);
}

function business({ strings, format }: Reader, { merchant }: ReviewView): Html {
  const text = strings.onboarding;
  const { business_address_1, business_address_2, city, state, zip_code } = merchant;
  const street = [business_address_1, business_address_2].filter(Boolean).join(', ');
  return facts([
    [text.businessName, merchant.business_name],
    [text.address, `${street}, ${city}, ${state} ${zip_code}`],
    [text.businessPhone, format.phone(merchant.business_phone)],
  ]);
}

function administrator({ strings, format }: Reader, { admin }: ReviewView): Html {
  const text = strings.onboarding;
  const { first_name, middle_name, last_name } = admin;
  return facts([
    [text.name, [first_name, middle_name, last_name].filter(Boolean).join(' ')],
    [text.email, admin.email],
    [text.mobile, format.phone(admin.phone_number)],
  ]);
}

function signature(reader: Reader, { path, terms, errors, typedName }: ReviewView): Html {
  const text = reader.strings.onboarding;
  return html`<section class="sign">
    <h2>${text.signTitle}</h2>
    <form method="post" action="${path}/accept" novalidate>
      <input type="hidden" name="shown" value="${terms.sha256}" />
      ${field({
        name: 'typed_name',
        label: text.nameLabel,
        hint: text.nameHint,
        errors,
        value: typedName,
        digits: null,
        autocomplete: 'name',
      })}
      <p id="agree-text">${text.agreeText}</p>
      ${checkbox({
        name: 'agree',
        label: text.agree,
        errors,
        isRequired: true,
        describedBy: 'agree-text',
      })}
      <div class="actions"><button type="submit">${text.accept}</button></div>
    </form>
  </section>`;
}
