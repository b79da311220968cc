import { randomBytes } from 'node:crypto';
import { parseCents } from '../../../server/platform/money.ts';
import { isSame, type Loan } from './books.ts';
import type { Desk } from './desk.ts';
import { offerView } from './offers.ts';
import { personaOf } from './personas.ts';
import {
  type Answer,
  fieldErrors,
  forbidden,
  gatewayPage,
  notFound,
  type ViewRequest,
} from './rest-framework.ts';

const requiredFields = ['request_user_id', 'external_application_id', 'last_name', 'ssn'];
const accountRequired = 2;

/** POST `/consumers/soft-pull/` */
export function softPull(desk: Desk, { body }: ViewRequest): Answer {
  const missing = requiredFields.filter((name) => textOf(body, name) === '');
  if (missing.length > 0) {
    return fieldErrors(Object.fromEntries(missing.map((name) => [name, requiredText])));
  }
  if (desk.roleOf(textOf(body, 'request_user_id')) === undefined) return forbidden;
  const parts = applicationParts(desk, body);
  if (parts === undefined) return fieldErrors({ requested_amount: 'A valid number is required.' });
  const { decision } = personaOf(parts.lastName);
  if (decision === 'field_error') return fieldErrors({ ssn: 'Enter a valid value.' });
  desk.softPulls += 1;
  const loan = desk.books.duplicateOf(parts.personKey) ?? desk.books.addLoan(parts);
  if (loan.state === 'deciding') return gatewayPage(504);
  return { status: 200, body: { ...decisionOf(loan), ...namesOf(desk, loan) } };
}

const requiredText = 'This field is required.';

function applicationParts({ settings, books }: Desk, body: ViewRequest['body']) {
  const amount = textOf(body, 'requested_amount');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return undefined;
  const ssn = textOf(body, 'ssn').replaceAll(/\D/g, '');
  const applicationId = textOf(body, 'external_application_id');
  const sponsorsId = textOf(body, 'loan_id') || applicationId;
  return {
    applicationId,
    loanId: settings.loanIds === 'own' ? `L-${books.loans.length + 1}` : sponsorsId,
    invitedBy: textOf(body, 'request_user_id'),
    personKey: [ssn, textOf(body, 'date_of_birth'), textOf(body, 'email').toLowerCase()].join('|'),
    firstName: textOf(body, 'first_name'),
    lastName: textOf(body, 'last_name'),
    lastFour: ssn.slice(-4),
    requestedCents: parseCents(amount),
    callbackUrl: textOf(body, 'sponsor_callback_url'),
    redirectUrl: textOf(body, 'sponsor_redirect_url'),
  };
}

function decisionOf(loan: Loan): Record<string, unknown> {
  if (loan.state === 'offers' || loan.state === 'selected') {
    return { decision: 'offers', offers: loan.offers.map(offerView) };
  }
  const none = { decision: 'no_offers', offers: [] };
  return loan.state === 'review' ? { ...none, application_status: 'Pending: Verification' } : none;
}

function namesOf({ settings }: Desk, { loanId, number }: Loan): Record<string, unknown> {
  return {
    ...(settings.loanIds === 'own' && { loan_id: loanId }),
    ...(settings.saysLoanNumber && { consumer_application_human_readable_id: number }),
  };
}

/** PATCH `/consumers/offers/{offer_uuid}/select/` */
export function selectOffer(desk: Desk, { path, body }: ViewRequest): Answer {
  const { books, settings, pagesUrl } = desk;
  const uuid = path.offer_uuid ?? '';
  const loan = books.loanOfOffer(uuid);
  if (loan === undefined) return notFound;
  const refusal = settings.refusesSelectBody;
  if (refusal !== null && Object.keys(body).length > 0) {
    return { ...fieldErrors({ non_field_errors: 'Unexpected fields.' }), status: refusal };
  }
  if (loan.state !== 'offers' && loan.state !== 'selected') {
    return fieldErrors({ non_field_errors: 'This offer is no longer available.' });
  }
  loan.state = 'selected';
  loan.selectedOffer = loan.offers.find((offer) => isSame(offer.uuid, uuid))?.uuid ?? null;
  loan.linkToken = randomBytes(16).toString('base64url');
  return {
    status: 200,
    body: { consumer_invitation_link: `${pagesUrl}/terms/${loan.linkToken}/` },
  };
}

/** GET `/merchants/loan-applications/{request_user_id}/` */
export function listLoans(desk: Desk, { path }: ViewRequest): Answer {
  const user = path.request_user_id ?? '';
  if (desk.roleOf(user) === undefined) return forbidden;
  const own = desk.books.loans.filter((loan) => desk.maySee(user, loan));
  return { status: 200, body: own.map((loan) => loanView(desk, loan)) };
}

/** GET `/merchants/loan-applications/{request_user_id}/loan/{loan_id}/` */
export function retrieveLoan(desk: Desk, request: ViewRequest): Answer {
  if (desk.settings.loanAnswer === 'not_found') return notFound;
  const loan = visibleLoan(desk, request);
  return loan === undefined ? notFound : { status: 200, body: loanView(desk, loan) };
}

/** POST `…/loan/{loan_id}/invite-portal/`; sends an e-mail every time. */
export function invitePortal(desk: Desk, request: ViewRequest): Answer {
  const loan = visibleLoan(desk, request);
  if (loan === undefined) return notFound;
  loan.portalEmails += 1;
  desk.tell(`To the consumer: set up your account at ${desk.pagesUrl}/portal/${loan.loanId}/`);
  return { status: 200, body: eligibilityOf(loan) };
}

function visibleLoan(desk: Desk, { path }: ViewRequest): Loan | undefined {
  const loan = desk.books.loans.find(({ loanId }) => loanId === path.loan_id);
  return loan && desk.maySee(path.request_user_id ?? '', loan) ? loan : undefined;
}

function loanView(desk: Desk, loan: Loan): Record<string, unknown> {
  const { settings } = desk;
  if (settings.loanAnswer === 'nothing') return {};
  const word = settings.words[loan.state];
  const isOpen = loan.state === 'offers' || loan.state === 'selected';
  return {
    ...(word !== null && { application_status: word }),
    ...(settings.saysEligibility && eligibilityOf(loan)),
    ...(settings.loanListsOffers && isOpen && decisionOf(loan)),
    ...namesOf(desk, loan),
  };
}

/** Sponsor Lending API, transaction status and type codes. */
function eligibilityOf({ state, isPortalActive }: Loan): Record<string, unknown> {
  const isBlocked = state !== 'accepted';
  const blockedOrAllowed = isBlocked ? 1 : 0;
  const code = !isBlocked && !isPortalActive ? accountRequired : blockedOrAllowed;
  return {
    is_valid_for_transaction: code === 0,
    transaction_status_code: code,
    no_transaction_message: code === 0 ? '' : 'Unable to transact with the customer.',
  };
}

/** A field of a body as text; empty when it is absent. */
export function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
