import type { Migration } from 'kysely/migration';
import { createRootKey } from '../../platform/crypto/root-key.ts';
import { createDueWork } from '../../platform/due-work/due-work.ts';
import { createAccounts } from './tables/accounts.ts';
import { createApplications } from './tables/applications.ts';
import { createEvidenceEnds } from './tables/evidence-ends.ts';
import { createEvidenceHeads } from './tables/evidence-heads.ts';
import { createEvidenceRecords } from './tables/evidence-records.ts';
import { createEvidenceTotals } from './tables/evidence-totals.ts';
import { createEvidence } from './tables/evidence.ts';
import { createFunding } from './tables/funding.ts';
import { createHostedPages } from './tables/hosted-pages.ts';
import { createIdentity } from './tables/identity.ts';
import { createInvitations } from './tables/invitations.ts';
import { createLint } from './tables/lint.ts';
import { createMerchantFees } from './tables/merchant-fees.ts';
import { createMerchants } from './tables/merchants.ts';
import { createOutboxes } from './tables/outboxes.ts';
import { createReceiverCalls } from './tables/receiver-calls.ts';
import { createRefunds } from './tables/refunds.ts';
import { createRetention } from './tables/retention.ts';
import { createSandbox } from './tables/sandbox.ts';
import { createSharedApplications } from './tables/shared-applications.ts';
import { createStatements, postSettledTransactions } from './tables/statements.ts';

/** Every table of `LendingSchema`, in portable SQL. */
export const lendingMigrations: Readonly<Record<string, Migration>> = {
  '001_initial': {
    up: async (db) => {
      await createDueWork(db);
      await createMerchants(db);
      await createApplications(db);
      await createFunding(db);
      await createOutboxes(db);
      await createEvidence(db);
      await createSandbox(db);
    },
  },
  '002_statements': {
    up: async (db) => {
      await createStatements(db);
      await postSettledTransactions(db);
    },
  },
  '003_invitations': { up: createInvitations },
  '004_hosted_pages': { up: createHostedPages },
  '005_refunds': { up: createRefunds },
  '006_accounts': { up: createAccounts },
  '007_retention': { up: createRetention },
  '008_evidence': { up: createEvidenceRecords },
  '008_lint': { up: createLint },
  '009_evidence_heads': { up: createEvidenceHeads },
  '010_evidence_ends': { up: createEvidenceEnds },
  '011_root_key': { up: createRootKey },
  '012_identity': { up: createIdentity },
  '013_limits': { up: createReceiverCalls },
  '014_evidence_totals': { up: createEvidenceTotals },
  '015_merchant_fees': { up: createMerchantFees },
  '016_shared_applications': { up: createSharedApplications },
};
