import type { ApplicationRow } from '../../store/schema/applications.ts';

/** Whether the consumer has an account to sign in to. */
export function hasPortalAccount({
  portal_account_status: status,
}: Pick<ApplicationRow, 'portal_account_status'>): boolean {
  return status === 'Active' || status === 'Locked';
}
