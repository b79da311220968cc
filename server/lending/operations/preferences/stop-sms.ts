import type { LendingContext } from '../../context.ts';
import { lockAllOfPerson } from '../../store/persons.ts';
import { lockHostedLink, openHostedLink } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { confirmSmsStopped, revokeSms } from './revoke-sms.ts';

/**
 * Takes the consent to text messages back, at once, on every application of the person with this
 * sponsor; whoever has the link may (TCPA). One message confirms it. False for a
 * token that leads to nothing.
 */
export async function stopSms(
  context: LendingContext,
  token: string,
  visitor: Visitor,
): Promise<boolean> {
  const { database, providers } = context;
  const named = await openHostedLink(database.query, 'preferences', token);
  if (!named) return false;
  const reach = await providers.messenger.smsReach(named.application.phone);
  await database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'preferences', token);
    if (!hosted) return;
    const ofPerson = await lockAllOfPerson(tx, database, hosted.application);
    const revoked = await revokeSms(context, tx, ofPerson, { action: 'clicked', ...visitor });
    if (revoked > 0 && reach === 'reachable') {
      await confirmSmsStopped(context, tx, hosted.application);
    }
  });
  return true;
}
