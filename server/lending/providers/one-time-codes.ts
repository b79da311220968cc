import { magic } from './magic-values.ts';

/** Six-digit codes that prove that somebody reads a telephone or mailbox. */
export interface OneTimeCodes {
  /** The code for a secret that only the service knows; the same secret gives the same code. */
  codeFor(secret: string): string;
  /** Whether a typed code ends the check at once, as one that the sandbox fails on purpose. */
  endsCheck(code: string): boolean;
}

/** One code passes, one fails (lending decisions, 5). */
export const sandboxOneTimeCodes: OneTimeCodes = {
  codeFor: () => magic.code.right,
  endsCheck: (code) => code === magic.code.failing,
};
