import type { StateMachine } from './state-machine.ts';

export type OfferStatus = 'Available' | 'Selected' | 'Accepted' | 'Expired' | 'Superseded';

export type OfferEvent = 'selected' | 'other_selected' | 'accepted' | 'expired' | 'superseded';

/**
 * server/lending/DECISIONS.md, Applications and accounts: a selected offer is available again when
 * another one is selected.
 */
export const offerMachine: StateMachine<OfferStatus, OfferEvent> = {
  subject: 'offer',
  initial: ['Available'],
  moves: {
    Available: { selected: 'Selected', expired: 'Expired', superseded: 'Superseded' },
    Selected: {
      selected: 'Selected',
      other_selected: 'Available',
      accepted: 'Accepted',
      expired: 'Expired',
      superseded: 'Superseded',
    },
    Accepted: {},
    Expired: {},
    Superseded: {},
  },
};
