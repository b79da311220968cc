import type { Flash } from './flash.ts';
import type { FieldError } from './parts.ts';
import type { Reader } from './page.ts';
import { digitsOf } from './request.ts';

/** The form that asks for the last four digits and the loan number, as it is shown. */
export interface LoanProofForm {
  readonly errors: readonly FieldError[];
  /** As it was typed. The digits are never given back. */
  readonly loanNumber: string;
}

/** Reads the form's fields; without errors, what came is worth comparing. */
export function readLoanProof({ strings }: Reader, field: (name: string) => string) {
  const proof = {
    ssnLast4: digitsOf(field('ssn_last4')),
    loanNumber: digitsOf(field('loan_number')),
  };
  const errors: FieldError[] = [];
  if (!/^\d{4}$/.test(proof.ssnLast4)) {
    errors.push({ field: 'ssn_last4', message: strings.identity.missing });
  }
  if (!/^\d{10}$/.test(proof.loanNumber)) {
    errors.push({ field: 'loan_number', message: strings.charge.missingNumber });
  }
  return { proof, errors, typed: { loan_number: field('loan_number') } };
}

/** The form once more, with what is said of it. */
export function loanProofForm({ errors, typed }: Flash): LoanProofForm {
  return { errors, loanNumber: typed.loan_number ?? '' };
}
