import { applicationOf } from '../helpers/application-of.ts';
import type { Sandbox } from '../helpers/sandbox.ts';

const list = '/api/v1/sponsor/merchants';
const user = 'hillside-rep-1';

interface LoanApplication {
  email: string;
  external_application_id: string;
  loan_id: string;
}

interface LoanDetail {
  transactions: unknown[];
  pending_payment_requests: unknown[];
}

/** How often the lender was asked for this person, and how many charges of theirs stand. */
export async function booksOf(
  sandbox: Sandbox,
  email: string,
): Promise<{ softPulls: number; charges: number }> {
  const all = (await sandbox.get(`${list}/loan-applications/${user}/`)) as LoanApplication[];
  const own = all.filter((application) => application.email === email);
  const id = await applicationOf(sandbox, email);
  const loanId = own.find((each) => each.external_application_id === id)?.loan_id ?? '';
  const detail = (await sandbox.get(
    `${list}/loan-applications/${user}/loan/${loanId}/`,
  )) as LoanDetail;
  return {
    softPulls: own.length,
    charges: detail.transactions.length + detail.pending_payment_requests.length,
  };
}
