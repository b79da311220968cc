import type { FirstProblems } from '../strings.ts';

/** What can be said when nothing more can be fetched. */
export const firstProblems: FirstProblems = {
  network: {
    title: 'We could not connect',
    text: 'Check your internet connection and try again. Repeating is safe: nothing happens twice.',
  },
  internal: {
    title: 'Something went wrong',
    text: 'That was our fault, not yours. Please try again; nothing happens twice.',
  },
};
