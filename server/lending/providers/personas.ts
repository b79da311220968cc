import { type Persona, persona, score } from './persona.ts';

export interface NamedPersona {
  ssn: string;
  /** One line for people. */
  outcome: string;
  persona: Persona;
}

const HOUR_MS = 3_600_000;

const nearPrime = { report: { score: score(655, 'high_utilization', 'recent_inquiries') } };

const named = (ssn: string, outcome: string, overrides: Parameters<typeof persona>[0] = {}) => ({
  ssn,
  outcome,
  persona: persona(overrides),
});

/** The sandbox's social security numbers (lending decisions, 5). */
export const personas: readonly NamedPersona[] = [
  named('900100001', 'Approved for every selected product, up to 50000.00', {
    script: { portal: 'active_at_acceptance' },
  }),
  named(
    '900100002',
    'Approved for standard products, up to 7500.00: else a counter-offer',
    nearPrime,
  ),
  named('900100003', 'Approved; covered by the Military Lending Act', {
    report: { is_military_covered: true },
  }),
  named('900100004', 'Approved; the offers have expired on arrival', {
    script: { offers_valid_ms: 0 },
  }),
  named('900100005', 'Approved; asked for a code on the terms page (123456 passes)', {
    script: { needs_identity_step_up: true },
  }),
  named('900100006', 'Approved; the consumer declines the terms', {
    script: { refuses_terms: true },
  }),
  named('900100007', 'Approved; the portal account stays Invited', {
    script: { portal: 'stays_invited' },
  }),
  named('900100008', 'Approved; suspended an hour after acceptance', {
    script: { suspended_after_ms: HOUR_MS },
  }),
  named('900100009', 'Approved with one offer', {
    script: { offers: { at_most: 1, product_codes: ['STD-60-1299'] } },
  }),
  named('900100010', 'Approved with three offers', {
    script: { offers: { at_most: 3, product_codes: ['STD-60-1299', 'RR-60-799', 'ZERO-12'] } },
  }),
  named('900100101', 'No offers: low score, a notice with four reasons', {
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
  named('900100102', 'No offers: income too low', { report: { annual_income_cents: 900_000 } }),
  named('900100103', 'No offers: no credit file', { report: { file: 'none', score: null } }),
  named('900100104', 'No offers: credit file frozen', { report: { file: 'frozen', score: null } }),
  named('900100105', 'No offers: identity not verified', {
    report: { is_identity_verified: false },
  }),
  named('900100106', 'Review: fraud or active-duty alert', { report: { has_alert: true } }),
  named('900100107', 'No offers: open loans with this lender', { ownLoans: 'always_stack' }),
  named('900100108', 'No offers: too many recent loans elsewhere', {
    report: { recent_loan_count: 3 },
  }),
  named('900100109', 'Review: possible match on a sanctions list', {
    report: { is_sanctions_match: true },
  }),
  named('900100110', 'No offers: reported deceased', { report: { is_deceased: true } }),
  named('900100111', 'No offers: bankruptcy', { report: { has_bankruptcy: true } }),
  named('900100201', '503: the bureau is down, nothing is decided', { bureau: 'unavailable' }),
  named('900100202', 'Offers after 25 seconds', { bureau: 'answers_slowly' }),
  named('900100203', '500: the bureau fails, nothing is decided', { bureau: 'fails' }),
  named('900100204', '503 on the first call, offers on the second', {
    bureau: 'unavailable_at_first',
  }),
];

/** What the other sandbox numbers stand for, each always for the same one. */
export const unnamedPersonas: readonly [Persona, Persona] = [persona({}), persona(nearPrime)];
