import { html } from 'hono/html';
import { withPhoneNumbers, type Html } from '../../documents/html.ts';
import type { PaperTo } from '../../operations/letters.ts';
import type { Preferences } from '../../operations/preferences/preferences-of.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { errorSummary, type FieldError, field } from '../parts.ts';
import { lastFourDigits } from '../request.ts';

export interface PreferencesView extends Preferences {
  /** `/preferences/{token}` */
  readonly path: string;
  readonly merchantName: string;
  readonly paperTo: PaperTo;
  /** Of who has said who they are; null for everybody else. */
  readonly known: KnownConsumer | null;
  /** Why nothing can be withdrawn with this link now. */
  readonly problem: { readonly text: string; readonly more: Html } | null;
  readonly errors: readonly FieldError[];
}

export interface KnownConsumer {
  readonly phone: string;
  /** Null without an account. */
  readonly portalUrl: string | null;
}

/**
 * Text messages, paper copies and the consent to electronic documents, each with its own button. Whoever
 * has the link can stop messages, so that it says nothing of the application or the loan.
 */
export function preferencesPage(reader: Reader, view: PreferencesView): Html {
  const { strings, lender } = reader;
  const text = strings.preferences;
  const content = html`${errorSummary(reader, view.errors)}
    <h1>${text.title}</h1>
    <p class="lede">${text.lede(view.merchantName)}</p>
    ${sms(reader, view)} ${paper(reader, view)} ${esign(reader, view)}
    <section>
      <h2>${text.contactTitle}</h2>
      <p>${withPhoneNumbers(text.contact(lender.name, lender.phone))}</p>
    </section>
    ${portalLink(reader, view)}`;
  return page(reader, { title: text.title, hasErrors: view.errors.length > 0 }, content);
}

function portalLink({ strings }: Reader, { known }: PreferencesView): Html {
  const url = known?.portalUrl ?? null;
  if (url === null) return html``;
  return html`<p><a class="standalone" href="${url}">${strings.account.title}</a></p>`;
}

function sms({ strings }: Reader, { path, getsSms, known }: PreferencesView): Html {
  const text = strings.preferences;
  const smsOn = known ? text.smsOnTo(lastFourDigits(known.phone)) : text.smsOn;
  return html`<section>
    <h2>${text.smsTitle}</h2>
    ${
      getsSms
        ? html`<p>${smsOn}</p>
          <form method="post" action="${path}/sms">
            <button type="submit">${text.smsStop}</button>
          </form>`
        : html`<p>${text.smsOff}</p>`
    }
  </section>`;
}

function paper({ strings }: Reader, { path, isPaperAsked, paperTo }: PreferencesView): Html {
  const text = strings.preferences;
  if (paperTo === 'nobody') return html``;
  if (paperTo === 'address_deleted') {
    return html`<section><h2>${text.paperTitle}</h2><p>${text.paperNoAddress}</p></section>`;
  }
  return html`<section>
    <h2>${text.paperTitle}</h2>
    ${
      isPaperAsked
        ? html`<p class="good">${text.paperDone}</p>`
        : html`<p>${text.paper}</p>
          <form method="post" action="${path}/paper">
            <button type="submit" class="quiet">${text.paperAsk}</button>
          </form>`
    }
  </section>`;
}

function esign(reader: Reader, view: PreferencesView): Html {
  const text = reader.strings.preferences;
  if (view.esign === undefined) return html``;
  if (view.esign === 'withdrawn' && view.known !== null) {
    return html`<section><h2>${text.esignTitle}</h2><p class="good">${text.esignDone}</p></section>`;
  }
  return html`<section>
    <h2>${text.esignTitle}</h2>
    <p>${text.esign}</p>
    <p>${text.esignEffect}</p>
    ${view.problem === null ? esignForm(reader, view) : html`<p class="error">${view.problem.text}</p>${view.problem.more}`}
  </section>`;
}

function esignForm({ strings }: Reader, view: PreferencesView): Html {
  return html`<form method="post" action="${view.path}/esign" novalidate>
      ${field({
        name: 'ssn_last4',
        label: strings.identity.label,
        hint: strings.identity.hint,
        errors: view.errors,
        digits: 4,
        autocomplete: 'off',
      })}
      <div class="actions">
        <button type="submit" class="quiet">${strings.preferences.esignAsk}</button>
      </div>
    </form>`;
}
