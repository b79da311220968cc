import type { LendingContext } from '../../context.ts';

/** A link, or a sent code, with the last answer: a wrong one, or the right one of an onboarding. */
interface Asked {
  last_answer_digest: string | null;
}

/** What names the link or code, then what was typed: the same answer elsewhere has another digest. */
type GivenAnswer = readonly (string | number)[];

type Keys = Pick<LendingContext, 'sealer'>;

const purpose = 'last-answer';

/** What is kept of an answer, to know it when a double click or a reload sends it again. */
export function answerDigest({ sealer }: Keys, given: GivenAnswer): string {
  return sealer.index(JSON.stringify(given), purpose);
}

/**
 * True if this was the last answer there. A wrong one counts once: who sends it again learns nothing.
 * One with another in between counts again.
 */
export function isLastAnswer({ sealer }: Keys, asked: Asked, given: GivenAnswer): boolean {
  const { last_answer_digest: digest } = asked;
  return digest !== null && sealer.isIndexOf(digest, JSON.stringify(given), purpose);
}
