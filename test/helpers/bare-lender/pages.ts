import { dollars } from '../../../server/platform/money.ts';
import type { Charge, Loan } from './books.ts';
import type { Controls } from './controls.ts';
import type { Desk } from './desk.ts';
import { type Answer, noSuchPage } from './rest-framework.ts';
import type { WebRequest } from './web-server.ts';

interface Pages {
  desk: Desk;
  controls: Controls;
}

/** The hosted pages that a consumer sees: the terms, a charge, the Payment Portal's set-up. */
export async function answerPages(pages: Pages, request: WebRequest): Promise<Answer> {
  const [, kind, id = '', ...rest] = request.url.pathname.split('/');
  if (rest.join() !== '') return noSuchPage;
  const form = request.method === 'POST' ? new URLSearchParams(request.bytes.toString()) : null;
  const { books } = pages.desk;
  const loan = books.loans.find((each) => (kind === 'terms' ? each.linkToken : each.loanId) === id);
  const charge = books.findCharge(id);
  if (kind === 'terms' && loan) return termsPage(pages, loan, form);
  if (kind === 'portal' && loan) return portalPage(pages, loan, form);
  if (kind === 'charges' && charge) return chargePage(pages, charge, form);
  return noSuchPage;
}

/** Either answer sends the consumer back to where the application came from. */
async function termsPage(
  { controls }: Pages,
  loan: Loan,
  form: URLSearchParams | null,
): Promise<Answer> {
  if (loan.state !== 'selected') return page('These terms are no longer open', '');
  if (form === null) {
    const words = `<p>Loan number ${loan.number}.</p>`;
    return page('Your loan terms', words + buttons('Accept the terms', 'Decline the terms'));
  }
  if (form.get('press') === 'Accept the terms') await controls.acceptTerms(loan.loanId);
  else await controls.declineTerms(loan.loanId);
  return { status: 303, headers: { location: loan.redirectUrl }, body: '' };
}

async function chargePage(
  { controls }: Pages,
  charge: Charge,
  form: URLSearchParams | null,
): Promise<Answer> {
  const { loan, uuid, state, cents } = charge;
  if (state !== 'waiting') return page('This charge is no longer open', wayBack(loan));
  const isKnown =
    form?.get('last_four') === loan.lastFour && form.get('loan_number') === loan.number;
  if (form === null || !isKnown) {
    const problem = form === null ? '' : '<p role="alert">That is not what we have.</p>';
    const fields =
      '<p><label>Last four digits of your SSN <input name="last_four" inputmode="numeric"></label></p>' +
      '<p><label>Loan number <input name="loan_number" inputmode="numeric"></label></p>';
    const words = `<p>${dollars(cents)}</p>`;
    return page('Approve a charge', problem + words + buttons('Approve', 'Reject', fields));
  }
  if (form.get('press') === 'Approve') await controls.approve(uuid);
  else await controls.reject(uuid);
  return page(form.get('press') === 'Approve' ? 'Approved' : 'Rejected', wayBack(loan));
}

function portalPage({ controls }: Pages, loan: Loan, form: URLSearchParams | null): Answer {
  if (form === null) return page('Your Payment Portal account', buttons('Set up'));
  controls.activatePortal(loan.loanId);
  return page('Your account is set up', wayBack(loan));
}

function buttons(first: string, second = '', fields = ''): string {
  const names = [first, second].filter((name) => name !== '');
  const pressed = names.map((name) => `<button name="press" value="${name}">${name}</button>`);
  return `<form method="post">${fields}<p>${pressed.join(' ')}</p></form>`;
}

function wayBack({ redirectUrl }: Loan): string {
  return `<p><a href="${escaped(redirectUrl)}">Back to the merchant</a></p>`;
}

function page(title: string, content: string): Answer {
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">`;
  const body = `<main><h1>${title}</h1>${content}</main>`;
  return {
    status: 200,
    body: `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
