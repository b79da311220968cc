import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { InvitationTable, LendingSchema } from '../../store/schema.ts';
import {
  type HostedLink,
  linkProblem,
  lockHostedLink,
  openHostedLink,
} from '../identity/hosted-link.ts';
import { CLOSED, type Closed } from '../identity/tried.ts';

/** An invitation's link with the application that its consumer goes on with. */
export type InvitedLink = HostedLink & { invitation: InvitationTable };

/** Finds what an invitation's token leads to, as it stands. */
export async function findInvitedLink(
  { database }: LendingContext,
  token: string,
): Promise<InvitedLink | undefined> {
  return invited(await openHostedLink(database.query, 'invitation', token));
}

/** Works on an invitation's application, locked, while its link opens anything. */
export function withInvitation<Result>(
  context: LendingContext,
  token: string,
  work: (tx: Transaction<LendingSchema>, hosted: InvitedLink) => Promise<Result>,
): Promise<Result | Closed> {
  return context.database.transaction(async (tx) => {
    const hosted = invited(await lockHostedLink(context, tx, 'invitation', token));
    if (!hosted || linkProblem(context, hosted) !== null) return CLOSED;
    return work(tx, hosted);
  });
}

function invited(hosted: HostedLink | undefined): InvitedLink | undefined {
  if (!hosted?.invitation) return undefined;
  return { ...hosted, invitation: hosted.invitation };
}
