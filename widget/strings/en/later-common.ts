import type { CommonStrings, LaterCommon } from '../strings.ts';

/** What only the screens after the form say. */
export const laterCommon: Pick<CommonStrings, LaterCommon> = {
  checkAgain: 'Check again',
  answers: {
    refresh: 'Nothing new has reached us yet.',
    invite_to_portal: 'The invitation was e-mailed to you. It may take a few minutes to arrive.',
  },
  nmls: (id) => `NMLS ID ${id}`,
};
