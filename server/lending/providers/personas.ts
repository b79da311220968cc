import { sha256Hex } from '../../platform/crypto/digest.ts';
import { hourMs } from '../../platform/durations.ts';
import type { BureauReport, ScoreFactor } from '../domain/bureau-report.ts';
import {
  type ApplicantScript,
  type Applicants,
  type PersonIdentity,
  plainScript,
} from './applicants.ts';
import { magic, magicOf } from './magic-values.ts';

/** What one sandbox social security number stands for. */
interface Persona {
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
function persona({ report, script, bureau = 'answers', ownLoans = 'counted' }: Overrides): Persona {
  return {
    report: { ...primeReport, ...report },
    script: { ...plainScript, ...script },
    bureau,
    ownLoans,
  };
}

/** A score of the sandbox's model with its key factors, the weightiest first. */
function score(value: number, ...factors: ScoreFactor[]): BureauReport['score'] {
  return { value, lowest: 300, highest: 850, model: 'Sample Score 4', factors };
}

interface NamedPersona {
  ssn: string;
  /** For people, who read it in the README. */
  outcome: string;
  persona: Persona;
}

const nearPrime = { report: { score: score(655, 'high_utilization', 'recent_inquiries') } };

const named = (ssn: string, outcome: string, overrides: Parameters<typeof persona>[0] = {}) => ({
  ssn,
  outcome,
  persona: persona(overrides),
});

/** The sandbox's social security numbers (server/lending/DECISIONS.md, Sandbox). */
export const personas: readonly NamedPersona[] = [
  named(
    '900100001',
    'approved for every selected product, up to $50,000.00; the Payment Portal account is active at once',
    {
      script: { portal: 'active_at_acceptance' },
    },
  ),
  named(
    '900100002',
    'approved for standard products up to $7,500.00: a counter-offer above that',
    nearPrime,
  ),
  named('900100003', 'approved, covered by the Military Lending Act', {
    report: { is_military_covered: true },
  }),
  named('900100004', 'approved, but the offers have expired on arrival', {
    script: { offers_valid_ms: 0 },
  }),
  named('900100005', 'approved; the terms page asks for a code (123456 passes, 000000 fails)', {
    script: { needs_identity_step_up: true },
  }),
  named('900100006', 'approved; for the walk in which the consumer declines the terms', {
    script: { refuses_terms: true },
  }),
  named(
    '900100007',
    'approved; the Payment Portal account stays Invited, so no charge can be made',
    {
      script: { portal: 'stays_invited' },
    },
  ),
  named('900100008', 'approved; suspended an hour after acceptance', {
    script: { suspended_after_ms: hourMs },
  }),
  named('900100009', 'approved with one offer', {
    script: { offers: { at_most: 1, product_codes: ['STD-60-1299'] } },
  }),
  named('900100010', 'approved with three offers', {
    script: { offers: { at_most: 3, product_codes: ['STD-60-1299', 'RR-60-799', 'ZERO-12'] } },
  }),
  named('900100101', 'no offers: low score; a notice with four reasons is sent', {
    report: {
      score: score(
        560,
        'delinquent_obligations',
        'high_utilization',
        'collections',
        'recent_inquiries',
      ),
    },
  }),
  named('900100102', 'no offers: income too low', { report: { annual_income_cents: 900_000 } }),
  named('900100103', 'no offers: no credit file', { report: { file: 'none', score: null } }),
  named('900100104', 'no offers: credit file frozen', { report: { file: 'frozen', score: null } }),
  named('900100105', 'no offers: identity not verified', {
    report: { is_identity_verified: false },
  }),
  named('900100106', 'review: fraud or active-duty alert', { report: { has_alert: true } }),
  named('900100107', 'no offers: open loans with this lender', { ownLoans: 'always_stack' }),
  named('900100108', 'no offers: too many recent loans elsewhere', {
    report: { recent_loan_count: 3 },
  }),
  named('900100109', 'review: possible match on a sanctions list', {
    report: { is_sanctions_match: true },
  }),
  named('900100110', 'no offers: reported deceased', { report: { is_deceased: true } }),
  named('900100111', 'no offers: bankruptcy', { report: { has_bankruptcy: true } }),
  named('900100201', 'the bureau is down: 503, nothing is decided', { bureau: 'unavailable' }),
  named('900100202', 'offers after 25 seconds', { bureau: 'answers_slowly' }),
  named('900100203', 'the bureau fails: 500', { bureau: 'fails' }),
  named('900100204', '503 on the first call, offers on the second', {
    bureau: 'unavailable_at_first',
  }),
];

/** What the other sandbox numbers stand for, each always for the same one. */
const unnamedPersonas: readonly [Persona, Persona] = [persona({}), persona(nearPrime)];

// Area 900 with group 01 to 49 was never issued and is no ITIN, so no real number gets in.
const sandboxSsn = /^900(0[1-9]|[1-4]\d)\d{4}$/;

// 900-10-00xx do not stack, so that a demo can be walked again and again
// (server/lending/DECISIONS.md, Soft pull).
const demoSsn = /^9001000\d{2}$/;

const bySsn = new Map(personas.map(({ ssn, persona }) => [ssn, persona]));

/** The persona of a sandbox number; one that has no name is prime or near-prime by its hash. */
export function personaOf(ssn: string): Persona {
  const isEven = Number.parseInt(sha256Hex(ssn).slice(0, 2), 16) % 2 === 0;
  return bySsn.get(ssn) ?? unnamedPersonas[isEven ? 0 : 1];
}

/** Sandbox applicants: a persona's number stands for many people, told apart by their e-mail. */
export const sandboxApplicants: Applicants = {
  acceptsSsn: (ssn) => sandboxSsn.test(ssn),
  personKey: ({ ssn, date_of_birth, email }: PersonIdentity) =>
    JSON.stringify([ssn, date_of_birth, email.toLowerCase()]),
  ownLoans: (ssn) => (demoSsn.test(ssn) ? 'never_stack' : personaOf(ssn).ownLoans),
  script: (ssn) => personaOf(ssn).script,
  answerToCharge: (paymentIdentifier) => {
    const name = magicOf(paymentIdentifier);
    if (name === 'consumer_approve') return 'approve';
    return name === 'consumer_reject' ? 'reject' : null;
  },
  areIncreasesAvailable: (externalApplicationId) =>
    !externalApplicationId.endsWith(magic.unavailableIncrease),
};
