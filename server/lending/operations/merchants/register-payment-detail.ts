import type { Transaction } from 'kysely';
import {
  bankAccountStatus,
  type PaymentDetailRequest,
  type PaymentDetailResponse,
  type SecCode,
} from '../../../lending-api/payment-detail.ts';
import { afterACommit } from '../../../platform/database/database.ts';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import {
  bankAccountStatusAt,
  isRoutingNumber,
  repetitions,
  secCodeFor,
} from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/formats.ts';
import { bankAccountReplacedEmail } from '../../domain/messages/merchant-messages.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import {
  findBankAccount,
  findBankAccountById,
  insertBankAccount,
  sealBankAccount,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import type { BankAccountRow, MerchantRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { tellAdmins } from '../tell-admins.ts';
import { sendMicroDeposits } from './micro-deposits.ts';
import { lockOpenMerchant } from './open-merchant.ts';

interface RegisteredPaymentDetail {
  /** False when the account was registered already and its verification goes on as it was. */
  isNew: boolean;
  detail: PaymentDetailResponse;
}

/**
 * Registers the merchant's bank account or replaces it by another, and sends two micro-deposits
 * (server/lending/DECISIONS.md, Bank accounts). The same account again keeps its state, unless it
 * is Errored.
 * @throws LendingError `invalid` for an account that breaks a rule, `forbidden` for a user who may
 * not, `wrong_state` for the same account after its verification has failed, `unavailable` when the
 * deposits could not be sent: the same call then goes on where it stopped
 */
export async function registerPaymentDetail(
  context: LendingContext,
  sponsor: Sponsor,
  input: PaymentDetailRequest,
): Promise<RegisteredPaymentDetail> {
  const sec_code = checkedSecCode(input);
  const placed = await context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId: input.request_user_id,
      namedIn: 'body',
      action: 'manage_bank_account',
    });
    refuseForeignOrganisation(input.external_org_id, merchant);
    const account = await placeBankAccount(context, tx, merchant, { ...input, sec_code });
    return { merchant, account };
  });
  const isNew = placed.account.status === 'New';
  const account = isNew
    ? await afterACommit(() => startVerification(context, placed.account))
    : placed.account;
  const now = context.clock.now(sponsor.id);
  return { isNew, detail: toPaymentDetail(input, placed.merchant, account, now) };
}

async function startVerification(
  context: LendingContext,
  account: BankAccountRow,
): Promise<BankAccountRow> {
  const started = await sendMicroDeposits(context, account, 'deposits_sent');
  if (started) return started;
  const { sponsor_id, id } = account;
  const current = await findBankAccountById(context.database.query, sponsor_id, id);
  if (current && current.status !== 'Replaced') return current;
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

function refuseForeignOrganisation(sent: string | undefined, merchant: MerchantRow): void {
  const { external_org_id, contractor_id } = merchant;
  if (sent === undefined || sent === external_org_id || sent === contractor_id) return;
  const text = 'This is not the merchant of request_user_id.';
  throw new LendingError('invalid', text, { errors: { external_org_id: [text] } });
}

type AccountInput = PaymentDetailRequest & { sec_code: SecCode };

/**
 * The merchant's account as it stands after the call: the same one, when every particular is the
 * same and its verification goes on or is done, else a New one in place of another. The merchant is
 * locked by the caller.
 * @throws LendingError `wrong_state` for the same account when its verification has failed
 */
async function placeBankAccount(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow,
  input: AccountInput,
): Promise<BankAccountRow> {
  const current = await findBankAccount(tx, merchant.sponsor_id, merchant.id);
  const fresh = newAccount(context, merchant, input);
  const isSame = current !== undefined && isSameAccount(current, fresh);
  if (isSame && standsAsItIs(current, fresh.created_at)) return current;
  if (current) await replace(context, tx, current);
  // A changed account is how payouts are stolen.
  if (current && !isSame) {
    const message = { kind: 'bank_account_replaced', write: bankAccountReplacedEmail } as const;
    await tellAdmins(context, tx, merchant, message);
  }
  await insertBankAccount(tx, fresh);
  return fresh;
}

function isSameAccount(current: BankAccountRow, fresh: BankAccountRow): boolean {
  return (
    current.ach_routing_number === fresh.ach_routing_number &&
    current.ach_account_number_index === fresh.ach_account_number_index &&
    current.name_on_check === fresh.name_on_check &&
    current.address_zip === fresh.address_zip &&
    current.email.toLowerCase() === fresh.email.toLowerCase() &&
    current.bank_account_type === fresh.bank_account_type &&
    current.holder_type === fresh.holder_type &&
    current.sec_code === fresh.sec_code
  );
}

function standsAsItIs(current: BankAccountRow, now: number): boolean {
  const status = bankAccountStatusAt(current, now);
  const repetition = repetitions[status];
  if (repetition !== 'refused') return repetition === 'kept';
  throw new LendingError(
    'wrong_state',
    'The verification of this bank account has failed; start it again with initiate-micro-deposits.',
  );
}

function newAccount(
  { ids, clock, sealer }: LendingContext,
  merchant: MerchantRow,
  input: AccountInput,
): BankAccountRow {
  const now = clock.now(merchant.sponsor_id);
  const key = { id: ids.uuid(), sponsor_id: merchant.sponsor_id };
  const { ach_account_number } = input;
  return {
    ...key,
    ...particularsOf(input),
    ...sealBankAccount(sealer, key, { ach_account_number, micro_deposits_cents: [] }),
    merchant_id: merchant.id,
    status: 'New',
    status_reason: null,
    ach_routing_number: input.ach_routing_number,
    wrong_attempts: 0,
    initiations: 0,
    micro_deposits_sent_at: now,
    micro_deposits_expire_at: now,
    verified_at: null,
    created_at: now,
    modified_at: now,
  };
}

function particularsOf(
  input: AccountInput,
): Pick<
  BankAccountRow,
  'name_on_check' | 'address_zip' | 'email' | 'bank_account_type' | 'holder_type' | 'sec_code'
> {
  const { name_on_check, address_zip, email, bank_account_type, holder_type, sec_code } = input;
  return { name_on_check, address_zip, email, bank_account_type, holder_type, sec_code };
}

async function replace(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  current: BankAccountRow,
): Promise<void> {
  const status = transition(bankAccountMachine, current.status, 'replaced');
  const modified_at = clock.now(current.sponsor_id);
  await updateBankAccount(tx, current, { status, modified_at });
  await unschedule(tx, timerKinds.microDepositExpiry, current.id);
}

/** The reply echoes what was sent, the account number too; no other answer does. */
function toPaymentDetail(
  input: PaymentDetailRequest,
  merchant: MerchantRow,
  account: BankAccountRow,
  now: number,
): PaymentDetailResponse {
  return {
    ...input,
    external_org_id: input.external_org_id ?? merchant.external_org_id,
    sec_code: account.sec_code,
    micro_deposits_amounts: input.micro_deposits_amounts ?? [],
    bank_account_status: bankAccountStatus.parse(bankAccountStatusAt(account, now)),
    micro_deposits_expire_at: timestamp(account.micro_deposits_expire_at),
  };
}
