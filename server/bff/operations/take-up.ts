import type { TakenUp } from '../../../widget/contract/checkout.ts';
import type { BffContext } from '../context.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { stepOf } from '../domain/step.ts';
import { takenUp } from '../domain/taking-up.ts';
import type { Session } from '../store/sessions.ts';
import { endOtherSessions, handleOf } from './sessions.ts';
import { lockStored, writeChange } from './write-checkout.ts';

/**
 * The consumer's first input. A checkout that the merchant's server made is this browser's from here
 * on, if it came by the link; the session that asks stays good, so that a lost answer can be asked for
 * again, also once the page was loaded again.
 * @throws BffError `token_expired` when another browser was first
 */
export async function takeUpCheckout(context: BffContext, session: Session): Promise<TakenUp> {
  const { database, clock } = context;
  const { rights } = session;
  const after = await database.transaction(async (tx) => {
    const before = await lockStored(tx, database, session.checkout.id);
    await endOtherSessions(context, tx, before, session);
    const current = endWhenIdle(before, clock.now());
    return writeChange(context, tx, before, takenUp(current, rights, context.ownOrigin));
  });
  const isOwn = rights === 'pay' && after.takenUpBy === 'link';
  const resume = handleOf(context, after, isOwn ? { ...session, rights: 'all' } : session);
  return { resume, step: stepOf(after) };
}
