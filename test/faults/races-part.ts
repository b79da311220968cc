import type { Figure, Part } from '../bench/part.ts';
import { runCancelRaces } from './cancel-races.ts';

/** A merchant's server against its consumer. */
export function racesPart({ tries }: { tries: number }): Part {
  return {
    name: 'races',
    title: 'Cancelled while the consumer accepts',
    async run() {
      const { torn, cancelled, accepted } = await runCancelRaces(tries);
      for (const line of torn) console.error(line);
      const count = (name: string, value: number): Figure => ({ name, value, unit: '' });
      return [
        count('tries', tries),
        count('cancelled', cancelled),
        count('accepted, since the lender would not cancel', accepted),
        { ...count('said otherwise by the lender', torn.length), atMost: 0 },
      ];
    },
  };
}
