import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { APPLICANT_SHRED, RETENTION_SWEEP } from './retention-timers.ts';
import { shredApplication } from './shred-application.ts';
import { sweepApplications } from './sweep-applications.ts';

/** What is deleted when the time is over for which it is kept. */
export function retentionTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [RETENTION_SWEEP]: (work) => sweepApplications(context, work),
    [APPLICANT_SHRED]: (work) => shredApplication(context, work),
  };
}
