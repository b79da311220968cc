import type { Providers } from './providers.ts';

/** Production lends to people: no stand-in may decide for a bureau, a bank or a mail service. */
export class MissingProvidersError extends Error {
  override readonly name = 'MissingProvidersError';
}

/** Every provider has its sandbox adapter only; one that gains a real adapter leaves this list. */
const missing: Readonly<Record<keyof Providers, string>> = {
  bureau: 'the credit bureau',
  applicants: 'the check of social security numbers',
  addresses: 'address verification',
  underwriting: 'merchant underwriting',
  processor: 'the payment processor',
  bankRails: 'the bank rails',
  messenger: 'SMS and e-mail',
  postalMail: 'postal mail',
  codes: 'one-time codes',
};

/** @throws MissingProvidersError naming every provider that has its sandbox adapter only */
export function createProductionProviders(): Providers {
  throw new MissingProvidersError(
    `LENDING_ENVIRONMENT is wrong: in production these need a real adapter and have a sandbox one only: ${Object.values(missing).join(', ')}`,
  );
}
