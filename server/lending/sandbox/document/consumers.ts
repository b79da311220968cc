import { z } from 'zod';
import { applicantExample } from '../../../lending-api/examples/applicant.ts';
import { consumerApplicant } from '../../../lending-api/invitations.ts';
import {
  accountStatus,
  applicationStatus,
  paymentRequestStatus,
  portalAccountStatus,
  transactionStatus,
} from '../../../lending-api/statuses.ts';
import { verifyBody } from '../routes/applications.ts';
import { advanceTransactionBody } from '../routes/funding.ts';
import { chooseBody } from '../routes/invitations.ts';
import { type Control, control } from './control.ts';

const application = z.object({ application_status: applicationStatus });
const portal = z.object({ portal_account_status: portalAccountStatus });
const account = z.object({ account_status: accountStatus });
const request = z.object({ payment_request_status: paymentRequestStatus });
const transaction = z.object({ status: transactionStatus, is_settled: z.boolean() });

const APPLICATION = '/applications/{external_application_id}';

const step = (name: string, effect: string, schema: z.ZodType = application) =>
  control({ method: 'POST', path: `${APPLICATION}/${name}`, effect }, schema);

/** A consumer's own steps, and what happens to applications, charges and refunds. */
export const consumerControls: readonly Control[] = [
  control(
    {
      method: 'POST',
      path: `${APPLICATION}/complete`,
      effect: "an invited consumer applies, with the applicant's fields of a soft pull",
      body: { schema: consumerApplicant, example: applicantExample },
    },
    z.object({ ...application.shape, decision: z.enum(['offers', 'no_offers']) }),
  ),
  control(
    {
      method: 'POST',
      path: `${APPLICATION}/choose-offer`,
      effect: 'an invited consumer chooses an offer',
      body: {
        schema: chooseBody,
        example: { offer_uuid: '7f6f0b0e-5d0c-4c3e-9a51-3f1c2b7a9d10' },
      },
    },
    application,
  ),
  step('accept-terms', 'the consumer accepts the terms of the selected offer'),
  step('decline-terms', 'the consumer declines them'),
  step('activate-portal', 'the consumer sets up the Payment Portal account', portal),
  control(
    {
      method: 'POST',
      path: `${APPLICATION}/verify`,
      effect: 'ends a review or a check of identity, passed or failed',
      body: { schema: verifyBody, example: { result: 'passed' } },
    },
    application,
  ),
  step('suspend', 'puts the loan on hold; charges that wait are canceled'),
  step('release', 'takes the hold off'),
  step(
    'pay-off',
    'the loan is repaid: closes the account, once its purchase window is over',
    account,
  ),
  ...(['approve', 'reject'] as const).map((answer) =>
    control(
      {
        method: 'POST',
        path: `/payment-requests/{payment_request_uuid}/${answer}`,
        effect: `the consumer ${answer}s the charge`,
      },
      request,
    ),
  ),
  control(
    {
      method: 'POST',
      path: '/transactions/{uuid}/advance',
      effect: 'takes a charge or refund by its legal moves to a status',
      body: { schema: advanceTransactionBody, example: { to: 'Transferred' } },
    },
    transaction,
  ),
];
