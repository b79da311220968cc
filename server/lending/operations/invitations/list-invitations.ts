import type { InvitationSummary, InvitationsQuery } from '../../../lending-api/invitations.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import {
  countInvitations,
  type ListedInvitation,
  listInvitations,
} from '../../store/invitations.ts';
import { actingUser } from '../acting-user.ts';

/**
 * The merchant's invitations, those of soft pulls too; a Salesrep and a Salesperson see their own
 * (Sponsor Lending API, consumer application endpoints).
 */
export async function listConsumerInvitations(
  { database }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { page, page_size, search, ordering }: InvitationsQuery,
): Promise<{ count: number; results: InvitationSummary[] }> {
  const { user, reach } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const filter = {
    sponsorId: sponsor.id,
    merchantId: user.merchant_id,
    invitedBy: reach === 'own' ? user.user_id : undefined,
    search,
  };
  const slice = { limit: page_size, offset: (page - 1) * page_size, ordering };
  const rows = await listInvitations(database.query, filter, slice);
  return { count: await countInvitations(database.query, filter), results: rows.map(toInvitation) };
}

function toInvitation(row: ListedInvitation): InvitationSummary {
  return {
    ...(row.email !== '' && { email: row.email }),
    ...(row.phone !== '' && { phone: row.phone }),
    invited_by_merchant_user: row.invited_by_merchant_user,
    activate_date: row.activate_date,
    modified: timestamp(Number(row.modified)),
    offer_code_name: row.offer_code_name,
    external_application_id: row.external_application_id,
  };
}
