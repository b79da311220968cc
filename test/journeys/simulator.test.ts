import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outcomeGroups } from '../../demo/simulator/outcomes.ts';
import { axeFindings } from './models/accessibility.ts';
import { journey } from './models/journey.ts';
import type { Visit } from './models/visit.ts';

const outcomes = outcomeGroups.flatMap((group) => group.outcomes);
/** What is fired, whatever else is. */
const fired: Readonly<Record<string, readonly string[]>> = {
  'five-offers': ['decision decision: offers'],
  'three-offers': ['decision decision: offers'],
  'one-offer': ['decision decision: offers'],
  'no-offers': ['decision decision: no_offers'],
  review: ['step-change details → review'],
  expired: ['expired'],
  down: ['ready'],
  'down-once': ['decision decision: offers'],
  slow: ['step-change details → working'],
  failed: ['step-change details → working'],
  accepted: ['offer-selected', 'redirect', 'accepted'],
  declined: ['step-change redirect → cancelled'],
  'duplicate-callbacks': ['accepted'],
  'late-callbacks': ['accepted'],
  'charge-approved': ['charge-requested', 'charge-outcome outcome: approved'],
  'charge-rejected': ['charge-requested', 'charge-outcome outcome: rejected'],
  'charge-expired': ['charge-requested', 'charge-outcome outcome: expired'],
};
const offers: Readonly<Record<string, number>> = {
  'five-offers': 5,
  'three-offers': 3,
  'one-offer': 1,
};

const ended = '#status:is([data-state="done"], [data-state="failed"])';

describe('the simulator', () => {
  const here = journey({ isSideBySide: true, isAlone: true });

  async function open(): Promise<Visit> {
    const visit = await here.visit({ isolation: 'inline', startsAt: 'nowhere' });
    await visit.page.goto(`${here.product.demoUrl}/simulator`);
    return visit;
  }

  async function reach({ page, checkout }: Visit, id: string): Promise<void> {
    await page.locator(`#${id}`).click();
    const status = page.locator('#status');
    await page.locator(ended).waitFor({ timeout: 60_000 });
    assert.equal(await status.getAttribute('data-state'), 'done', await status.innerText());
    const outcome = outcomes.find((each) => each.id === id);
    assert.equal(await checkout.screen, outcome?.until);
    const events = (await page.locator('#events').innerText()).split('\n');
    for (const part of fired[id] ?? [id]) {
      const isThere = events.some((line) => line.startsWith(`soft-pull-${part}`));
      assert.ok(isThere, `${id}: ${part} is among\n${events.join('\n')}`);
    }
    const accepted = events.filter((line) => line.includes('soft-pull-accepted'));
    assert.ok(accepted.length <= 1, 'a loan is told of once');
    if (id === 'down') await checkout.inside.locator('[part="notice"]').first().waitFor();
    if (offers[id]) assert.equal(await checkout.offers.count(), offers[id]);
  }

  /** What takes the lender's time stands alone; what moves its clock comes after all others. */
  const lanes = outcomeGroups.map(({ title, outcomes: all }) => ({
    title,
    ids: all.filter(({ steps }) => !steps.includes('two_days')).map(({ id }) => id),
  }));

  describe('reaches by one click each', { concurrency: true }, () => {
    for (const { title, ids } of lanes) {
      it(title, async () => {
        const visit = await open();
        for (const id of ids.filter((each) => each !== 'slow')) await reach(visit, id);
      });
    }

    it('the lender’s slow answer', async () => reach(await open(), 'slow'));
  });

  it('reaches the end of a charge that nobody answers, and is accessible', async () => {
    const visit = await open();
    await reach(visit, 'charge-expired');
    assert.deepEqual(await axeFindings(visit.page), []);
  });
});
