import type { Connection } from '../../../platform/database/database.ts';
import { type ChargePayment, chargePayment } from '../../domain/funding/charge-status.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { listNumberedTransactions } from '../../store/transactions.ts';

export interface PaymentOfCharge {
  readonly payment: ChargePayment;
  /** Given back and settled. */
  readonly refundedCents: number;
}

/** What every approved charge begins with. */
export const JUST_APPROVED: PaymentOfCharge = { payment: 'being_paid', refundedCents: 0 };

/** What has become of a loan's approved charges, by the id of their request. */
export async function chargePayments(
  connection: Connection<LendingSchema>,
  loan: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<ReadonlyMap<string, PaymentOfCharge>> {
  const transactions = await listNumberedTransactions(connection, loan);
  const isRefund = (description: number) => description === REFUND;
  const settledRefunds = transactions.filter(
    (each) => isRefund(each.transaction_description) && each.settled_at !== null,
  );
  const charges = transactions.filter((each) => !isRefund(each.transaction_description));
  return new Map(
    charges.map((charge) => {
      const refundedCents = settledRefunds
        .filter(({ charge_request_id }) => charge_request_id === charge.charge_request_id)
        .reduce((cents, refund) => cents + refund.consumer_charge_amount_cents, 0);
      const payment = chargePayment(charge, refundedCents);
      return [charge.charge_request_id, { payment, refundedCents }];
    }),
  );
}
