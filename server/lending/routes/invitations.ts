import { createInvitationRoute, listInvitationsRoute } from '../../lending-api/invitations.ts';
import type { LendingContext } from '../context.ts';
import { createInvitation } from '../operations/invitations/create-invitation.ts';
import { listConsumerInvitations } from '../operations/invitations/list-invitations.ts';
import type { LendingApp } from './lending-app.ts';
import { pageEnvelope } from './page-envelope.ts';

/** Invitations of consumers to apply. */
export function registerInvitations(app: LendingApp, context: LendingContext): void {
  app.openapi(createInvitationRoute, async (c) =>
    c.json(await createInvitation(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(listInvitationsRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const query = c.req.valid('query');
    const invitations = await listConsumerInvitations(context, c.get('sponsor'), user, query);
    const { pathname, searchParams } = new URL(c.req.url);
    const call = { address: `${context.config.publicUrl}${pathname}`, query: searchParams };
    return c.json(pageEnvelope(invitations, query, call), 200);
  });
}
