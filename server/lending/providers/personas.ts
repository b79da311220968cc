import { hourMs } from '../../platform/durations.ts';
import { type Persona, persona, score } from './persona.ts';

export interface NamedPersona {
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

/** The sandbox's social security numbers (lending decisions, 5). */
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
export const unnamedPersonas: readonly [Persona, Persona] = [persona({}), persona(nearPrime)];
