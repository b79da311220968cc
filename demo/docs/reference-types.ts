import { html } from 'hono/html';
import type { Decision, WidgetErrorCode } from '../../widget/contract/flow-message.ts';
import type { AskLenderReason, ChargeOutcome, Screen } from '../../widget/contract/step.ts';
import { prose, rows } from './docs-page.ts';
import type { Html } from '../pages/html-document.ts';

/** Every screen that `step` may name, in the order of a checkout. */
export const screens: Readonly<Record<Screen, string>> = {
  details: 'The form, and what came of it where nothing was decided.',
  working:
    'The lender is being asked, or a lost answer is being settled; the next screen comes by itself.',
  review: 'A person at the lender looks at the application first.',
  offers: 'The offers, of which the consumer chooses one.',
  no_offers: 'The lender has declined; what the consumer reads says whether a notice follows.',
  redirect: 'An offer was chosen: the link to the lender’s terms.',
  accepted: 'There is a loan; with an order the charge can be asked for here.',
  charge_pending: 'The consumer was asked, by message, to approve the charge.',
  charge_outcome:
    'The charge has ended, or the lender holds it back (`held`) or has not confirmed it (`unresolved`).',
  ask_lender:
    'The lender has the application, or may have it, and its answer cannot be shown here: the consumer is told whom to ask. The BFF goes on reading the lender.',
  cancelled: 'The consumer has declined the terms, or the loan was cancelled.',
  expired: 'Offers, review or application have expired.',
};

const toldOnly = 'Nothing: the consumer is told, and goes on from what is shown.';
const ofYourServer = 'Nothing: only a call of your server is answered so.';
const otherVersion =
  'Nothing. Script and BFF are of versions that do not fit: report the `correlation_id`.';

/** What a page is to do on `soft-pull-error`, by code. The consumer has read a sentence already. */
export const errorAdvice: Readonly<Record<WidgetErrorCode, string>> = {
  invalid_request: 'Correct `amount`, `return-url` or `locale`: the BFF cannot read one of them.',
  invalid_applicant: 'Nothing: the consumer corrects the answers that are marked.',
  amount_out_of_range:
    'Set an `amount` that the merchant finances, or hide the checkout. Beside offers, nothing: the consumer can take the whole offer.',
  order_invalid:
    'Set a fresh `orderToken` or `clientToken`: this one is spent, past its time or wrongly signed.',
  order_required: 'Set an `orderToken`: without one the browser may not start the charge.',
  origin_not_allowed:
    'List the page’s origin, and that of `return-url`, for the merchant in `MERCHANTS_FILE`.',
  unknown_merchant: 'Correct `merchant`: no merchant has this publishable key.',
  misconfigured: 'Set `server` and `merchant`.',
  frame_blocked:
    'Allow the BFF in `frame-src`, list the page’s origin, and correct `merchant` if it is an unknown publishable key: `diagnose()` says which it is.',
  network: 'Nothing: the consumer may try again. If it always fails, run `diagnose()`.',
  rate_limited:
    'Nothing: it may be tried again in a minute. If all consumers meet it, set `TRUSTED_PROXY_HOPS`.',
  lender_unavailable: 'Nothing: no decision was made, and the consumer may try again.',
  lender_refused:
    'Nothing. The BFF’s log says which fields the lender refused, in a line with the `checkout_id`.',
  consumer_unreachable:
    'Nothing: the consumer reads that the lender needs an e-mail address to write to.',
  fees_unknown:
    'Give the merchant `fees` in `MERCHANTS_FILE`: without them no charge can be shared out.',
  split_unbalanced: 'Nothing: your server’s `fee_split` does not add up.',
  idempotency_conflict: ofYourServer,
  token_expired: 'Nothing: a new session was opened, and what was typed is still there.',
  unauthorized: 'Nothing: the session was closed, and the consumer can start again.',
  not_found: 'Nothing: the checkout is no more, and the consumer can start again.',
  code_used:
    'Nothing: the link back from the lender was used before. The consumer reads how far the checkout is.',
  wrong_step: toldOnly,
  already_decided: toldOnly,
  offer_unavailable: 'Nothing: the consumer chooses another offer.',
  portal_required: 'Nothing: the consumer’s account at the lender comes first.',
  charge_blocked:
    'Nothing. Your server can read which charge blocks it from the order’s charges. If none does, the BFF’s log says `charge_not_explained`: the loan has a charge at the lender that this BFF did not make.',
  internal: 'Nothing: it may be tried again. If it stays, report the `correlation_id`.',
  unsupported_media_type: otherVersion,
  payload_too_large: otherVersion,
  method_not_allowed: otherVersion,
};

const decisions: Readonly<Record<Decision, true>> = { offers: true, no_offers: true };
const chargeOutcomes: Readonly<Record<ChargeOutcome, true>> = {
  approved: true,
  rejected: true,
  expired: true,
  canceled: true,
  failed: true,
  held: true,
  refunded: true,
  reversed: true,
  unresolved: true,
};
const askLenderReasons: Readonly<Record<AskLenderReason, true>> = {
  unreadable: true,
  silent: true,
};

function union(members: object): string {
  return Object.keys(members)
    .map((member) => `'${member}'`)
    .join(' | ');
}

/** What a name of the source comes down to; a long list is led to. */
const expanded: Readonly<Record<string, Html | string>> = {
  Decision: union(decisions),
  ChargeOutcome: union(chargeOutcomes),
  AskLenderReason: union(askLenderReasons),
  Screen: html`<a href="#screens">Screen</a>`,
  WidgetErrorCode: html`<a href="#error-codes">ErrorCode</a>`,
  Finding: html`<a href="/docs/diagnostics#findings">Finding</a>`,
};

/** A type as a page's developer reads it. */
export function typeText(type: string): Html {
  const pieces = type.split(/\b/).map((piece) => expanded[piece] ?? piece);
  return html`<code class="type">${pieces}</code>`;
}

export function typeSections(): Html {
  return html`<h2 id="screens">Screens</h2>
    <p>${prose('What `step` and `soft-pull-step-change` name, in the order of a checkout.')}</p>
    ${rows(Object.entries(screens).map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="error-codes">Error codes</h2>
    <p>
      ${prose('What `soft-pull-error` carries as `code`, and what your page should do. In every case the consumer has read a sentence; with `retryable` there is a button to try again. The ')}<a href="/docs/diagnostics">diagnostics</a>
      name what is wrong with the page.
    </p>
    ${rows(Object.entries(errorAdvice).map(([name, text]) => ({ name, text: prose(text) })))}`;
}
