import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { softPullMoves, startSoftPull } from '../../../../server/bff/domain/applying.ts';
import {
  type CancellationState,
  cancellationMoves,
} from '../../../../server/bff/domain/cancellation.ts';
import {
  dropCancellation,
  endCancellation,
  refuseCancellation,
} from '../../../../server/bff/domain/cancelling.ts';
import {
  chargeMoves,
  endedChargeStates,
  liveChargeStates,
} from '../../../../server/bff/domain/charge.ts';
import {
  assertCheckoutTransition,
  checkoutMoves,
} from '../../../../server/bff/domain/checkout-machine.ts';
import { assertMove, type Moves } from '../../../../server/bff/domain/moves.ts';
import { refundMoves } from '../../../../server/bff/domain/refund.ts';
import { IllegalTransitionError } from '../../../../server/platform/illegal-transition-error.ts';
import { aCheckout, noon } from '../../../helpers/checkouts.ts';

function reachable(moves: Moves<string>, start: string): Set<string> {
  const seen = new Set([start]);
  for (const state of seen) for (const next of moves[state] ?? []) seen.add(next);
  return seen;
}

function illegalPairs<State extends string>(moves: Moves<State>): [State, State][] {
  const states = Object.keys(moves) as State[];
  return states.flatMap((from) =>
    states
      .filter((to) => to !== from && !moves[from].includes(to))
      .map((to): [State, State] => [from, to]),
  );
}

/** What holds of every call's table: no state is out of reach, and no other move is taken. */
function reachesAndRefuses<State extends string>(moves: Moves<State>, start = 'started'): void {
  it(`reaches every state from ${start}`, () => {
    assert.deepEqual([...reachable(moves, start)].toSorted(), Object.keys(moves).toSorted());
  });

  it('refuses every other move', () => {
    for (const [from, to] of illegalPairs(moves)) {
      assert.throws(
        () => assertMove('call', moves, from, to),
        IllegalTransitionError,
        `${from} to ${to}`,
      );
    }
  });
}

describe('checkoutMoves', () => {
  it('reaches every screen from the details', () => {
    assert.deepEqual(
      [...reachable(checkoutMoves, 'details')].toSorted(),
      Object.keys(checkoutMoves).toSorted(),
    );
  });

  it('leaves the last screens closed', () => {
    for (const screen of ['no_offers', 'expired'] as const) {
      assert.deepEqual(checkoutMoves[screen], []);
    }
    assert.deepEqual(checkoutMoves.cancelled, ['accepted']);
  });

  it('refuses every other move and names both screens', () => {
    for (const [from, to] of illegalPairs(checkoutMoves)) {
      assert.throws(
        () => assertCheckoutTransition(from, to),
        (error: unknown) =>
          error instanceof IllegalTransitionError &&
          error.message.includes(` ${from} `) &&
          error.message.endsWith(` ${to}`),
        `${from} to ${to}`,
      );
    }
  });

  it('never goes back from accepted terms to the offers', () => {
    const after = reachable(checkoutMoves, 'accepted');
    // A charge is settled on the working screen, which a soft pull uses too.
    assert.ok(!checkoutMoves.accepted.includes('offers'));
    assert.ok(after.has('charge_outcome'));
  });
});

describe('chargeMoves', () => {
  reachesAndRefuses(chargeMoves);

  it('leaves money that went back for another word of how it did alone', () => {
    assert.deepEqual(reachable(chargeMoves, 'refunded'), new Set(['refunded', 'reversed']));
    assert.deepEqual(reachable(chargeMoves, 'reversed'), new Set(['refunded', 'reversed']));
  });

  it('leaves an end without money only for what the lender has tried again', () => {
    for (const state of endedChargeStates) {
      assert.deepEqual(chargeMoves[state], ['pending', 'approved', 'held', 'settled']);
    }
  });

  it('never lets money that moved become a charge that may be made again', () => {
    const after = reachable(chargeMoves, 'settled');
    for (const state of after)
      assert.ok(
        liveChargeStates.some((live) => live === state),
        state,
      );
  });
});

describe('refundMoves', () => {
  reachesAndRefuses(refundMoves);

  it('ends where the money went back, and leaves a failure only for that', () => {
    assert.deepEqual(refundMoves.settled, []);
    assert.deepEqual(refundMoves.failed, ['settled']);
  });
});

describe('softPullMoves', () => {
  reachesAndRefuses(softPullMoves);

  it('ends with the answer', () => {
    assert.deepEqual(softPullMoves.answered, []);
  });

  it('never applies again with a lender that has taken the application', () => {
    for (const state of ['answered', 'unreadable', 'silent'] as const) {
      assert.ok(!reachable(softPullMoves, state).has('started'), state);
    }
  });

  it('refuses a second start', () => {
    const intent = {
      fingerprint: 'f',
      widgetVersion: '0.0.0',
      textsShown: { locale: 'en', versions: {}, besideOffers: [] },
      lender: null,
      now: noon,
      limitMs: 1,
    } as const;
    const started = startSoftPull(aCheckout(), intent);
    assert.throws(() => startSoftPull(started, intent), IllegalTransitionError);
  });
});

describe('cancellationMoves', () => {
  reachesAndRefuses(cancellationMoves, 'none');

  it('ends where it is done', () => {
    assert.deepEqual(cancellationMoves.done, []);
  });

  const cancelledAs = (state: CancellationState) =>
    aCheckout({ cancellation: { state, askedAt: noon, deadlineAt: noon } });

  for (const [name, change, illegalFrom] of [
    ['endCancellation', endCancellation, ['done']],
    ['refuseCancellation', refuseCancellation, ['asked', 'done', 'refused']],
    ['dropCancellation', dropCancellation, ['standing', 'done', 'refused']],
  ] as const) {
    it(`is what ${name}() keeps to`, () => {
      for (const state of illegalFrom) {
        assert.throws(() => change(cancelledAs(state)), IllegalTransitionError, state);
      }
      assert.throws(() => change(aCheckout()), IllegalTransitionError, 'none');
    });
  }
});
