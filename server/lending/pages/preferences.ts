import { html } from 'hono/html';
import { type Html, withPhoneNumbers } from '../documents/html.ts';
import { hasPortalAccount } from '../domain/states/portal-account.ts';
import { linkProblem } from '../operations/identity/hosted-link.ts';
import { type PaperTo, paperTo } from '../operations/letters.ts';
import { portalUrl } from '../operations/portal/portal-url.ts';
import { askForPaper } from '../operations/preferences/ask-for-paper.ts';
import {
  isEndedByWithdrawal,
  type Preferences,
  preferencesOf,
} from '../operations/preferences/preferences-of.ts';
import { stopSms } from '../operations/preferences/stop-sms.ts';
import { withdrawEsign } from '../operations/preferences/withdraw-esign.ts';
import { rememberIdentity } from './cookies.ts';
import { sayDone, sendBack, takeFlash } from './flash.ts';
import { consumerPage } from './hosted-page.ts';
import { problemNotice } from './link-problems.ts';
import { page } from './page.ts';
import type { PageContext } from './page-context.ts';
import { errorSummary, type FieldError, lastFourDigits, ssnLast4Field } from './parts.ts';
import { ssnMismatch, ssnMissing, typedSsnLast4 } from './proof.ts';
import { formOf, isKnown, type PageRequest, showAgain, visitorOf } from './request.ts';

/** Where the links of messages lead: stopping them, paper copies, consent. */
export const preferencesPage = consumerPage({
  kind: 'preferences',
  show,
  actions: { sms: stop, paper: mailPaper, esign: withdraw },
});

async function stop(request: PageRequest) {
  await stopSms(request.context, request.token, visitorOf(request));
  return sayDone(request, request.pageContext.strings.done.smsStopped);
}

async function mailPaper(request: PageRequest) {
  await askForPaper(request.context, request.token, visitorOf(request));
  if (paperTo(request.opened.application) !== 'address') return showAgain(request);
  return sayDone(request, request.pageContext.strings.done.paperAsked);
}

async function withdraw(request: PageRequest) {
  const { c, context, opened, pageContext, token } = request;
  if (linkProblem(context, opened) !== null) return showAgain(request);
  const ssnLast4 = typedSsnLast4(await formOf(c));
  if (ssnLast4 === undefined)
    return sendBack(request, 'esign', { errors: [ssnMissing(pageContext)] });
  const outcome = await withdrawEsign(context, token, { ssnLast4 }, visitorOf(request));
  if (outcome.kind === 'wrong') {
    return sendBack(request, 'esign', { errors: [ssnMismatch(pageContext, outcome.triesLeft)] });
  }
  if (outcome.kind === 'closed') return showAgain(request);
  rememberIdentity(request);
  return sayDone(request, pageContext.strings.done.consentWithdrawn);
}

interface View extends Preferences {
  /** `/preferences/{token}` */
  readonly path: string;
  readonly paperTo: PaperTo;
  /** Of who has said who they are; null for everybody else. */
  readonly known: KnownConsumer | null;
  /** Why nothing can be withdrawn with this link now. */
  readonly problem: { readonly text: string; readonly more: Html } | null;
  readonly errors: readonly FieldError[];
}

interface KnownConsumer {
  /** Null without an account. */
  readonly portalUrl: string | null;
  /** The application was not accepted, and ended because the consent was withdrawn. */
  readonly hasEnded: boolean;
}

/**
 * Text messages, paper copies and the consent to electronic documents, each with its own button. Whoever
 * has the link can stop messages, so that it says nothing of the application or the loan.
 */
async function show(request: PageRequest) {
  const { c, context, opened, path, pageContext } = request;
  const { application, merchant } = opened;
  const { strings, lender } = pageContext;
  const text = strings.preferences;
  const { errors } = takeFlash(request, 'esign');
  const now = context.clock.now(application.sponsor_id);
  const problem = linkProblem(context, opened);
  const view: View = {
    ...(await preferencesOf(context.database.query, opened, now)),
    path,
    paperTo: paperTo(application),
    known: isKnown(request) ? await knownConsumer(request) : null,
    problem: problem === null ? null : await problemNotice(request, problem),
    errors,
  };
  const content = html`${errorSummary(pageContext, errors)}
    <h1>${text.title}</h1>
    <p class="lede">${text.lede(merchant.business_name)}</p>
    ${sms(pageContext, view)} ${paper(pageContext, view)} ${esign(pageContext, view)}
    <section>
      <h2>${text.contactTitle}</h2>
      <p>${withPhoneNumbers(text.contact(lender.name, lender.phone))}</p>
    </section>
    ${portalLink(pageContext, view)}`;
  return c.html(page(pageContext, { title: text.title, hasErrors: errors.length > 0 }, content));
}

async function knownConsumer({ context, opened }: PageRequest): Promise<KnownConsumer> {
  const { application } = opened;
  const hasAccount = hasPortalAccount(application);
  const isCancelled = application.status === 'Cancelled' && application.accepted_at === null;
  return {
    portalUrl: hasAccount ? await portalUrl(context, application) : null,
    hasEnded: isCancelled && (await isEndedByWithdrawal(context.database.query, application)),
  };
}

function portalLink({ strings }: PageContext, { known }: View): Html {
  const url = known?.portalUrl ?? null;
  if (url === null) return html``;
  return html`<p><a class="standalone" href="${url}">${strings.account.title}</a></p>`;
}

function sms({ strings }: PageContext, { path, smsTo, known }: View): Html {
  const text = strings.preferences;
  const smsOn = known && smsTo ? text.smsOnTo(lastFourDigits(smsTo)) : text.smsOn;
  return html`<section>
    <h2>${text.smsTitle}</h2>
    ${
      smsTo
        ? html`<p>${smsOn}</p>
          <form method="post" action="${path}/sms">
            <button type="submit">${text.smsStop}</button>
          </form>`
        : html`<p>${text.smsOff}</p>`
    }
  </section>`;
}

function paper({ strings }: PageContext, { path, isPaperAsked, paperTo }: View): Html {
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

function esign(pageContext: PageContext, view: View): Html {
  const text = pageContext.strings.preferences;
  if (view.esign === undefined) return html``;
  if (view.esign === 'withdrawn' && view.known !== null) {
    return html`<section>
      <h2>${text.esignTitle}</h2>
      <p class="good">${text.esignDone}</p>
      ${view.known.hasEnded ? html`<p>${text.esignEnded}</p>` : ''}
    </section>`;
  }
  return html`<section>
    <h2>${text.esignTitle}</h2>
    <p>${text.esign}</p>
    <p>${text.esignEffect}</p>
    ${view.problem === null ? esignForm(pageContext, view) : html`<p class="error">${view.problem.text}</p>${view.problem.more}`}
  </section>`;
}

function esignForm({ strings }: PageContext, view: View): Html {
  return html`<form method="post" action="${view.path}/esign" novalidate>
      ${ssnLast4Field(strings.identity, view.errors)}
      <div class="actions">
        <button type="submit" class="quiet">${strings.preferences.esignAsk}</button>
      </div>
    </form>`;
}
