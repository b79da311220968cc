import type { StateMachine } from './state-machine.ts';

export type LetterStatus = 'MailRequired' | 'Mailed';

/**
 * What goes out on paper alone ends as a notice does (server/lending/DECISIONS.md, Decisions and
 * notices).
 */
export const letterMachine: StateMachine<LetterStatus, 'mailed'> = {
  subject: 'letter',
  initial: ['MailRequired'],
  moves: { MailRequired: { mailed: 'Mailed' }, Mailed: {} },
};
