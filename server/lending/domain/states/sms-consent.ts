import { canMove, type StateMachine, transition } from './state-machine.ts';

export type SmsConsentStatus = 'Unknown' | 'Granted' | 'Revoked';

export type SmsConsentEvent = 'granted' | 'revoked';

/** server/lending/DECISIONS.md, Messages and consents: only Granted lets an SMS go out. */
export const smsConsentMachine: StateMachine<SmsConsentStatus, SmsConsentEvent> = {
  subject: 'SMS consent',
  initial: ['Unknown'],
  moves: {
    Unknown: { granted: 'Granted' },
    Granted: { revoked: 'Revoked' },
    Revoked: { granted: 'Granted' },
  },
};

/** What the consumer's words amount to, the first one first; one that was said before adds nothing. */
export function smsConsentAfter(events: readonly SmsConsentEvent[]): SmsConsentStatus {
  return events.reduce<SmsConsentStatus>(
    (status, event) =>
      canMove(smsConsentMachine, status, event)
        ? transition(smsConsentMachine, status, event)
        : status,
    'Unknown',
  );
}
