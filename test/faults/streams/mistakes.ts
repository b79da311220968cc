import type { Mistake } from '../plant.ts';

/** In what a stream sends to a page that comes back. */
export const repeatingStream: Mistake = {
  file: 'bff/operations/stream-steps.ts',
  search: 'lastEventId: seen })',
  replace: 'lastEventId: undefined })',
};

/** It looks again with every beat, and a page reads whenever its stream is cut. */
export const sleepingStream: Mistake = {
  file: 'bff/operations/stream-steps.ts',
  search: 'const stopListening = feed.listen(checkoutId, () => change.raise());',
  replace: 'const stopListening = () => undefined;',
};
