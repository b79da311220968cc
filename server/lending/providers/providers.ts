import type { BureauReport } from '../domain/bureau-report.ts';
import type { Applicants } from './applicants.ts';
import { magic } from './magic-values.ts';

/** Everything that is truly outside the service. */
export interface Providers {
  bureau: Bureau;
  applicants: Applicants;
  addresses: AddressVerification;
  underwriting: MerchantUnderwriting;
  processor: PaymentProcessor;
  bankRails: BankRails;
  messenger: Messenger;
  postalMail: PostalMail;
  codes: OneTimeCodes;
}

interface SoftInquiry {
  /** The same id again is the same inquiry: one entry at the bureau, the same report. */
  inquiry_id: string;
  /** 1 for an application's first inquiry, more when an earlier one decided nothing. */
  attempt: number;
  ssn: string;
  date_of_birth: string;
  first_name: string;
  last_name: string;
  address_1: string;
  city: string;
  state: string;
  zip_code: string;
}

/** The bureau answers nothing now. Nothing was decided; the inquiry may be made again. */
export class BureauUnavailableError extends Error {
  override readonly name = 'BureauUnavailableError';
}

/** A consumer reporting agency. */
export interface Bureau {
  /** A soft credit inquiry. @throws BureauUnavailableError when it cannot be made now */
  softInquiry(inquiry: SoftInquiry): Promise<BureauReport>;
}

export interface ProcessorPayment {
  /** The transaction's id; the same id again is the same payment. */
  id: string;
  /** Of a charge the merchant is credited, of a refund the consumer's account. */
  kind: 'charge' | 'refund';
  amount_cents: number;
  payment_identifier: string | null;
}

export type SubmissionOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'rejected'; return_code: string }
  | { outcome: 'excluded' }
  /** Not decided yet: ask again later. */
  | { outcome: 'undecided' };

type SettlementOutcome =
  | { outcome: 'settled' }
  | { outcome: 'settled_then_returned'; return_code: string };

/** Takes charges and refunds from the batch and settles them. */
export interface PaymentProcessor {
  submit(payment: ProcessorPayment): Promise<SubmissionOutcome>;
  settle(payment: ProcessorPayment): Promise<SettlementOutcome>;
}

export interface BankAccountNumber {
  ach_routing_number: string;
  ach_account_number: string;
}

interface MicroDepositOrder extends BankAccountNumber {
  /** The same id again is the same two deposits. */
  id: string;
}

export interface MicroDeposits {
  /** Two amounts from 1 to 99. */
  amounts_cents: readonly [number, number];
  /** How long they can be verified. */
  valid_ms: number;
  /** The return code when the bank sent them back. */
  return_code: string | null;
}

interface Payout extends BankAccountNumber {
  /** The same id again is the same payout. */
  id: string;
  amount_cents: number;
}

type PayoutOutcome = { outcome: 'paid' } | { outcome: 'returned'; return_code: string };

/** The merchant's side of the automated clearing house. */
export interface BankRails {
  /** Two credits, each under a dollar; the same account again gets the same amounts. */
  sendMicroDeposits(order: MicroDepositOrder): Promise<MicroDeposits>;
  payOut(payout: Payout): Promise<PayoutOutcome>;
}

export interface OutgoingMessage {
  /** The same id again is the same message. */
  id: string;
  channel: 'sms' | 'email';
  /** A telephone number or an e-mail address. */
  to: string;
  subject: string;
  text: string;
}

export type SmsReach = 'reachable' | 'opted_out' | 'invalid' | 'undeliverable';

/** Carries SMS and e-mail. */
export interface Messenger {
  /** Whether an SMS can reach a number; asked before a caller is told that one was sent. */
  smsReach(phone: string): Promise<SmsReach>;
  /** Hands a message over; a bounced e-mail came back. */
  send(message: OutgoingMessage): Promise<'sent' | 'bounced' | 'failed'>;
}

export interface Letter {
  /** The same id again is the same letter. */
  id: string;
  /** Name and address, line by line. */
  recipient: readonly string[];
  text: string;
}

/** Prints and mails letters. */
interface PostalMail {
  post(letter: Letter): Promise<'posted' | 'failed'>;
}

export const sandboxPostalMail: PostalMail = { post: async () => 'posted' };

interface PostalAddress {
  address_1: string;
  address_2?: string | null | undefined;
  city: string;
  state: string;
  zip_code: string;
}

/** A postal address service. */
export interface AddressVerification {
  /** True if mail reaches the address. */
  isDeliverable(address: PostalAddress): Promise<boolean>;
}

export type UnderwritingResult = 'approved' | 'declined' | 'review' | 'approved_then_suspended';

/** Decides whether a business may be a merchant. */
export interface MerchantUnderwriting {
  assess(merchant: { business_name: string }): Promise<UnderwritingResult>;
}

/** Six-digit codes that prove that somebody reads a telephone or mailbox. */
export interface OneTimeCodes {
  /** The code for a secret that only the service knows; the same secret gives the same code. */
  codeFor(secret: string): string;
  /** True if a typed code ends the check at once, as one that the sandbox fails on purpose. */
  endsCheck(code: string): boolean;
}

/** One code passes, one fails (server/lending/DECISIONS.md, Sandbox). */
export const sandboxOneTimeCodes: OneTimeCodes = {
  codeFor: () => magic.code.right,
  endsCheck: (code) => code === magic.code.failing,
};
