import { dayMs } from '../../../platform/durations.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { letterMachine } from '../../domain/states/letter.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { findLetter, moveLetter, openAddressee, openContent } from '../../store/letters.ts';

const TRY_AGAIN_MS = dayMs;

/** Mails a letter, and tries daily until it has left. */
export async function mailLetter(
  { database, providers, sealer }: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const letter = await findLetter(database.query, scope, key);
  if (letter?.status !== 'MailRequired') return 'done';
  const { name, lines } = openAddressee(sealer, letter);
  const outcome = await providers.postalMail.post({
    id: letter.id,
    recipient: [name, ...lines],
    text: openContent(sealer, letter),
  });
  if (outcome === 'failed') return { retryAt: now + TRY_AGAIN_MS };
  await moveLetter(database.query, letter, transition(letterMachine, letter.status, 'mailed'));
  return 'done';
}
