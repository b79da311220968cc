import type { StepOf } from '../contract/step.ts';
import type { Message, OutcomeStrings } from './strings.ts';

/** Why nothing can be charged now, and what to do; `null` where it can. */
export function blockedText(
  { blocked }: OutcomeStrings['accepted'],
  step: StepOf<'accepted'>,
): Message | null {
  if (step.blocked === null) return null;
  const isLocked = step.blocked === 'portal_required' && step.portal_account_status === 'Locked';
  return blocked[isLocked ? 'portal_locked' : step.blocked];
}
