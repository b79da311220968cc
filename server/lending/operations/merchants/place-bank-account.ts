import type { Transaction } from 'kysely';
import type { PaymentDetailRequest, SecCode } from '../../../lending-api/payment-detail.ts';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { bankAccountStatusAt, repetitions } from '../../domain/bank-account.ts';
import { bankAccountMachine } from '../../domain/states/bank-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { sealBankAccount } from '../../store/bank-account-secrets.ts';
import {
  findBankAccount,
  insertBankAccount,
  storedStatus,
  updateBankAccount,
} from '../../store/bank-accounts.ts';
import { listActiveAdmins } from '../../store/merchant-users.ts';
import type { BankAccountTable, LendingSchema, MerchantTable } from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { MICRO_DEPOSIT_EXPIRY } from './expire-micro-deposits.ts';

type AccountInput = PaymentDetailRequest & { sec_code: SecCode };

/**
 * The merchant's account as it stands after the call: the same one, when every particular is the
 * same and its verification goes on or is done, else a New one in place of another. The merchant is
 * locked by the caller. Throws `wrong_state` for the same account when its verification has failed.
 */
export async function placeBankAccount(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantTable,
  input: AccountInput,
): Promise<BankAccountTable> {
  const current = await findBankAccount(tx, merchant.sponsor_id, merchant.id);
  const fresh = newAccount(context, merchant, input);
  const isKept =
    current && isSameAccount(current, fresh) && standsAsItIs(current, fresh.created_at);
  if (isKept) return current;
  if (current) await replace(context, tx, merchant, current);
  await insertBankAccount(tx, fresh);
  return fresh;
}

function isSameAccount(current: BankAccountTable, fresh: BankAccountTable): boolean {
  return (
    current.ach_routing_number === fresh.ach_routing_number &&
    current.ach_account_number_index === fresh.ach_account_number_index &&
    current.name_on_check === fresh.name_on_check &&
    current.address_zip === fresh.address_zip &&
    current.email === fresh.email &&
    current.bank_account_type === fresh.bank_account_type &&
    current.holder_type === fresh.holder_type &&
    current.sec_code === fresh.sec_code
  );
}

function standsAsItIs(current: BankAccountTable, now: number): boolean {
  const status = bankAccountStatusAt({ ...current, status: storedStatus(current) }, now);
  const repetition = repetitions[status];
  if (repetition !== 'refused') return repetition === 'kept';
  throw new LendingError(
    'wrong_state',
    'The verification of this bank account has failed; start it again with initiate-micro-deposits.',
  );
}

function newAccount(
  { ids, clock, sealer }: LendingContext,
  merchant: MerchantTable,
  input: AccountInput,
): BankAccountTable {
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
  BankAccountTable,
  'name_on_check' | 'address_zip' | 'email' | 'bank_account_type' | 'holder_type' | 'sec_code'
> {
  const { name_on_check, address_zip, email, bank_account_type, holder_type, sec_code } = input;
  return { name_on_check, address_zip, email, bank_account_type, holder_type, sec_code };
}

/** A changed account is how payouts are stolen, so every Admin gets a message. */
async function replace(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantTable,
  current: BankAccountTable,
): Promise<void> {
  const status = transition(bankAccountMachine, storedStatus(current), 'replaced');
  const modified_at = context.clock.now(merchant.sponsor_id);
  await updateBankAccount(tx, current, { status, modified_at });
  await unschedule(tx, MICRO_DEPOSIT_EXPIRY, current.id);
  for (const admin of await listActiveAdmins(tx, merchant.sponsor_id, merchant.id)) {
    await queueMessage(context, tx, {
      sponsor_id: merchant.sponsor_id,
      application_id: null,
      merchant_id: merchant.id,
      kind: 'bank_account_replaced',
      channel: 'email',
      recipient: admin.email,
      subject: `The bank account of ${merchant.business_name} was changed`,
      text: `The bank account of ${merchant.business_name} was replaced. There are no payouts until the new one is verified by its micro-deposits. If this was not you, contact your sponsor at once.`,
      links: [],
    });
  }
}
