import { z } from '@hono/zod-openapi';
import { loanNumber, platformId } from './identifiers.ts';

/** How a list of loans names a loan and its consumer. */
export const loanNames = {
  external_application_id: z.string(),
  loan_id: z.string(),
  consumer_application_id: platformId,
  consumer_application_human_readable_id: loanNumber,
  consumer_first_name: z.string(),
  consumer_last_name: z.string(),
};
