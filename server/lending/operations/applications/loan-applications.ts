import type {
  LoanApplication,
  LoanApplicationDetail,
} from '../../../lending-api/loan-applications.ts';
import type { Offer } from '../../../lending-api/offers.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { formatCents, parseCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { isForSponsor } from '../../domain/bureau-report.ts';
import { timestamp } from '../../domain/formats.ts';
import { type Eligibility, eligibility } from '../../domain/funding/charge-prerequisites.ts';
import { endedBy } from '../../domain/funding/charge-status.ts';
import { apiLender } from '../../domain/lender.ts';
import { findCreditLineIncrease } from '../../store/accounts.ts';
import {
  findApplicationByLoanId,
  listApplications,
  listHistory,
} from '../../store/applications.ts';
import { listPendingOfLoan } from '../../store/charge-requests.ts';
import { listDocumentHeads } from '../../store/documents.ts';
import { findMerchant } from '../../store/merchants.ts';
import { findOffer, listOffers } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { listTransactions } from '../../store/transactions.ts';
import { ofOwnMerchant, requireReachOrShare, viewingUser } from '../acting-user.ts';
import { balanceAt, balancesAt } from '../funding/balance-at.ts';
import { toPendingRequest } from '../funding/list-pending-charges.ts';
import { toCompletedTransaction } from '../funding/list-transactions.ts';
import { chargeableLoan, selectedOffer, toLoanApplication } from './loan-application-view.ts';
import { standingOffer, termsFor } from './offers-of-application.ts';

