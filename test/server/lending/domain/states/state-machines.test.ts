import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountMachine } from '../../../../../server/lending/domain/states/account.ts';
import { applicationMachine } from '../../../../../server/lending/domain/states/application.ts';
import { bankAccountMachine } from '../../../../../server/lending/domain/states/bank-account.ts';
import { callbackMachine } from '../../../../../server/lending/domain/states/callback.ts';
import { chargeRequestMachine } from '../../../../../server/lending/domain/states/charge-request.ts';
import { creditLineIncreaseMachine } from '../../../../../server/lending/domain/states/credit-line-increase.ts';
import { invitationMachine } from '../../../../../server/lending/domain/states/invitation.ts';
import { letterMachine } from '../../../../../server/lending/domain/states/letter.ts';
import { merchantMachine } from '../../../../../server/lending/domain/states/merchant.ts';
import { merchantUserMachine } from '../../../../../server/lending/domain/states/merchant-user.ts';
import { noticeMachine } from '../../../../../server/lending/domain/states/notice.ts';
import { offerMachine } from '../../../../../server/lending/domain/states/offer.ts';
import { portalAccountMachine } from '../../../../../server/lending/domain/states/portal-account.ts';
import {
  smsConsentAfter,
  smsConsentMachine,
} from '../../../../../server/lending/domain/states/sms-consent.ts';
import {
  canMove,
  type StateMachine,
  statesBefore,
  statesOf,
  transition,
} from '../../../../../server/lending/domain/states/state-machine.ts';
import {
  chargeMachine,
  refundMachine,
} from '../../../../../server/lending/domain/states/transaction.ts';
import { IllegalTransitionError } from '../../../../../server/platform/illegal-transition-error.ts';

type AnyMachine = StateMachine<string, string>;

/** Each machine with the states that the decisions call terminal. */
const machines: readonly (readonly [AnyMachine, readonly string[]])[] = [
  [merchantMachine, ['Declined', 'Closed']],
  [merchantUserMachine, []],
  [bankAccountMachine, ['Replaced']],
  [applicationMachine, ['Declined', 'Cancelled', 'Expired']],
  [invitationMachine, ['Completed', 'Expired', 'Cancelled']],
  [offerMachine, ['Accepted', 'Expired', 'Superseded']],
  [accountMachine, ['Closed']],
  [portalAccountMachine, []],
  [chargeRequestMachine, ['Approved', 'Rejected', 'Expired', 'Canceled']],
  [chargeMachine, ['Failed', 'Reversed', 'Excluded']],
  [refundMachine, ['Transferred', 'Failed']],
  [callbackMachine, ['Delivered', 'Exhausted']],
  [noticeMachine, ['Mailed']],
  [letterMachine, ['Mailed']],
  [smsConsentMachine, []],
  [creditLineIncreaseMachine, ['Completed']],
];

const eventsOf = (machine: AnyMachine) => [
  ...new Set(Object.values(machine.moves).flatMap((moves) => Object.keys(moves))),
];

function reachable(machine: AnyMachine): Set<string> {
  const reached = new Set<string>(machine.initial);
  for (const state of reached) {
    for (const next of Object.values(machine.moves[state] ?? {})) if (next) reached.add(next);
  }
  return reached;
}

for (const [machine, terminal] of machines) {
  describe(`the state machine: ${machine.subject}`, () => {
    it(`reaches every state [conformance:reaches-every-state ${machine.subject}]`, () => {
      assert.deepEqual([...reachable(machine)].sort(), statesOf(machine).sort());
    });

    it(`leaves every state but the terminal ones [conformance:leaves-every-state ${machine.subject}]`, () => {
      const closed = statesOf(machine).filter((state) =>
        eventsOf(machine).every((event) => !canMove(machine, state, event)),
      );
      assert.deepEqual(closed.sort(), [...terminal].sort());
    });

    for (const state of statesOf(machine)) {
      for (const event of eventsOf(machine)) {
        if (canMove(machine, state, event)) continue;
        it(`refuses ${event} in ${state}, naming both states`, () => {
          const targets = statesBefore(machine, event).map((from) =>
            transition(machine, from, event),
          );
          assert.throws(
            () => transition(machine, state, event),
            (error) =>
              error instanceof IllegalTransitionError &&
              error.message.includes(` ${state} `) &&
              targets.every((target) => error.message.includes(target)),
          );
        });
      }
    }
  });
}

describe('transition()', () => {
  it('gives the state after the event', () => {
    assert.equal(
      transition(applicationMachine, 'Approved: Offer Selected', 'terms_accepted'),
      'Approved: Accepted',
    );
  });
});

describe('statesBefore()', () => {
  it('gives the states in which an event may happen', () => {
    assert.deepEqual(statesBefore(merchantMachine, 'offboarded'), ['Active', 'Suspended']);
  });
});

describe('smsConsentAfter()', () => {
  it('goes by the last word', () => {
    assert.equal(smsConsentAfter([]), 'Unknown');
    assert.equal(smsConsentAfter(['granted']), 'Granted');
    assert.equal(smsConsentAfter(['granted', 'revoked', 'revoked']), 'Revoked');
    assert.equal(smsConsentAfter(['granted', 'revoked', 'granted']), 'Granted');
  });

  it('takes nothing back that was never given', () => {
    assert.equal(smsConsentAfter(['revoked']), 'Unknown');
  });
});
