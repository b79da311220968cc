import type { StateMachine } from './state-machine.ts';

export type CallbackStatus = 'Queued' | 'Delivered' | 'Retrying' | 'Exhausted';

export type CallbackMove = 'acknowledged' | 'not_acknowledged' | 'given_up';

/**
 * server/lending/DECISIONS.md, Callbacks. A copy that is resent by hand after the end is one more
 * attempt, and moves nothing, whatever its answer.
 */
export const callbackMachine: StateMachine<CallbackStatus, CallbackMove> = {
  subject: 'callback',
  initial: ['Queued'],
  moves: {
    Queued: { acknowledged: 'Delivered', not_acknowledged: 'Retrying', given_up: 'Exhausted' },
    Retrying: { acknowledged: 'Delivered', not_acknowledged: 'Retrying', given_up: 'Exhausted' },
    Delivered: {},
    Exhausted: {},
  },
};
