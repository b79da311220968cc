import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { applicationOf } from '../helpers/application-of.ts';
import { until } from '../helpers/until.ts';
import { booksOf } from './lenders-books.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { apply } from './models/walk.ts';

/** A lost answer is settled once the call's own time limit has passed. */
const slowestAnswerMs = 90_000;

// Nothing here does more than wait, for as long as the product itself does: side by side.
describe('an answer that is long in coming', { concurrency: true }, () => {
  describe('from a lender in trouble', () => {
    const here = journey({ isAlone: true, hasOwnBrowser: true });

    it('comes by itself when it is slow, with the offers', async () => {
      const visit = await here.visit();
      const applicant = typedApplicant('0202');
      await apply(visit, applicant);
      await visit.checkout.at('working');
      await visit.checkout.at('offers', { withinMs: slowestAnswerMs });
      assert.equal(visit.path, 'details → working → offers');
      assert.ok(await applicationOf(here.sandbox, applicant.email));
    });
  });

  describe('to a server that is killed meanwhile', () => {
    const here = journey({ isAlone: true, hasOwnBrowser: true });

    it('comes all the same, and the lender is asked once', async () => {
      const visit = await here.visit();
      const applicant = typedApplicant('0202');
      await apply(visit, applicant);
      await until('the application at the lender', () =>
        applicationOf(here.sandbox, applicant.email).catch(() => undefined),
      );
      await here.product.kill();
      await here.product.start();
      await visit.checkout.text(en.common.problems.network.title).waitFor();
      await visit.checkout.form.send();
      await visit.checkout.at('offers', { withinMs: slowestAnswerMs });
      const { softPulls } = await booksOf(here.sandbox, applicant.email);
      assert.equal(softPulls, 1);
    });
  });
});
