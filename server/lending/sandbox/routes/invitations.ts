import { z } from 'zod';
import { consumerApplicant } from '../../../lending-api/invitations.ts';
import { platformIdInput } from '../../../lending-api/identifiers.ts';
import { applyAsConsumer, chooseAsConsumer } from '../invited-steps.ts';
import { readBody } from './read-body.ts';
import type { RegisterControls } from './register-controls.ts';

export const chooseBody = z.object({ offer_uuid: platformIdInput });

/** An invited consumer's own steps: to apply and to choose. */
export const registerInvitationControls: RegisterControls = (app, { context }) => {
  app.post('/sandbox/v1/applications/:external_application_id/complete', async (c) => {
    const applicant = await readBody(c, consumerApplicant);
    const id = c.req.param('external_application_id');
    const { status, decision } = await applyAsConsumer(context, c.get('sponsor'), id, applicant);
    return c.json({ application_status: status, decision: decision ?? 'no_offers' });
  });
  app.post('/sandbox/v1/applications/:external_application_id/choose-offer', async (c) => {
    const { offer_uuid } = await readBody(c, chooseBody);
    const id = c.req.param('external_application_id');
    const application_status = await chooseAsConsumer(context, c.get('sponsor'), id, offer_uuid);
    return c.json({ application_status });
  });
};
