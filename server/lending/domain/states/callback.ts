import type { StateMachine } from './state-machine.ts';

export type CallbackStatus = 'Queued' | 'Delivered' | 'Retrying' | 'Exhausted';

export type CallbackMove = 'acknowledged' | 'not_acknowledged' | 'given_up';

/**
 * Lending decisions, 6.8 and 2.20. Nothing but a copy that is resent by hand takes a callback out of
 * Exhausted, when it is acknowledged.
 */
export const callbackMachine: StateMachine<CallbackStatus, CallbackMove> = {
  subject: 'callback',
  initial: ['Queued'],
  moves: {
    Queued: { acknowledged: 'Delivered', not_acknowledged: 'Retrying', given_up: 'Exhausted' },
    Retrying: { acknowledged: 'Delivered', not_acknowledged: 'Retrying', given_up: 'Exhausted' },
    Delivered: {},
    Exhausted: { acknowledged: 'Delivered' },
  },
};
