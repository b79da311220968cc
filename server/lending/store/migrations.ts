import type { Migration } from 'kysely/migration';
import { createRootKey } from '../../platform/crypto/root-key.ts';
import { createInitialTables } from './migrations/001-initial.ts';
import { createStatements, postSettledTransactions } from './migrations/002-statements.ts';
import { createInvitations } from './migrations/003-invitations.ts';
import { createHostedPages } from './migrations/004-hosted-pages.ts';
import { createRefunds } from './migrations/005-refunds.ts';
import { createAccounts } from './migrations/006-accounts.ts';
import { createRetention } from './migrations/007-retention.ts';
import { createEvidenceRecords } from './migrations/008-evidence.ts';
import { createLint } from './migrations/008-lint.ts';
import { createEvidenceHeads } from './migrations/009-evidence-heads.ts';
import { createEvidenceEnds } from './migrations/010-evidence-ends.ts';
import { createIdentity } from './migrations/012-identity.ts';
import { createReceiverCalls } from './migrations/013-limits.ts';
import { createEvidenceTotals } from './migrations/014-evidence-totals.ts';
import { createMerchantFees } from './migrations/015-merchant-fees.ts';
import { createSharedApplications } from './migrations/016-shared-applications.ts';
import { indexBouncedMessages } from './migrations/017-bounced-messages.ts';
import { endTakenBackEvidence } from './migrations/018-taken-back-evidence.ts';
import {
  createStoppedNumbers,
  sealPurchaseDescriptions,
} from './migrations/019-said-by-consumers.ts';
import { createOnboardingEmails } from './migrations/020-onboarding-emails.ts';
import { deleteDeclineReasons } from './migrations/021-decline-reasons.ts';
import { indexByApplication } from './migrations/022-of-application.ts';
import { dropUnreadIndexes } from './migrations/023-unread-indexes.ts';
import { updateInPlace } from './migrations/024-updates-in-place.ts';
import { deleteShreddedDigests } from './migrations/025-shredded-digests.ts';
import { deleteReopenedDescriptions } from './migrations/026-reopened-descriptions.ts';
import {
  createEndsOfApplications,
  endEvidenceOfStops,
  shredLeftReasons,
} from './migrations/027-ends-of-applications.ts';
import { indexByPhone } from './migrations/028-phones.ts';
import { addLastAnswers } from './migrations/029-last-answers.ts';
import { countFailedTries } from './migrations/030-failed-tries.ts';

/**
 * Every table of `LendingSchema`, in portable SQL, in the order of the keys. A database keeps the
 * keys of what it was given: a key is never changed, nor what stands under it.
 */
export const lendingMigrations: Readonly<Record<string, Migration>> = {
  '001_initial': { up: createInitialTables },
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
  '017_bounced_messages': { up: indexBouncedMessages },
  '018_taken_back_evidence': { up: endTakenBackEvidence },
  '019_said_by_consumers': {
    up: async (db) => {
      await createStoppedNumbers(db);
      await sealPurchaseDescriptions(db);
    },
  },
  '020_onboarding_emails': { up: createOnboardingEmails },
  '021_decline_reasons': { up: deleteDeclineReasons },
  '022_of_application': { up: indexByApplication },
  '023_unread_indexes': { up: dropUnreadIndexes },
  '024_updates_in_place': { up: updateInPlace },
  '025_shredded_digests': { up: deleteShreddedDigests },
  '026_reopened_descriptions': { up: deleteReopenedDescriptions },
  '027_ends_of_applications': {
    up: async (db) => {
      await createEndsOfApplications(db);
      await endEvidenceOfStops(db);
      await shredLeftReasons(db);
    },
  },
  '028_phones': { up: indexByPhone },
  '029_last_answers': { up: addLastAnswers },
  '030_failed_tries': { up: countFailedTries },
};
