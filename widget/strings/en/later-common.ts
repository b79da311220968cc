import type { CommonStrings, LaterCommon } from '../strings.ts';

/** What only the screens after the form say. */
export const laterCommon: Pick<CommonStrings, LaterCommon> = {
  checkAgain: 'Check again',
  answers: {
    refresh: 'Nothing new has reached us yet.',
    invite_to_portal: 'The invitation is on its way to you.',
  },
  nmls: (id) => `NMLS ID ${id}`,
};
