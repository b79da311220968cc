import { OperatorError } from '../../platform/operator-error.ts';
import type { Providers } from './providers.ts';

/** Production lends to people: no stand-in may decide for a bureau, a bank or a mail service. */
export class MissingProvidersError extends OperatorError {
  override readonly name = 'MissingProvidersError';
}

/** What has its sandbox adapter only; a provider that gains a real adapter leaves this list. */
const missing: Readonly<Record<keyof Providers | 'lender', string>> = {
  lender: 'the lender, which is the sample bank',
  bureau: 'the credit bureau',
  applicants: 'the check of social security numbers',
  addresses: 'address verification',
  underwriting: 'merchant underwriting',
  processor: 'the payment processor',
  bankRails: 'the bank rails',
  messenger: 'SMS',
  postalMail: 'postal mail',
  codes: 'one-time codes',
};

/** @throws MissingProvidersError naming every provider that has its sandbox adapter only */
export function createProductionProviders({ hasMail }: { hasMail: boolean }): Providers {
  const without = hasMail ? '' : '; e-mail needs SMTP_URL';
  throw new MissingProvidersError(
    `LENDING_ENVIRONMENT is wrong: in production these need a real adapter and have a sandbox one only: ${Object.values(missing).join(', ')}${without}`,
  );
}
