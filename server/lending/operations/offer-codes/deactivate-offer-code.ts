import type {
  DeactivateOfferCodeRequest,
  OfferCode,
  OfferCodePath,
} from '../../../lending-api/offer-codes.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { deleteOfferCode } from '../../store/offer-codes.ts';
import { offerCodeOfPath, offerCodeRecord } from './read-offer-codes.ts';

/**
 * Deletes an offer code for good; invitations made under it keep what it promised. Throws
 * `not_found`, and `invalid` for a field that was sent with another value than it has.
 */
export function deactivateOfferCode(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  path: OfferCodePath,
  { is_deleted: _asked, modified: _changes, ...sent }: DeactivateOfferCodeRequest,
): Promise<OfferCode> {
  return database.transaction(async (tx) => {
    const code = await offerCodeOfPath(tx, sponsor, path);
    requireUnchanged(sent, offerCodeRecord(code));
    await deleteOfferCode(tx, code, clock.now(sponsor.id));
    return offerCodeRecord(await offerCodeOfPath(tx, sponsor, path));
  });
}

type Unchanging = Omit<DeactivateOfferCodeRequest, 'is_deleted' | 'modified'>;

function requireUnchanged(sent: Unchanging, record: OfferCode): void {
  const names = Object.keys(sent) as (keyof Unchanging)[];
  const changed = names.filter((name) => {
    const value = sent[name];
    return value !== undefined && comparable(value) !== comparable(record[name]);
  });
  if (changed.length === 0) return;
  throw new LendingError('invalid', 'Nothing but is_deleted can be changed.', {
    errors: Object.fromEntries(changed.map((name) => [name, ['This field cannot be changed.']])),
  });
}

/** The order of products says nothing. */
function comparable(value: Unchanging[keyof Unchanging] | null): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort().join() : value;
}
