import { hasApplied, isShredded } from '../../store/applicant-secrets.ts';
import type { ApplicationTable } from '../../store/schema.ts';

/** Where paper copies go: to the address of the application, unless it was deleted by now. */
export type PaperTo = 'address' | 'address_deleted' | 'nobody';

export function paperTo(
  application: Pick<ApplicationTable, 'person_index' | 'applicant_sealed'>,
): PaperTo {
  if (!hasApplied(application)) return 'nobody';
  return isShredded(application) ? 'address_deleted' : 'address';
}
