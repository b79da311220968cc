import { cancelReasonOf } from '../../domain/funding/charge-prerequisites.ts';
import type { ChargePayment } from '../../domain/funding/charge-status.ts';
import { JUST_APPROVED, type PaymentOfCharge } from '../../operations/funding/charge-payments.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { LeftToSpend } from '../left-to-spend.ts';
import { type Notice, noticePage } from '../notice-page.ts';
import { type Html, facts } from '../../documents/html.ts';
import type { Reader } from '../reader.ts';
import type { WayBack } from '../parts.ts';
import type { ChargeEnd } from './charge-end.ts';

export interface EndedCharge {
  readonly charge: ChargeRequestRow;
  readonly end: ChargeEnd;
  /** Nothing can be charged once it is paid. */
  readonly isLast: boolean;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
  readonly left: LeftToSpend;
}

type Said = Pick<Notice, 'title' | 'text' | 'tone'>;

/** How a charge request ended and, once approved, what has become of the charge. */
export function chargeEndPage(reader: Reader, back: WayBack, ended: EndedCharge): Html {
  const { strings, format } = reader;
  const { left, isLast, payment } = ended;
  const isClosing = isLast && payment !== undefined && payment.payment !== 'failed';
  const showsLeft = left.standing === 'open' && !isClosing;
  return noticePage(reader, {
    ...saidOf(reader, back.merchantName, ended),
    back,
    ...(showsLeft && {
      more: facts([[strings.account.available, format.cents(left.cents)]]),
    }),
  });
}

function saidOf(reader: Reader, merchant: string, ended: EndedCharge): Said {
  const { charge: text } = reader.strings;
  switch (ended.end) {
    case 'approved':
      return approved(reader, merchant, ended);
    case 'rejected':
      return { title: text.rejectedTitle, text: text.rejected(merchant) };
    case 'expired':
      return {
        title: text.expiredTitle,
        text: ended.left.standing === 'open' ? text.expired(merchant) : text.expiredForGood,
      };
    case 'canceled':
      return {
        title: text.canceledTitle,
        text: text.canceled[cancelReasonOf(ended.charge.rejection_reason)](merchant),
      };
  }
}

function approved(
  { strings, format }: Reader,
  merchant: string,
  { charge, payment: paid = JUST_APPROVED }: EndedCharge,
): Said {
  const { charge: text } = strings;
  const { payment, refundedCents } = paid;
  const approvedTitle =
    charge.approved_by === 'sponsor' ? text.approvedElsewhere : text.approvedTitle;
  const titles: Record<ChargePayment, string> = {
    ...text.paymentTitles,
    being_paid: approvedTitle,
    paid: approvedTitle,
  };
  return {
    title: titles[payment],
    text: text.payments[payment]({
      amount: format.cents(charge.consumer_charge_amount_cents),
      refunded: format.cents(refundedCents),
      merchant,
    }),
    tone: titles[payment] === approvedTitle ? 'good' : 'plain',
  };
}
