import { sandboxCallback, sandboxSponsors } from '../../server/config/sandbox-settings.ts';
import type { LendingConfig } from '../../server/lending/context.ts';
import type { TestLending } from '../helpers/lending.ts';

export type SponsorName = NonNullable<Parameters<TestLending['call']>[2]>['as'] & string;

export const firstSponsor = 'sponsor@example.test';
export const otherSponsor = 'sponsor-two@example.test';

/** The sandbox's sponsors with every feature on. */
export function sponsorsThatMayAll(): LendingConfig['sponsors'] {
  return sandboxSponsors(sandboxCallback).map((sponsor) => ({
    id: sponsor.username,
    name: sponsor.name,
    passwordSha256: sponsor.password_sha256,
    features: { allow_soft_pull_process: true, allow_approve_on_behalf: true },
    callback: sponsor.callback,
  }));
}
