import type { StateMachine } from './state-machine.ts';

export type CreditLineIncreaseStatus = 'None' | 'Completed';

/**
 * server/lending/DECISIONS.md, Applications and accounts: one increase an account (Sponsor Lending
 * API, limits).
 */
export const creditLineIncreaseMachine: StateMachine<CreditLineIncreaseStatus, 'increased'> = {
  subject: 'credit line increase',
  initial: ['None'],
  moves: { None: { increased: 'Completed' }, Completed: {} },
};
