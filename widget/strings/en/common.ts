import type { FirstStrings } from '../strings.ts';
import { firstProblems } from './first-problems.ts';

export const common: FirstStrings['common'] = {
  label: 'Financing application',
  loading: 'Loading the financing application',
  busy: 'One moment, please',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  reference: (correlationId) => `If you ask for help, give this reference: ${correlationId}`,
  amountChanged: (amount) => `The amount to finance is now ${amount}`,
  problems: firstProblems,
};
