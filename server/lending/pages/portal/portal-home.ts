import { html } from 'hono/html';
import { withPhoneNumbers, type Html, facts } from '../../documents/html.ts';
import { JUST_APPROVED, type PaymentOfCharge } from '../../operations/funding/charge-payments.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import { type LeftToSpend, leftRows } from '../left-to-spend.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { type WayBack, wayBack } from '../parts.ts';

export interface ChargeOfLoan {
  readonly request: ChargeRequestRow;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
}

export interface PortalHomeView {
  readonly back: WayBack;
  readonly loanNumber: string;
  readonly creditLimitCents: number;
  readonly spentCents: number;
  readonly left: LeftToSpend;
  /** The merchant can ask for a charge now. */
  readonly mayBeCharged: boolean;
  /** The newest first. */
  readonly charges: readonly ChargeOfLoan[];
  readonly preferencesUrl: string;
}

/** What the consumer owes for, and what has been asked for. */
export function portalHomePage(reader: Reader, view: PortalHomeView): Html {
  const { strings, format, lender } = reader;
  const text = strings.account;
  const ofCharges = view.mayBeCharged ? text.mayBeCharged : text.cannotBeCharged;
  const content = html`<h1>${text.title}</h1>
    <p class="lede">${ofCharges(view.back.merchantName)}</p>
    ${onHold(reader, view.left)}
    ${facts([
      [strings.loanDocuments.loanNumber, format.loanNumber(view.loanNumber)],
      [text.limit, format.cents(view.creditLimitCents)],
      [text.spent, format.cents(view.spentCents)],
      ...leftRows(reader, view.left),
    ])}
    <section>
      <h2>${text.chargesTitle}</h2>
      ${chargeList(reader, view.charges)}
    </section>
    <section>
      <h2>${text.paymentTitle}</h2>
      <p>${withPhoneNumbers(text.payment(lender.phone))}</p>
    </section>
    <p><a class="standalone" href="${view.preferencesUrl}">${text.preferences}</a></p>
    <p class="actions">${wayBack(reader, view.back)}</p>`;
  return page(reader, { title: text.title }, content);
}

function onHold({ strings }: Reader, { standing }: LeftToSpend): Html {
  if (standing !== 'on_hold') {
    return html``;
  }
  return html`<section class="next">
    <h2>${strings.state.suspendedTitle}</h2>
    <p>${strings.state.suspended}</p>
  </section>`;
}

function chargeList(reader: Reader, charges: readonly ChargeOfLoan[]): Html {
  if (charges.length === 0) {
    return html`<p>${reader.strings.account.noCharges}</p>`;
  }
  return html`<ul class="charges">
    ${charges.map((each) => html`<li>${charge(reader, each)}</li>`)}
  </ul>`;
}

function charge(reader: Reader, { request, payment }: ChargeOfLoan): Html {
  const { strings, format } = reader;
  const text = strings.account;
  const description: [string, string][] =
    request.description === null
      ? []
      : [[strings.chargeStatement.description, request.description]];
  return html`<h3>${strings.chargeStatement.kinds[request.transaction_description]}</h3>
    ${facts([
      [text.amount, format.cents(request.consumer_charge_amount_cents)],
      ...description,
      [text.requested, format.dateTime(request.requested_at)],
      [text.status, statusText(reader, { request, payment })],
    ])}`;
}

function statusText({ strings, format }: Reader, { request, payment: paid }: ChargeOfLoan): string {
  const { statuses, payments } = strings.account;
  if (request.status !== 'Approved') return statuses[request.status];
  const { payment, refundedCents } = paid ?? JUST_APPROVED;
  return payments[payment](format.cents(refundedCents));
}
