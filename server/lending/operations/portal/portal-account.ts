import type { ApplicationTable } from '../../store/schema.ts';

/** Whether the consumer has an account to sign in to. */
export function hasPortalAccount({
  portal_account_status: status,
}: Pick<ApplicationTable, 'portal_account_status'>): boolean {
  return status === 'Active' || status === 'Locked';
}
