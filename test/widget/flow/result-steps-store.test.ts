import { expect } from '@open-wc/testing';
import { ResultStepsStore } from '../../../widget/flow/result-steps-store.ts';
import type { Lazy } from '../../../widget/load-lazy.ts';
import { FakeTimers } from '../helpers/fake-timers.ts';
import { until } from '../helpers/until.ts';

/** A store whose first fetches fail, as many as are given. */
function setup({ failures }: { failures: number }) {
  const timers = new FakeTimers();
  const host = {
    updates: 0,
    addController() {},
    removeController() {},
    requestUpdate() {
      host.updates++;
    },
    updateComplete: Promise.resolve(true),
  };
  const seen = { fetches: 0, here: 0 };
  const steps = {} as Lazy;
  const store = new ResultStepsStore(host, {
    timers,
    async fetchSteps() {
      seen.fetches++;
      if (seen.fetches <= failures) throw new TypeError('out of reach');
      return steps;
    },
    onHere: () => seen.here++,
  });
  return { store, timers, seen, host, steps };
}

describe('ResultStepsStore', () => {
  it('fetches ahead, once, and says when it is here', async () => {
    const { store, seen, steps } = setup({ failures: 0 });
    store.fetchAhead();
    store.fetchAhead();
    store.need();
    await until(() => store.current === steps);
    store.fetchAhead();
    expect(seen).to.deep.equal({ fetches: 1, here: 1 });
  });

  it('keeps a failure to itself while nobody waits', async () => {
    const { store, seen, timers, host } = setup({ failures: 1 });
    store.fetchAhead();
    await until(() => host.updates === 1);
    expect(store.hasFailed).to.equal(false);
    expect(timers.next).to.equal(null);
    store.need();
    await until(() => store.current !== null);
    expect(seen).to.deep.equal({ fetches: 2, here: 1 });
  });

  it('tells a failure that somebody waits for, once, and tries again by itself', async () => {
    const { store, seen, timers } = setup({ failures: 2 });
    store.need();
    for (const fetches of [1, 2]) {
      await until(() => seen.fetches === fetches && timers.next !== null);
      expect(store.hasFailed).to.equal(true);
      timers.advance(timers.next ?? 0);
    }
    await until(() => store.current !== null);
    expect(store.hasFailed).to.equal(false);
    expect(seen).to.deep.equal({ fetches: 3, here: 1 });
  });

  it('tries again at once when the person asks', async () => {
    const { store, seen, timers } = setup({ failures: 1 });
    store.need();
    await until(() => store.hasFailed);
    store.retry();
    expect(store.hasFailed).to.equal(false);
    expect(timers.next).to.equal(null);
    await until(() => store.current !== null);
    expect(seen.fetches).to.equal(2);
  });

  it('leaves the network alone while the element is off the page', async () => {
    const { store, seen, timers } = setup({ failures: 1 });
    store.need();
    await until(() => timers.next !== null);
    store.hostDisconnected();
    expect(timers.next).to.equal(null);
    store.hostConnected();
    await until(() => seen.here === 1);
  });
});
