import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Checkout } from '../../../../server/bff/domain/checkout.ts';
import { stepOf } from '../../../../server/bff/domain/step.ts';
import {
  holdCheckout,
  insertCheckout,
  loadCheckout,
  lockCheckout,
  stepNumbers,
  updateCheckout,
} from '../../../../server/bff/store/checkouts.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import {
  aCheckout,
  aLoan,
  anAccount,
  anOrder,
  aSelection,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';

/** Every part has another value than in `aCheckout()`. */
const changes: Omit<
  Checkout,
  'id' | 'charges' | 'laterCharges' | 'refunds' | 'isOrderChargedElsewhere'
> = {
  publishableKey: 'pk_test_other',
  madeBy: 'server',
  origin: 'https://other.example',
  isFramed: true,
  returnUrl: 'https://other.example/pay',
  locale: 'es',
  generation: 2,
  takenUpBy: 'link',
  issuedGeneration: 3,
  soldBy: 'hillside-rep-2',
  requestedBy: 'hillside-rep-1',
  offerCode: 'SPRING-24',
  refusedOfferCode: 'FALL-24',
  expiresAt: noon + 8,
  leftApplications: ['one', 'two'],
  amountCents: null,
  order: anOrder(),
  softPull: aSoftPull({
    offersShown: ['one', 'two'],
    takenAs: { externalApplicationId: 'theirs', loanId: 'of-theirs' },
    lender: { name: 'Bank', nmls_id: '1', phone: '1', address: 'A' },
  }),
  loan: aLoan({ externalApplicationId: 'an-earlier-one', account: anAccount() }),
  selection: aSelection(),
  returnCodes: [{ digest: 'a-digest', usedAt: noon }],
  isChoosingAgain: true,
  problem: 'lender_refused',
  bankMissingSince: noon,
  portalMissingSince: noon + 4,
  portalInvitedAt: noon + 5,
  cancellation: { state: 'standing', askedAt: noon, deadlineAt: noon + 25_000 },
  limitIncrease: { state: 'asked', cents: 900_000, deadlineAt: noon },
  endedBy: 'idle',
  createdAt: noon + 7,
  touchedAt: noon + 1,
  openedAt: noon + 6,
  endedAt: noon + 2,
  reconcileAt: noon + 3,
  version: 2,
  timeline: [{ version: 2, type: 'charge.pending', at: noon, chargeId: 'a-charge' }],
  toldVersion: 2,
  stepNumber: 2,
};

describe('the checkouts’ store', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const insert = (checkout: Checkout) =>
    bff.database.transaction((tx) => insertCheckout(tx, checkout, stepOf(checkout).screen));
  const update = (before: Checkout, after: Checkout) =>
    bff.database.transaction((tx) =>
      updateCheckout(tx, { before, after, screen: stepOf(after).screen }),
    );
  const load = (id: string) => loadCheckout(bff.database.query, id);

  it('gives back what was put in', async () => {
    const plain = aCheckout({ id: 'plain' });
    const full = { ...aCheckout({ id: 'full' }), ...changes };
    for (const checkout of [plain, full]) {
      await insert(checkout);
      assert.deepEqual(await load(checkout.id), checkout);
    }
    assert.equal(await load('nobody'), undefined);
  });

  for (const part of Object.keys(changes) as (keyof typeof changes)[]) {
    it(`writes a change of ${part}, and nothing else`, async () => {
      const before = aCheckout({ id: `change-${part}` });
      await insert(before);
      const after = { ...before, [part]: changes[part], version: before.version + 1 };
      assert.equal(await update(before, after), true);
      assert.deepEqual(await load(before.id), after);
    });
  }

  it('says the steps of however many checkouts by one statement that PostgreSQL keeps', {
    skip: process.env.TEST_DATABASE_URL ? false : 'SQLite is not asked: it has one process',
  }, async () => {
    const ids = ['step-1', 'step-2', 'step-3'];
    for (const id of ids) await insert(aCheckout({ id, stepNumber: 7 }));
    const { query } = bff.database;
    for (const count of [1, 2, 3]) {
      const wanted = ids.slice(0, count);
      const numbers = await stepNumbers(query, [...wanted, 'nobody']);
      assert.deepEqual(
        [...numbers].sort(),
        wanted.map((id) => [id, 7]),
      );
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%"step_number" from%'`.execute(query);
    assert.equal(rows.length, 1);
  });

  it('sends what comes next together with the lock, after whose holder it is read', {
    skip: process.env.TEST_DATABASE_URL ? false : 'SQLite has one writer, and no lock',
  }, async () => {
    const { transaction, engine } = bff.database;
    const before = aCheckout({ id: 'held' });
    const after = { ...before, locale: 'es', version: 2 } as const;
    await insert(before);
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = transaction(async (tx) => {
      await lockCheckout(tx, engine, before.id);
      held.resolve();
      await asked.promise;
      await updateCheckout(tx, { before, after, screen: stepOf(after).screen });
    });
    await held.promise;
    const reading = transaction(async (tx) => {
      await holdCheckout(tx, engine, before.id);
      asked.resolve();
      return loadCheckout(tx, before.id);
    });
    await changing;
    assert.deepEqual(await reading, after);
  });

  it('writes nothing over a change that came first', async () => {
    const before = aCheckout({ id: 'contested' });
    await insert(before);
    const first = { ...before, locale: 'es', version: 2 } as const;
    assert.equal(await update(before, first), true);
    assert.equal(await update(before, { ...before, amountCents: 1, version: 2 }), false);
    assert.deepEqual(await load(before.id), first);
  });
});
