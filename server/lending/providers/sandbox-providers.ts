import { setTimeout as delay } from 'node:timers/promises';
import { sandboxOneTimeCodes } from './one-time-codes.ts';
import { sandboxPostalMail } from './postal-mail.ts';
import type { Providers } from './providers.ts';
import { sandboxApplicants } from './sandbox-applicants.ts';
import { sandboxBankRails } from './sandbox-bank-rails.ts';
import { createSandboxBureau } from './sandbox-bureau.ts';
import {
  sandboxAddresses,
  sandboxMessenger,
  sandboxProcessor,
  sandboxUnderwriting,
} from './sandbox-magic.ts';

/** Stand-ins for everything outside, by the personas and magic values of the sandbox. */
export function createSandboxProviders(): Providers {
  return sandboxProvidersThatWait((milliseconds) => delay(milliseconds));
}

/** The same with slow answers that wait as a test wants them to. */
export function sandboxProvidersThatWait(wait: (milliseconds: number) => Promise<void>): Providers {
  return {
    bureau: createSandboxBureau(wait),
    applicants: sandboxApplicants,
    addresses: sandboxAddresses,
    underwriting: sandboxUnderwriting,
    processor: sandboxProcessor,
    bankRails: sandboxBankRails,
    messenger: sandboxMessenger,
    postalMail: sandboxPostalMail,
    codes: sandboxOneTimeCodes,
  };
}
