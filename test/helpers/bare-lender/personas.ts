/** What becomes of a person. */
export interface Persona {
  /** `late`: a gateway gives up waiting, and the loan stands as being decided. */
  readonly decision: 'offers' | 'no_offers' | 'review' | 'late' | 'field_error';
  readonly offers: 'complete' | 'without_apr' | 'mixed';
  /** The Payment Portal account is active once the terms are accepted. */
  readonly hasPortal: boolean;
  /** By text; otherwise a charge is 424. */
  readonly isReachable: boolean;
  /** Otherwise a gateway gives up waiting for a charge that is made. */
  readonly isChargeAnswered: boolean;
}

const approved: Persona = {
  decision: 'offers',
  offers: 'complete',
  hasPortal: true,
  isReachable: true,
  isChargeAnswered: true,
};

/** Personas by the applicant's last name; everybody else is approved. */
export const personas = {
  Declined: { ...approved, decision: 'no_offers' },
  Review: { ...approved, decision: 'review' },
  Late: { ...approved, decision: 'late' },
  Misspelt: { ...approved, decision: 'field_error' },
  Priceless: { ...approved, offers: 'without_apr' },
  Mixed: { ...approved, offers: 'mixed' },
  Portalless: { ...approved, hasPortal: false },
  Unreachable: { ...approved, isReachable: false },
  Unconfirmed: { ...approved, isChargeAnswered: false },
} as const satisfies Record<string, Persona>;

export function personaOf(lastName: string): Persona {
  const found = Object.entries(personas).find(([name]) => name === lastName);
  return found?.[1] ?? approved;
}
