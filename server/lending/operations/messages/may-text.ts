import type { Connection } from '../../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema, MessageTable } from '../../store/schema.ts';
import { hasSmsConsent, hasStoppedSms } from '../../store/sms-consent.ts';

/** Answers to what the consumer texted: the one confirmation of STOP, and the reply to HELP. */
const answers: ReadonlySet<string> = new Set(['sms_stopped', 'sms_help']);

/**
 * Whether a message may leave as it stands with the consumer's consent now, which may have been
 * taken back since it was written. Merchants' users are written to without one.
 */
export async function mayLeave(
  connection: Connection<LendingSchema>,
  { channel, kind, sponsor_id, application_id, recipient }: MessageTable,
): Promise<boolean> {
  if (channel !== 'sms' || application_id === null || answers.has(kind)) return true;
  if (kind !== 'invitation') return hasSmsConsent(connection, sponsor_id, application_id);
  return mayInviteByText(connection, { id: application_id, sponsor_id, phone: recipient });
}

/** The same for an invitation, which goes out on the merchant's word alone. */
export async function mayInviteByText(
  connection: Connection<LendingSchema>,
  { id, sponsor_id, phone }: Pick<ApplicationTable, 'id' | 'sponsor_id' | 'phone'>,
): Promise<boolean> {
  if (!(await hasSmsConsent(connection, sponsor_id, id))) return false;
  return !(await hasStoppedSms(connection, sponsor_id, phone));
}
