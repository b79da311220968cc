import {
  cancelAccountRoute,
  increaseCreditLineRoute,
} from '../../lending-api/consumer-accounts.ts';
import { createInvitationRoute, listInvitationsRoute } from '../../lending-api/invitations.ts';
import {
  invitePortalRoute,
  listLoanApplicationsRoute,
  retrieveLoanApplicationRoute,
} from '../../lending-api/loan-applications.ts';
import { selectOfferRoute } from '../../lending-api/offers.ts';
import { softPullRoute } from '../../lending-api/soft-pull.ts';
import type { LendingContext } from '../context.ts';
import { invitePortal } from '../operations/applications/invite-portal.ts';
import {
  listLoanApplications,
  retrieveLoanApplication,
} from '../operations/applications/loan-applications.ts';
import { selectOffer } from '../operations/applications/select-offer.ts';
import { softPull } from '../operations/applications/soft-pull.ts';
import { cancelAccount } from '../operations/cancel-account.ts';
import { increaseCreditLine } from '../operations/increase-credit-line.ts';
import { createInvitation } from '../operations/invitations/create-invitation.ts';
import { listConsumerInvitations } from '../operations/invitations/list-invitations.ts';
import type { LendingApp } from './lending-app.ts';
import { pageEnvelope } from './page-envelope.ts';

/** Consumer applications, by invitation or soft pull, and the accounts that they become. */
export function registerApplications(app: LendingApp, context: LendingContext): void {
  app.openapi(createInvitationRoute, async (c) =>
    c.json(await createInvitation(context, c.get('sponsor'), c.req.valid('json')), 201),
  );
  app.openapi(listInvitationsRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const query = c.req.valid('query');
    const invitations = await listConsumerInvitations(context, c.get('sponsor'), user, query);
    return c.json(pageEnvelope(context, invitations, query, c.req.url), 200);
  });
  app.openapi(softPullRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    return c.json(await softPull(context, c.get('sponsor'), c.req.valid('json'), key), 200);
  });
  app.openapi(selectOfferRoute, async (c) => {
    const { offer_uuid } = c.req.valid('param');
    const body = c.req.valid('json');
    return c.json(await selectOffer(context, c.get('sponsor'), offer_uuid, body), 200);
  });
  app.openapi(listLoanApplicationsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await listLoanApplications(context, c.get('sponsor'), request_user_id), 200);
  });
  app.openapi(retrieveLoanApplicationRoute, async (c) => {
    const path = c.req.valid('param');
    return c.json(await retrieveLoanApplication(context, c.get('sponsor'), path), 200);
  });
  app.openapi(invitePortalRoute, async (c) => {
    const path = c.req.valid('param');
    return c.json(await invitePortal(context, c.get('sponsor'), path), 200);
  });
  app.openapi(cancelAccountRoute, async (c) =>
    c.json(await cancelAccount(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
  app.openapi(increaseCreditLineRoute, async (c) =>
    c.json(await increaseCreditLine(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
}
