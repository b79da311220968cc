import type { FirstStrings } from '../strings.ts';
import { firstProblems } from './first-problems.ts';

export const common: FirstStrings['common'] = {
  label: 'Financing application',
  loading: 'Loading the financing application',
  busy: 'One moment, please',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  checkAgain: 'Check again',
  answers: {
    refresh: 'Checked just now: nothing has changed yet.',
    invite_to_portal: 'The invitation is on its way to you.',
  },
  reference: (correlationId) => `If you ask for help, give this reference: ${correlationId}`,
  amountChanged: (amount) => `The amount to finance is now ${amount}`,
  nmls: (id) => `NMLS ID ${id}`,
  problems: firstProblems,
};
