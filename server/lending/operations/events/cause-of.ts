import type { ApplicationTable } from '../../store/schema.ts';
import type { EventCause } from './record-event.ts';

/** A loan as the cause of a callback to an address of its sponsor. */
export function causeOf(
  { id, sponsor_id, merchant_id }: Pick<ApplicationTable, 'id' | 'sponsor_id' | 'merchant_id'>,
  target_url: string,
): EventCause {
  return { sponsor_id, application_id: id, merchant_id, target_url };
}
