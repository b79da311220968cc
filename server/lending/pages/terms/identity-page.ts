import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import {
  codeField,
  errorSummary,
  type FieldError,
  problemBox,
  ssnLast4Field,
  type WayBack,
  wayBack,
} from '../parts.ts';

export interface IdentityView {
  /** Where the form is posted. */
  readonly action: string;
  readonly back: WayBack;
  readonly errors: readonly FieldError[];
  /** Why it is asked, where it is not for the terms of a loan. */
  readonly lede?: string;
}

/** Asks for the last four digits before anything of the loan is shown. */
export function identityPage(reader: Reader, view: IdentityView): Html {
  const { strings } = reader;
  const { action, back, errors, lede = strings.identity.lede(back.merchantName) } = view;
  const content = html`${errorSummary(reader, errors)}
    <h1>${strings.identity.title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(strings.identity, errors)}
      <div class="actions">
        <button type="submit">${strings.identity.button}</button>
        ${wayBack(reader, back)}
      </div>
    </form>`;
  return page(reader, { title: strings.identity.title, hasErrors: errors.length > 0 }, content);
}

export interface StepUpView {
  readonly action: string;
  readonly back: WayBack;
  readonly errors: readonly FieldError[];
  readonly problem: string | null;
  readonly isSentAgain: boolean;
  /** Where the code went, so far masked that it says nothing new: `(•••) •••-0142`'s last four. */
  readonly sentTo: { readonly channel: 'sms' | 'email'; readonly masked: string };
}

/** Asks for the one-time code of a step-up. */
export function stepUpPage(reader: Reader, view: StepUpView): Html {
  const { action, back, errors, problem, isSentAgain, sentTo } = view;
  const { strings } = reader;
  const lede = sentTo.channel === 'sms' ? strings.stepUp.lede : strings.stepUp.ledeEmail;
  const content = html`${errorSummary(reader, errors)}${problemBox(problem)}
    <h1>${strings.stepUp.title}</h1>
    <p class="lede">${lede(sentTo.masked)}</p>
    ${isSentAgain ? html`<p>${strings.stepUp.sentAgain}</p>` : ''}
    <form method="post" action="${action}" novalidate>
      ${codeField(reader, errors)}
      <div class="actions">
        <button type="submit">${strings.stepUp.button}</button>
        <button type="submit" class="quiet" formaction="${action}/again">
          ${strings.stepUp.sendAgain}
        </button>
        ${wayBack(reader, back)}
      </div>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(reader, { title: strings.stepUp.title, hasErrors }, content);
}
