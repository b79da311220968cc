import type { StateMachine } from './state-machine.ts';

export type NoticeStatus = 'Queued' | 'Sent' | 'Bounced' | 'MailRequired' | 'Mailed';

export type NoticeEvent = 'sent' | 'bounced' | 'given_up' | 'mail_required' | 'mailed';

/**
 * A notice of adverse action (server/lending/DECISIONS.md, Decisions and notices): by e-mail, and
 * by post if the e-mail bounced. One whose e-mail could not be handed over at all has to be mailed as
 * well.
 */
export const noticeMachine: StateMachine<NoticeStatus, NoticeEvent> = {
  subject: 'notice',
  initial: ['Queued'],
  moves: {
    Queued: { sent: 'Sent', given_up: 'MailRequired' },
    Sent: { bounced: 'Bounced' },
    Bounced: { mail_required: 'MailRequired' },
    MailRequired: { mailed: 'Mailed' },
    Mailed: {},
  },
};
