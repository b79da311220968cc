import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';
import type { Closed } from './invited-link.ts';

/** `application`: what the consumer goes on with, which an earlier one of the person may be. */
export type Submitted =
  | { kind: 'decided'; application: ApplicationTable }
  /** Another process is deciding it. */
  | { kind: 'in_work' }
  | Closed;

/**
 * Takes the invited consumer's details and decides by the rules of a soft pull (lending decisions,
 * 2.10, 6.4). A repeat has the same outcome. Throws `invalid` with the schema's field names,
 * `forbidden` when the merchant is not active, `unavailable` when nothing was decided and the same
 * form can be sent again.
 */
export async function submitInvitation(
  _context: LendingContext,
  _token: string,
  _submission: InvitationSubmission,
  _visitor: Visitor,
): Promise<Submitted> {
  throw new LendingError('unavailable', 'Nothing was decided.');
}
