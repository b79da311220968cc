import type { CommonStrings, ResultCommon } from '../strings.ts';

/** What only the screens after the form say. */
export const resultCommon: Pick<CommonStrings, ResultCommon> = {
  checkAgain: 'Check again',
  answers: {
    refresh: 'Nothing new has reached us yet.',
    invite_to_portal: 'The invitation was e-mailed to you. It may take a few minutes to arrive.',
  },
  codeUsed: {
    chosen:
      'An offer was chosen; its terms are not accepted yet. Continue where you applied, or start again.',
    ended: 'The application has ended. You can start again.',
    accepted: 'The terms were accepted. Continue where you applied.',
    charged: 'The terms were accepted, and a charge was requested. Continue where you applied.',
  },
  nmls: (id) => `NMLS ID ${id}`,
};
