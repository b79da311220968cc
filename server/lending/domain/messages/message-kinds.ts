/** What follows from a message's kind when it leaves, or does not. */
interface Treatment {
  /** Carries a one-time code: it does not leave once the code is not taken any more. */
  carriesCode?: true;
  /** Answers what the consumer texted: it needs no consent to text messages. */
  answersSms?: true;
  /** The e-mail of an adverse action notice: evidence of its delivery, or a letter. */
  isNotice?: true;
  /** The consumer's copy of documents, or a notice about the loan: a receipt, or a letter. */
  isCopy?: true;
  /** A notice, or a record of the loan: part of the paper copies. The loan's documents are kept by themselves. */
  isRecord?: true;
}

/** What every SMS and e-mail is for. The kinds are stored. */
const treatments = {
  account_cancelled: { isCopy: true, isRecord: true },
  account_on_hold: { isCopy: true, isRecord: true },
  adverse_action: { isNotice: true, isRecord: true },
  bank_account_replaced: {},
  charge_failed: { isRecord: true },
  charge_receipt: { isRecord: true },
  charge_request: {},
  counter_offer: { isNotice: true, isRecord: true },
  credit_line_increased: { isCopy: true, isRecord: true },
  identity_locked: {},
  invitation: {},
  loan_documents: { isCopy: true },
  mailed_link: {},
  merchant_invitation: {},
  merchant_reviewed: {},
  merchant_terms: {},
  onboarding_code: { carriesCode: true },
  one_time_code: { carriesCode: true },
  payout_returned: {},
  portal_active: {},
  portal_invitation: {},
  refund: { isRecord: true },
  refund_accepted: {},
  refund_failed: { isRecord: true },
  refund_not_made: {},
  review_ended: {},
  sms_help: { answersSms: true },
  sms_stopped: { answersSms: true },
} as const satisfies Readonly<Record<string, Treatment>>;

export type MessageKind = keyof typeof treatments;

export function treatmentOf(kind: MessageKind): Treatment {
  return treatments[kind];
}

/** The kinds of message that are notices, or records of the loan. */
export const recordKinds: readonly MessageKind[] = (
  Object.keys(treatments) as MessageKind[]
).filter((kind) => treatmentOf(kind).isRecord);
