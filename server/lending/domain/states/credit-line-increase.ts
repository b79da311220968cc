import type { StateMachine } from './state-machine.ts';

export type CreditLineIncreaseStatus = 'None' | 'Completed';

/** Lending decisions, 6.8: one increase an account (Sponsor Lending API, limits). */
export const creditLineIncreaseMachine: StateMachine<CreditLineIncreaseStatus, 'increased'> = {
  subject: 'credit line increase',
  initial: ['None'],
  moves: { None: { increased: 'Completed' }, Completed: {} },
};
