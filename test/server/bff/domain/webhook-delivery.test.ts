import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  afterAttempt,
  type Delivery,
  eventStatusOf,
  queued,
  sentAgain,
  TRIED_FOR_MS,
  withoutEndpoint,
} from '../../../../server/bff/domain/webhook-delivery.ts';
import { noon } from '../../../helpers/checkouts.ts';
import { dayMs } from '../../../helpers/durations.ts';

const event = {
  eventId: 'event',
  merchant: 'pk',
  checkoutId: 'checkout',
  version: 2,
  createdAt: noon,
};
const aDelivery = (parts: Partial<Delivery> = {}): Delivery => ({
  ...queued({ ...event, endpointId: 'one' }, noon),
  ...parts,
});
const answered = (statusCode: number, at = noon) => ({ at, statusCode, error: null });
const silent = (at = noon) => ({ at, statusCode: null, error: 'timeout' });

describe('afterAttempt()', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    it(`takes ${status} as the acknowledgement`, () => {
      const { status: after, nextAttemptAt } = afterAttempt(aDelivery(), answered(status), 0.5);
      assert.deepEqual([after, nextAttemptAt], ['delivered', null]);
    });
  }

  for (const attempt of [answered(301), answered(400), answered(404), answered(500), silent()]) {
    it(`tries again after ${attempt.statusCode ?? attempt.error}`, () => {
      const after = afterAttempt(aDelivery(), attempt, 0.5);
      assert.deepEqual([after.status, after.tries], ['pending', 1]);
      assert.equal(after.nextAttemptAt, noon + 5_000);
      assert.deepEqual(after.attempts, [attempt]);
    });
  }

  it('gives up at 410, and by its age', () => {
    assert.equal(afterAttempt(aDelivery(), answered(410), 0.5).status, 'failed');
    const late = silent(noon + TRIED_FOR_MS);
    assert.equal(afterAttempt(aDelivery(), late, 0.5).status, 'failed');
  });

  for (const random of [0, 0.5, 0.999]) {
    it(`tries over three days, the last time at their end: ${random}`, () => {
      let delivery = aDelivery();
      const times: number[] = [];
      for (let at = noon; delivery.status === 'pending'; at = delivery.nextAttemptAt ?? at) {
        times.push(at);
        delivery = afterAttempt(delivery, silent(at), random);
      }
      assert.equal(delivery.status, 'failed');
      assert.equal(times.length, 14);
      assert.equal(times.at(-1), noon + 3 * dayMs);
      // Whoever was down for two days gets it in the third.
      assert.ok(times.some((at) => at > noon + 2 * dayMs));
    });
  }

  it('keeps the last fifty attempts', () => {
    let delivery = aDelivery();
    for (let at = 0; at < 60; at += 1) delivery = afterAttempt(delivery, answered(200, at), 0.5);
    assert.equal(delivery.attempts.length, 50);
    assert.equal(delivery.attempts.at(-1)?.at, 59);
  });
});

describe('sentAgain()', () => {
  const isListed = (id: string) => id !== 'gone';
  const failed = aDelivery({ status: 'failed', tries: 13, nextAttemptAt: null });
  const again = (before: Delivery[], ...targets: string[]) =>
    sentAgain(before, { event, targets, isListed, now: noon + dayMs });

  it('begins the three days again, and keeps the attempts', () => {
    const before = aDelivery({ ...failed, attempts: [silent()] });
    const [after] = again([before], 'one');
    assert.partialDeepStrictEqual(after, {
      status: 'pending',
      tries: 0,
      queuedAt: noon + dayMs,
      nextAttemptAt: noon + dayMs,
      attempts: [silent()],
      createdAt: noon,
    });
  });

  it('leaves what is on its way', () => {
    const before = [aDelivery()];
    assert.equal(again(before, 'one'), before);
  });

  it('has what waits for its next try wait no longer', () => {
    const waiting = aDelivery({ tries: 12, nextAttemptAt: noon + 2 * dayMs });
    assert.deepEqual(again([waiting], 'one'), [{ ...waiting, nextAttemptAt: noon + dayMs }]);
  });

  it('moves what is left of an endpoint that is gone, and makes what was for none', () => {
    const gone = aDelivery({ ...failed, endpointId: 'gone' });
    const places = (deliveries: readonly Delivery[]) =>
      deliveries.map(({ endpointId, status }) => [endpointId, status]);
    assert.deepEqual(places(again([gone], 'one')), [['one', 'pending']]);
    assert.deepEqual(places(again([], 'one', 'two')), [
      ['one', 'pending'],
      ['two', 'pending'],
    ]);
  });
});

describe('withoutEndpoint()', () => {
  it('ends it, and says why', () => {
    const { status, attempts } = withoutEndpoint(aDelivery(), noon);
    assert.equal(status, 'failed');
    assert.deepEqual(attempts, [{ at: noon, statusCode: null, error: 'endpoint_removed' }]);
  });
});

describe('eventStatusOf()', () => {
  for (const [statuses, status] of [
    [[], 'not_sent'],
    [['delivered', 'delivered'], 'delivered'],
    [['delivered', 'pending'], 'pending'],
    [['pending', 'failed', 'delivered'], 'failed'],
  ] as const) {
    it(`is ${status} of ${statuses.join(', ') || 'none'}`, () => {
      assert.equal(eventStatusOf(statuses), status);
    });
  }
});
