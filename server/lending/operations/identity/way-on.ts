import type { WayOn } from '../../domain/identity/way-on.ts';
import type { ConsumerLink } from '../../store/links.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import { hasPortalAccount } from '../portal/portal-account.ts';

type Loan = Pick<ApplicationTable, 'accepted_at' | 'portal_account_status'>;

/** By the link and by what the application has come to. */
export function wayOn(
  { kind, generation }: Pick<ConsumerLink, 'kind' | 'generation'>,
  application: Loan,
): WayOn {
  switch (kind) {
    case 'charge':
      return generation === 1 ? 'mailed_link' : 'new_request';
    case 'portal':
      return hasPortalAccount(application) ? 'mailed_link' : 'link_from_merchant';
    case 'terms':
      return application.accepted_at === null ? 'link_from_merchant' : 'portal';
    case 'invitation':
      return 'link_from_merchant';
    case 'preferences':
      return 'call';
  }
}
