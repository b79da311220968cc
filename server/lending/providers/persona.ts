import type { BureauReport, ScoreFactor } from '../domain/bureau-report.ts';
import { type ApplicantScript, plainScript } from './applicants.ts';

/** What one sandbox social security number stands for. */
export interface Persona {
  report: BureauReport;
  script: ApplicantScript;
  /** What the bureau does. */
  bureau: 'answers' | 'answers_slowly' | 'unavailable' | 'unavailable_at_first' | 'fails';
  ownLoans: 'counted' | 'always_stack';
}

interface Overrides {
  report?: Partial<BureauReport>;
  script?: Partial<ApplicantScript>;
  bureau?: Persona['bureau'];
  ownLoans?: Persona['ownLoans'];
}

const primeReport: BureauReport = {
  agency: {
    name: 'Sample Credit Bureau (sandbox)',
    address: '100 Sample Street, Columbus, OH 43004',
    phone: '1-800-555-0100',
  },
  file: 'found',
  score: score(780, 'recent_inquiries'),
  is_identity_verified: true,
  is_deceased: false,
  has_bankruptcy: false,
  has_alert: false,
  is_sanctions_match: false,
  is_military_covered: false,
  monthly_obligations_cents: 50_000,
  annual_income_cents: 12_000_000,
  recent_loan_count: 0,
};

/** A prime applicant, but for what is said otherwise. */
export function persona({
  report,
  script,
  bureau = 'answers',
  ownLoans = 'counted',
}: Overrides): Persona {
  return {
    report: { ...primeReport, ...report },
    script: { ...plainScript, ...script },
    bureau,
    ownLoans,
  };
}

/** A score of the sandbox's model with its key factors, the weightiest first. */
export function score(value: number, ...factors: ScoreFactor[]): BureauReport['score'] {
  return { value, lowest: 300, highest: 850, model: 'Sample Score 4', factors };
}
