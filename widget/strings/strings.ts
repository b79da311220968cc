import type { ApplicantField } from '../contract/applicant.ts';
import type { FieldErrorCode } from '../contract/field-error-code.ts';
import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { ChargeOutcome } from '../contract/outcome.ts';
import type { Reached } from '../contract/problem.ts';
import type { BlockedReason, StepOf } from '../contract/step.ts';

/** What the form says, and whatever can go wrong. */
export interface FirstStrings {
  common: CommonStrings;
  form: FormStrings;
}

/** Every text that is not the law's: one object a language, the same keys by type. */
export interface Strings extends FirstStrings {
  outcome: OutcomeStrings;
}

export interface Message {
  title: string;
  text: string;
}

export interface CommonStrings {
  label: string;
  loading: string;
  busy: string;
  tryAgain: string;
  startAgain: string;
  reference: (correlationId: string) => string;
  amountChanged: (amount: string) => string;
  nmls: (id: string) => string;
  /** Of a return code that was used up: how far its checkout is. */
  codeUsed: Record<Reached, string>;
  /** `amount_not_taken`: an offer could not be had for another amount than its own. */
  problems: Record<FlowErrorCode | 'amount_not_taken' | 'order_in_use' | 'order_accepted', Message>;
}

interface FieldStrings {
  label: string;
  hint?: string;
  missing: string;
}

/** Fields of the form, the boxes to tick among them. */
export type FormField = ApplicantField | 'esign_consent' | 'privacy_notice_ack' | 'sms_consent';

export interface FormStrings {
  /** Above the first question: who is there. */
  offeredBy: (lender: string, shop: string) => string;
  title: string;
  intro: string;
  amount: string;
  amountMissing: string;
  progress: (part: number, parts: number) => string;
  parts: [string, string, string];
  optional: string;
  /** Shows fields that few need. */
  add: Record<'names' | 'unit', string>;
  choose: string;
  next: string;
  back: string;
  show: string;
  hide: string;
  /** The hint of the Social Security number while it can be read. */
  ssnShown: string;
  read: { privacy_notice: string; esign_consent: string; sms_consent: string };
  fields: Record<FormField, FieldStrings>;
  housing: Record<'own' | 'rent' | 'other', string>;
  employment: Record<
    'employed' | 'self_employed' | 'retired' | 'unemployed' | 'student' | 'other',
    string
  >;
  errors: Record<Exclude<FieldErrorCode, 'required'>, string>;
  errorSummary: (count: number) => string;
  consents: string;
  authorization: string;
  saveCopy: string;
  saveCopyAs: string;
  agree: string;
  readFirst: string;
  textsMissing: Message;
}

export interface OutcomeStrings {
  checkAgain: string;
  /** What came of an intent that leads nowhere else. */
  answers: { refresh: string; invite_to_portal: string };
  working: {
    title: string;
    text: string;
    usually: string;
    slow: string;
  };
  review: Message & { next: string };
  offers: {
    title: (count: number) => string;
    intro: (amount: string, count: number, isOffered: boolean) => string;
    sortBy: string;
    sortKeys: Record<'total' | 'apr' | 'payment', string>;
    /** What is said once they are. */
    sortedBy: (key: string) => string;
    more: Message;
    /** Of an offer that the lender gives no name. */
    unnamed: (months: number) => string;
    until: (time: string) => string;
    apr: string;
    aprLong: string;
    perMonth: string;
    payments: (count: number) => string;
    term: (months: number) => string;
    lastPayment: string;
    amount: string;
    /** The total of payments, with the term, where offers are compared. */
    totalCost: (months: number) => string;
    amountFinanced: string;
    financeCharge: string;
    total: string;
    rate: string;
    originationFee: string;
    firstPayment: string;
    promoPayoff: (months: number) => string;
    counterOffer: string;
    counterOfferText: (approved: string, requested: string) => string;
    current: string;
    choose: string;
    chooseLong: (product: string, apr: string) => string;
    noHardInquiry: string;
    lender: (name: string, nmlsId?: string) => string;
    afterwards: string;
  };
  noOffers: Message & {
    notice: Record<'queued' | 'sent', string> & { none?: never; unknown?: never };
    /** Where no notice is due, or nobody knows of one. */
    none: string;
    paper: string;
    lender: string;
    phone: string;
    address: string;
  };
  redirect: Message & {
    go: string;
    backToOffers: string;
    identity: string;
    until: (time: string) => string;
    chosen: string;
  };
  accepted: Message & {
    loanNumber: string;
    available: string;
    window: string;
    portal: string;
    portalStatus: Record<NonNullable<StepOf<'accepted'>['portal_account_status']>, string>;
    charge: (amount: string) => string;
    /** What of the order it pays: all, a part, or an amount of which nobody says what it is. */
    pays: {
      whole: (amount: string) => string;
      part: (amount: string, order: string) => string;
      amount: (amount: string) => string;
    };
    answerThere: string;
    blocked: Record<BlockedReason | 'portal_locked', Message>;
    invite: string;
    inviteAgain: string;
  };
  chargePending: {
    title: string;
    /** What the message looks like that the consumer waits for. */
    message: Record<'both' | 'sms' | 'email' | 'none', (lender: string) => string>;
    theLender: string;
    /** Why no text message came. */
    noSms: Record<'skipped_opted_out' | 'failed', string>;
    identity: string;
    numberInDocuments: string;
    amount: string;
    until: string;
  };
  chargeOutcome: Record<ChargeOutcome, Message> & {
    refundedAmount: string;
    next: string;
    /** What a refund does to the loan. */
    afterRefund: string;
    again: (amount: string) => string;
    mayRepeat: string;
    askShop: string;
  };
  askLender: Record<StepOf<'ask_lender'>['reason'], string> & { title: string; next: string };
  cancelled: Record<StepOf<'cancelled'>['reason'], Message>;
  expired: Record<StepOf<'expired'>['reason'], Message>;
}
