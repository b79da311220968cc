import type { Clock } from '../../platform/clock.ts';
import type { BffConfig } from '../context.ts';
import { wireTime } from '../domain/wire-time.ts';
import { readDisclosures } from '../operations/read-disclosures.ts';

/** What an application says of the texts that were read: here those in force, in English, now. */
export function textsInForce(
  config: Pick<BffConfig, 'texts'>,
  clock: Clock,
): Readonly<Record<string, string | undefined>> {
  const texts = readDisclosures(
    { config, clock },
    { locale: 'en', state: undefined, only: undefined },
  );
  const text = (id: string) => texts.find((each) => each.id === id);
  const authorization = text('soft_pull_authorization');
  const now = wireTime(clock.now());
  return {
    soft_pull_consent_version: authorization?.version,
    soft_pull_consent_text_sha256: authorization?.sha256,
    soft_pull_consent_at: now,
    esign_consent_version: text('esign_consent')?.version,
    esign_consent_at: now,
    privacy_notice_version: text('privacy_notice')?.version,
    sms_consent_version: text('sms_consent')?.version,
    sms_consent_at: now,
  };
}
