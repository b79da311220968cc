import type { AddressVerification } from './address-verification.ts';
import type { Applicants } from './applicants.ts';
import type { BankRails } from './bank-rails.ts';
import type { Bureau } from './bureau.ts';
import type { Messenger } from './messenger.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import type { PostalMail } from './postal-mail.ts';
import type { MerchantUnderwriting } from './underwriting.ts';

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
