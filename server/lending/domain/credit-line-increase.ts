import type { AccountStatus, ApplicationStatus } from '../../lending-api/statuses.ts';
import { formatCents } from '../../platform/money.ts';
import { applicationMachine } from './states/application.ts';
import {
  type CreditLineIncreaseStatus,
  creditLineIncreaseMachine,
} from './states/credit-line-increase.ts';
import { canMove } from './states/state-machine.ts';

export interface IncreasableAccount {
  application_status: ApplicationStatus;
  account_status: AccountStatus | null;
  amount_spent_cents: number;
  credit_limit_cents: number | null;
  maximum_approved_amount_cents: number | null;
  increase: CreditLineIncreaseStatus;
}

/** Why a limit may not be raised; `is_amount` when another amount might do. */
interface IncreaseRefusal {
  message: string;
  is_amount: boolean;
}

/**
 * Whether the limit may become `newLimitCents`: each requirement of the Sponsor Lending API in its
 * order. Null when nothing speaks against it.
 */
export function refusalOfIncrease(
  account: IncreasableAccount,
  newLimitCents: number,
): IncreaseRefusal | null {
  const state = stateRefusal(account);
  if (state !== null) return { message: state, is_amount: false };
  const amount = amountRefusal(account, newLimitCents);
  return amount === null ? null : { message: amount, is_amount: true };
}

function stateRefusal(account: IncreasableAccount): string | null {
  const { application_status, account_status } = account;
  if (!canMove(applicationMachine, application_status, 'credit_line_increased')) {
    return `The application is ${application_status}.`;
  }
  if (account_status !== 'Active') return `The account is ${account_status}.`;
  if (account.amount_spent_cents !== 0) return 'The account has spending activity.';
  return canMove(creditLineIncreaseMachine, account.increase, 'increased')
    ? null
    : 'The account has had its credit line increase.';
}

function amountRefusal(account: IncreasableAccount, newLimitCents: number): string | null {
  const current = account.credit_limit_cents ?? 0;
  const maximum = account.maximum_approved_amount_cents ?? current;
  if (newLimitCents <= current) {
    return `Must be more than the current limit of ${formatCents(current)}.`;
  }
  return newLimitCents > maximum
    ? `Must be at most the maximum approved amount of ${formatCents(maximum)}.`
    : null;
}
