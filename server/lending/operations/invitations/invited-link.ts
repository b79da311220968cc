import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { liveLinkUrl } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { type HostedLink, lockOpenLink, openHostedLink } from '../identity/hosted-link.ts';
import { CLOSED, type Closed } from '../identity/visitor.ts';

/** An invitation's link with the application that its consumer goes on with. */
export type InvitedLink = HostedLink & { invitation: InvitationRow };

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
    const hosted = invited(await lockOpenLink(context, tx, 'invitation', token));
    return hosted ? work(tx, hosted) : CLOSED;
  });
}

function invited(hosted: HostedLink | undefined): InvitedLink | undefined {
  if (!hosted?.invitation) return undefined;
  return { ...hosted, invitation: hosted.invitation };
}

/** The terms page of an application on which an offer was chosen; null when its link is over. */
export function termsLinkOf(
  context: LendingContext,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<string | null> {
  const now = context.clock.now(sponsor_id);
  return liveLinkUrl(context.database.query, context, { kind: 'terms', subjectId: id, now });
}
