import { html } from 'hono/html';
import type { Decision, WidgetErrorCode } from '../../widget/contract/flow-message.ts';
import { askLenderReasons, chargeOutcomes } from '../../widget/contract/outcome.ts';
import { prefillFields } from '../../widget/contract/prefill.ts';
import type { Screen } from '../../widget/contract/step.ts';
import type { Html } from '../pages/html-document.ts';
import { prose, rows } from './docs-page.ts';

/** Every screen that `step` may name, in the order of a checkout. */
export const screens: Readonly<Record<Screen, string>> = {
  details: 'The form, with a notice if it was sent and nothing was decided.',
  working:
    'The lender is being asked, or a lost answer is being reconciled. The next screen follows automatically.',
  review:
    'A person at the lender reviews the application. After the choice, the lender may also wait on its page for a code from the consumer.',
  offers: 'The offers. The consumer chooses one.',
  no_offers: 'The lender has declined. The consumer is told if a notice follows.',
  redirect: 'An offer was chosen. The screen links to the lender’s terms.',
  accepted: 'There is a loan. With an order, the charge can be requested here.',
  charge_pending: 'The lender has sent the consumer a message to approve the charge.',
  charge_outcome:
    'The charge has ended, the lender is holding it (`held`), or nobody can tell how it stands (`unresolved`).',
  ask_lender:
    'The lender has the application, or may have it, but its answer cannot be shown. The consumer is told whom to ask. The BFF keeps polling the lender.',
  cancelled:
    'The consumer has declined the terms, the shop has cancelled the checkout, or the loan was cancelled.',
  expired: 'The offers, the review or the application has expired.',
};

const toldOnly = 'Nothing: the consumer is told and continues on the screen that is shown.';
const ofYourServer = 'Nothing: only a call of your server is answered so.';
const otherVersion =
  'Nothing. The script and the BFF have incompatible versions: report the `correlation_id`.';

/** What a page should do on `soft-pull-error`, by code. The consumer has already read a sentence. */
const errorAdvice: Readonly<Record<WidgetErrorCode, string>> = {
  invalid_request:
    'Correct `amount`, `return-url` or `locale`: the BFF could not parse one of them.',
  invalid_applicant: 'Nothing: the consumer corrects the marked answers.',
  amount_out_of_range:
    'Set an `amount` that the merchant finances, or hide the checkout. On the `offers` screen, nothing: the consumer can take the whole offer.',
  order_invalid:
    'Set a new `orderToken`, once: this one was used, has expired or has a wrong signature. If it is of another order than the checkout, call `restart()`. If the new one is refused too, run `diagnose()`. With a `clientToken`, create another checkout under another `Idempotency-Key` and set its token: this one has ended.',
  order_required: 'Set an `orderToken`: without an order, the browser may not start the charge.',
  origin_not_allowed:
    'Add the page’s origin, and that of `return-url`, to `origins` of the merchant’s entry in `MERCHANTS_FILE`. `diagnose()` tells you which. With a `clientToken`, `return-url` counts only if your server gave no `return_url`.',
  unknown_merchant: 'Correct `merchant`: no merchant has this publishable key.',
  misconfigured:
    'Set `server` and `merchant`. If they are set, correct a `return-url` that is no address, or an attribute that is too long.',
  frame_blocked:
    'Allow the BFF in `frame-src`, list the page’s origin, or correct an unknown publishable key in `merchant`. `diagnose()` tells you which.',
  network: 'Nothing: the consumer can try again. If it always fails, run `diagnose()`.',
  rate_limited:
    'Nothing: the consumer can try again in a minute, or the next day after three applications. If it happens to all consumers, set `TRUSTED_PROXY_HOPS` and `TRUSTED_PROXIES`.',
  lender_unavailable: 'Nothing: no decision was made, and the consumer can try again.',
  lender_refused:
    'Nothing. The BFF’s log names the fields that the lender refused, with the `checkout_id`.',
  offer_code_refused:
    'Correct the `offer_code` of your server or order token, or `offer-code`. The consumer is told, and can apply without it.',
  consumer_unreachable: 'Nothing: the consumer is told that the lender needs an email address.',
  fees_unknown:
    'Set the merchant’s `fees` in `MERCHANTS_FILE`: without them, a charge cannot be split.',
  idempotency_conflict: ofYourServer,
  token_expired: 'Nothing: a new session was opened, and nothing typed was lost.',
  unauthorized: 'Nothing: the session was closed, and the consumer can start again.',
  not_found:
    'With a `clientToken`, create another checkout under another `Idempotency-Key` and set its token. Else nothing: the checkout no longer exists, and the consumer can start again.',
  code_used:
    'Nothing: the return link was used before. The consumer is told how far the checkout is.',
  wrong_step: toldOnly,
  already_decided: toldOnly,
  offer_unavailable: 'Nothing: the consumer chooses another offer.',
  portal_required: 'Nothing: the consumer needs an account at the lender first.',
  charge_blocked:
    'Nothing. Your server can read from the order’s charges which one blocks it. If none does, the BFF’s log has `charge_not_explained`: the lender has a charge of this loan that the BFF did not make.',
  internal:
    'Nothing: the consumer can try again. If it keeps failing, report the `correlation_id`.',
  unsupported_media_type: otherVersion,
  payload_too_large: otherVersion,
  method_not_allowed: otherVersion,
};

const decisions: Readonly<Record<Decision, true>> = { offers: true, no_offers: true };

function union(members: readonly string[]): string {
  return members.map((member) => `'${member}'`).join(' | ');
}

/** How a type of the source is shown. Long unions are linked. */
const expanded: Readonly<Record<string, Html | string>> = {
  Decision: union(Object.keys(decisions)),
  ChargeOutcome: union(chargeOutcomes),
  AskLenderReason: union(askLenderReasons),
  Screen: html`<a href="#screens">Screen</a>`,
  WidgetErrorCode: html`<a href="#error-codes">WidgetErrorCode</a>`,
  Prefill: `{ ${prefillFields.map((field) => `${field}?`).join(', ')} }`,
  Finding: html`<a href="/docs/diagnostics#findings">Finding</a>`,
};

/** A type as a page's developer reads it. */
export function typeText(type: string): Html {
  const pieces = type.split(/\b/).map((piece) => expanded[piece] ?? piece);
  return html`<code class="type">${pieces}</code>`;
}

export function typeSections(): Html {
  return html`<h2 id="screens">Screens</h2>
    <p>${prose('The values of `step` and of `soft-pull-step-change`, in the order of a checkout.')}</p>
    ${rows(Object.entries(screens).map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="error-codes">Error codes</h2>
    <p>
      ${prose('The values of `code` in `soft-pull-error`, and what your page should do. The consumer always sees a message. If `retryable` is true, there is a button to try again. The ')}<a href="/docs/diagnostics">diagnostics</a>
      find what is wrong with the page.
    </p>
    ${rows(Object.entries(errorAdvice).map(([name, text]) => ({ name, text: prose(text) })))}`;
}
