import { dayMs } from '../../platform/durations.ts';

/** How an application goes on after its report: the plain script, but for sandbox personas. */
export interface ApplicantScript {
  /** At most so many offers, these product codes first; null for all. */
  offers: { at_most: number; product_codes: readonly string[] } | null;
  /** How long offers stand. */
  offers_valid_ms: number;
  needs_identity_step_up: boolean;
  refuses_terms: boolean;
  portal: 'by_invitation' | 'active_at_acceptance' | 'stays_invited';
  /** Suspended so long after the terms were accepted; null for not. */
  suspended_after_ms: number | null;
}

export interface PersonIdentity {
  ssn: string;
  date_of_birth: string;
  email: string;
}

/** What differs between real applicants and those of the sandbox. */
export interface Applicants {
  /** True if a social security number of nine digits may be used here. */
  acceptsSsn(ssn: string): boolean;
  /** What tells two people apart; its keyed digest finds earlier applications. */
  personKey(identity: PersonIdentity): string;
  /** Whether loans with us count against a new one, or always do, or never. */
  ownLoans(ssn: string): 'counted' | 'always_stack' | 'never_stack';
  script(ssn: string): ApplicantScript;
  /** What the consumer answers to a charge at once; null for nothing: the answer comes by the link. */
  answerToCharge(paymentIdentifier: string | null): 'approve' | 'reject' | null;
  /** False while the credit line of an account cannot be raised. */
  areIncreasesAvailable(externalApplicationId: string): boolean;
}

/** What holds for everybody that no persona speaks of. */
export const plainScript: ApplicantScript = {
  offers: null,
  offers_valid_ms: 30 * dayMs,
  needs_identity_step_up: false,
  refuses_terms: false,
  portal: 'by_invitation',
  suspended_after_ms: null,
};
