import { createRoute } from '@hono/zod-openapi';
import { refusals, secured } from '../../lending-api/answers.ts';
import { afterACommit, beginWithoutTimeout } from '../../platform/database/database.ts';
import type { LendingContext } from '../context.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { countHead } from '../store/evidence-totals.ts';
import type { LendingSchema } from '../store/schema.ts';
import { seedSandbox } from './seed.ts';

const resetRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/reset',
  operationId: 'post_reset',
  summary: 'Reset',
  description:
    "Deletes the sponsor's records, returns its clock to real time, makes the demo merchant again. Merchants of `npm run merchant -- add` come back by the same command.",
  tags: ['reset'],
  ...secured,
  responses: { 204: { description: 'Done.' }, ...refusals() },
});

/** All records of the sponsor. */
export function registerReset(app: LendingApp, context: LendingContext): void {
  app.openapi(resetRoute, async (c) => {
    await resetSponsor(context, c.get('sponsor').id);
    return c.body(null, 204);
  });
}

/** Every table with rows of sponsors; due work is found by its scope. */
const sponsorTables = [
  'merchants',
  'merchant_users',
  'bank_accounts',
  'selected_products',
  'applications',
  'shared_applications',
  'application_history',
  'bureau_inquiries',
  'bureau_reports',
  'offers',
  'links',
  'offer_codes',
  'invitations',
  'charge_requests',
  'refund_requests',
  'activity_counts',
  'transactions',
  'transaction_items',
  'messages',
  'notices',
  'documents',
  'events',
  'event_attempts',
  'consent_events',
  'stopped_numbers',
  'evidence_ends',
  'evidence_records',
  'credit_line_increases',
  'account_cancellations',
  'idempotency_keys',
  'onboarding_codes',
  'step_up_codes',
  'application_drafts',
  'letters',
  'shredded_applicants',
  'statement_entries',
  'statement_totals',
  'lint_findings',
  'sandbox_sponsors',
] as const satisfies readonly Exclude<
  keyof LendingSchema,
  'due_work' | 'counters' | 'evidence_heads' | 'evidence_totals'
>[];

/** Deletes a sponsor's records, returns its clock to real time and seeds the demo merchant again. */
async function resetSponsor(context: LendingContext, sponsorId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await beginWithoutTimeout(tx, context.database);
    await tx.deleteFrom('due_work').where('scope', '=', sponsorId).execute();
    const heads = await tx
      .deleteFrom('evidence_heads')
      .where('sponsor_id', '=', sponsorId)
      .returning(['application_id', 'position', 'row_hash'])
      .execute();
    for (const head of heads) countHead(tx, context, { before: head });
    for (const table of sponsorTables) {
      await tx.deleteFrom(table).where('sponsor_id', '=', sponsorId).execute();
    }
  });
  await afterACommit(async () => {
    await context.clock.refresh(context.database);
    await seedSandbox(context);
  });
}