/** The merchant's applications, the newest first; a Salesrep and a Salesperson see their own. */
export async function listLoanApplications(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<LoanApplication[]> {
  const { user, reach } = await viewingUser(database.query, sponsor, requestUserId);
  const invitedBy = reach === 'own' ? user.user_id : undefined;
  const rows = await listApplications(database.query, sponsor.id, user.merchant_id, invitedBy);
  const now = clock.now(sponsor.id);
  const merchant = { sponsorId: sponsor.id, merchantId: user.merchant_id };
  const loans = await balancesAt(database.query, rows, { ...merchant, now });
  return loans.map((application) => toLoanApplication(application, now));
}

/**
 * One consumer loan with all that a caller whose answer was lost needs
 * (server/lending/DECISIONS.md, Applications and accounts).
 */
export async function retrieveLoanApplication(
  context: LendingContext,
  sponsor: Sponsor,
  path: LoanPath,
): Promise<LoanApplicationDetail> {
  const { query } = context.database;
  const now = context.clock.now(sponsor.id);
  const application = await balanceAt(query, await visibleLoan(query, sponsor, path), now);
  const loan = toLoanApplication(application, now);
  return {
    ...loan,
    ...(await standingOffers(context, application, { ...loan, now })),
    ...(await eligibilityOf(query, application, now)),
    ...(await moneyOf(query, application, now)),
    selected_offer: await selectedOfferAt(context, application, { ...loan, now }),
    credit_line_increase: await creditLineIncreaseOf(query, application),
    documents: await documentsOf(context, application),
    status_history: await historyOf(query, application),
    lender: apiLender,
    decided_at: application.decided_at === null ? null : timestamp(application.decided_at),
    adverse_action_notice: application.adverse_action_notice,
  };
}

/** How a path names a loan. */
export interface LoanPath {
  request_user_id: string;
  loan_id: string;
}

/**
 * The loan of a path, as far as its user may see it.
 * @throws LendingError `not_found` for what is another sponsor's or merchant's, `forbidden` for
 * another user's where the role sees its own only, unless it was shared with the user
 */
export async function visibleLoan(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  { request_user_id, loan_id }: LoanPath,
): Promise<ApplicationRow> {
  const acting = await viewingUser(connection, sponsor, request_user_id);
  const named = await findApplicationByLoanId(connection, sponsor.id, loan_id);
  const loan = ofOwnMerchant(acting, named);
  await requireReachOrShare(connection, acting, loan);
  return loan;
}

/** Whether the loan can be charged now. */
export async function eligibilityOf(
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
  now: number,
): Promise<Eligibility> {
  const { sponsor_id, merchant_id } = application;
  const merchant = await findMerchant(connection, sponsor_id, merchant_id);
  return eligibility(chargeableLoan(application, merchant), now);
}

async function creditLineIncreaseOf(
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
): Promise<LoanApplicationDetail['credit_line_increase']> {
  const increase = await findCreditLineIncrease(connection, application);
  if (!increase) return null;
  return {
    status: 'Completed',
    previous_limit: formatCents(increase.previous_limit_cents),
    new_limit: formatCents(increase.new_limit_cents),
    at: timestamp(increase.increased_at),
  };
}

/** The status of a loan at a time, epoch ms. */
type StatusAt = Pick<LoanApplication, 'application_status'> & { now: number };

async function standingOffers(
  { config, database }: LendingContext,
  application: ApplicationRow,
  { application_status, now }: StatusAt,
): Promise<Pick<LoanApplicationDetail, 'decision' | 'offers'>> {
  const isStanding =
    application_status === 'Approved: Offers Available' ||
    application_status === 'Approved: Offer Selected';
  const { id, sponsor_id, decision } = application;
  if (!isStanding || decision === null) return {};
  const offers = await listOffers(database.query, sponsor_id, id);
  return { decision, offers: offers.map((row) => standingOffer(config, application, row, now)) };
}

/** While the terms can still be accepted, with the dates that they would have today; then as it is stored. */
async function selectedOfferAt(
  { config, database }: LendingContext,
  application: ApplicationRow,
  { application_status, now }: StatusAt,
): Promise<Offer | null> {
  const selected = selectedOffer(application);
  const isOpen =
    application_status === 'Approved: Offer Selected' ||
    application_status === 'Pending: Verification';
  if (selected === null || !isOpen) return selected;
  const offer = await findOffer(database.query, application.sponsor_id, selected.offer_uuid);
  if (!offer) throw new Error(`offer ${selected.offer_uuid} of ${application.id} is gone`);
  return termsFor(config, application, offer, {
    amount_cents: parseCents(selected.amount),
    locale: selected.locale ?? application.locale,
    date: easternDate(now),
  });
}

async function moneyOf(
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
  now: number,
): Promise<Pick<LoanApplicationDetail, 'transactions' | 'pending_payment_requests'>> {
  const { id, sponsor_id } = application;
  // In this order: a request that is approved in between would else be in neither list.
  const pending = await listPendingOfLoan(connection, application);
  const transactions = await listTransactions(connection, {
    sponsorId: sponsor_id,
    applicationId: id,
  });
  const approved = new Set(transactions.map(({ transaction }) => transaction.charge_request_id));
  return {
    transactions: transactions.map(toCompletedTransaction),
    pending_payment_requests: pending
      .filter((charge) => !approved.has(charge.id))
      .filter(({ expires_at }) => endedBy({ ...application, expires_at }, now) === null)
      .map((charge) => toPendingRequest({ ...application, ...charge })),
  };
}

async function documentsOf(
  { database, config }: LendingContext,
  { id, sponsor_id }: ApplicationRow,
): Promise<LoanApplicationDetail['documents']> {
  const documents = await listDocumentHeads(database.query, sponsor_id, id);
  return documents.filter(isForSponsor).map((document) => ({
    type: document.type,
    version: document.version,
    sha256: document.sha256,
    url: `${config.publicUrl}/documents/${document.id}`,
  }));
}

async function historyOf(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: ApplicationRow,
): Promise<LoanApplicationDetail['status_history']> {
  const history = await listHistory(connection, sponsor_id, id);
  return history.map(({ status, at, actor }) => ({ status, at: timestamp(at), actor }));
}
