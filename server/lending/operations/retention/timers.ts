import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { SEAL_EVIDENCE_HEADS, sealHeads } from '../../store/evidence-heads.ts';
import {
  endEvidence,
  sealTextsOfSponsor,
  shredApplication,
  sweepApplications,
} from '../retention.ts';
import {
  APPLICANT_SHRED,
  EVIDENCE_END,
  RETENTION_SWEEP,
  SEAL_STORED_TEXTS,
} from './retention-timers.ts';

/** What is sealed, and what is deleted when the time is over for which it is kept. */
export function retentionTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [RETENTION_SWEEP]: (work) => sweepApplications(context, work),
    [SEAL_STORED_TEXTS]: (work) => sealTextsOfSponsor(context, work),
    [SEAL_EVIDENCE_HEADS]: async ({ scope }) => {
      await sealHeads(context.database.query, context.sealer, scope);
      return 'done';
    },
    [EVIDENCE_END]: (work) => endEvidence(context, work),
    [APPLICANT_SHRED]: (work) => shredApplication(context, work),
  };
}
