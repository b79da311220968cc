import { z } from 'zod';
import { payOffAccount } from '../../operations/close-account.ts';
import { endReview } from '../../operations/applications/end-review.ts';
import {
  releaseApplication,
  suspendApplication,
} from '../../operations/applications/suspend-application.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import {
  acceptAsConsumer,
  activatePortalAsConsumer,
  declineAsConsumer,
} from '../consumer-steps.ts';
import { stepOnApplication } from '../step-on-application.ts';
import { readBody } from './read-body.ts';
import type { RegisterControls } from './register-controls.ts';

export const verifyBody = z.object({ result: z.enum(['passed', 'failed']) });

const steps = {
  'accept-terms': acceptAsConsumer,
  'decline-terms': declineAsConsumer,
  'activate-portal': activatePortalAsConsumer,
  suspend: suspendApplication,
  release: releaseApplication,
  'pay-off': payOffAccount,
} as const;

export const registerApplicationControls: RegisterControls = (app, { context }) => {
  for (const [name, step] of Object.entries(steps)) {
    app.post(`/sandbox/v1/applications/:external_application_id/${name}`, async (c) => {
      const application = await stepOnApplication(
        context,
        c.get('sponsor').id,
        c.req.param('external_application_id'),
        (tx, locked) => step(context, tx, locked),
      );
      return c.json(answerTo(name, application));
    });
  }
  app.post('/sandbox/v1/applications/:external_application_id/verify', async (c) => {
    const { result } = await readBody(c, verifyBody);
    const id = c.req.param('external_application_id');
    const application = await endReview(context, c.get('sponsor'), id, result);
    return c.json({ application_status: application.status });
  });
};

function answerTo(
  step: string,
  { status, account_status, portal_account_status }: ApplicationTable,
): Record<string, string | null> {
  switch (step) {
    case 'activate-portal':
      return { portal_account_status };
    case 'pay-off':
      return { account_status };
    default:
      return { application_status: status };
  }
}
