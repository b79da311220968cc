import type {
  PaymentDetailRequest,
  PaymentDetailResponse,
  SecCode,
} from '../../../lending-api/payment-detail.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { secCodeFor } from '../../domain/bank-account.ts';
import { isRoutingNumber } from '../../domain/routing-number.ts';
import { LendingError } from '../../errors.ts';
import { findBankAccountById, storedStatus } from '../../store/bank-accounts.ts';
import type { BankAccountTable, MerchantTable } from '../../store/schema.ts';
import { openMerchant } from './open-merchant.ts';
import { paymentDetailRecord } from './payment-detail-record.ts';
import { placeBankAccount } from './place-bank-account.ts';
import { sendMicroDeposits } from './send-micro-deposits.ts';

export interface RegisteredPaymentDetail {
  /** False when the account was registered already and its verification goes on as it was. */
  isNew: boolean;
  detail: PaymentDetailResponse;
}

/**
 * Registers the merchant's bank account or replaces it by another, and sends two micro-deposits
 * (lending decisions, 2.3, 6.3). The same account again keeps its state, unless it is Errored.
 * Throws `invalid` for an account that breaks a rule, `forbidden` for a user who may not,
 * `wrong_state` for the same account after its verification has failed, `unavailable` when the
 * deposits could not be sent: the same call then goes on where it stopped.
 */
export async function registerPaymentDetail(
  context: LendingContext,
  sponsor: Sponsor,
  input: PaymentDetailRequest,
): Promise<RegisteredPaymentDetail> {
  const sec_code = checkedSecCode(input);
  const placed = await context.database.transaction(async (tx) => {
    const { merchant } = await openMerchant(context, tx, sponsor, {
      requestUserId: input.request_user_id,
      namedIn: 'body',
      action: 'manage_bank_account',
    });
    refuseForeignOrganisation(input.external_org_id, merchant);
    const account = await placeBankAccount(context, tx, merchant, { ...input, sec_code });
    return { merchant, account };
  });
  const isNew = placed.account.status === 'New';
  const account = isNew ? await startVerification(context, placed.account) : placed.account;
  const now = context.clock.now(sponsor.id);
  return { isNew, detail: paymentDetailRecord(input, placed.merchant, account, now) };
}

async function startVerification(
  context: LendingContext,
  account: BankAccountTable,
): Promise<BankAccountTable> {
  const started = await sendMicroDeposits(context, account, 'deposits_sent');
  if (started) return started;
  const { sponsor_id, id } = account;
  const current = await findBankAccountById(context.database.query, sponsor_id, id);
  if (current && storedStatus(current) !== 'Replaced') return current;
  throw new LendingError('wrong_state', 'Another bank account has just taken its place.');
}

function checkedSecCode(input: PaymentDetailRequest): SecCode {
  const errors: Record<string, string[]> = {};
  if (!isRoutingNumber(input.ach_routing_number)) {
    errors.ach_routing_number = ['This is not an ABA routing number.'];
  }
  const code = secCodeFor(input.holder_type, input.sec_code);
  if (code === undefined) errors.sec_code = [`Does not go with holder_type ${input.holder_type}.`];
  if (code !== undefined && Object.keys(errors).length === 0) return code;
  throw new LendingError('invalid', 'The bank account is not valid.', { errors });
}

function refuseForeignOrganisation(sent: string | undefined, merchant: MerchantTable): void {
  const { external_org_id, contractor_id } = merchant;
  if (sent === undefined || sent === external_org_id || sent === contractor_id) return;
  const text = 'This is not the merchant of request_user_id.';
  throw new LendingError('invalid', text, { errors: { external_org_id: [text] } });
}
