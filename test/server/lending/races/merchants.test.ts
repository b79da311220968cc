import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertMerchantUser } from '../../../../server/lending/store/merchant-users.ts';
import { insertMerchant } from '../../../../server/lending/store/merchants.ts';
import { aMerchantUser, aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { type RaceTestbed, startRaceTestbed } from '../../../helpers/race-testbed.ts';
import { assertOneWins } from '../../../helpers/races.ts';

const merchants = '/api/v1/sponsor/merchants';
const users = `${merchants}/users/`;

let testbed: RaceTestbed;
let made = 0;
before(async () => {
  testbed = await startRaceTestbed();
});
after(() => testbed.close());

interface Merchant {
  id: string;
  /** user_ids of its Admins. */
  admins: [string, string];
}

/** A merchant as active as the demo merchant, with two Admins and nobody else. */
async function aMerchantWithTwoAdmins(): Promise<Merchant> {
  made += 1;
  const { database, ids } = testbed.context;
  const name = `race-${made}`;
  const admins = [`${name}-a`, `${name}-b`] as [string, string];
  const demo = await database.query
    .selectFrom('merchants')
    .selectAll()
    .where('contractor_id', '=', 'hillside-hvac')
    .executeTakeFirstOrThrow();
  const demoAdmin = await database.query
    .selectFrom('merchant_users')
    .selectAll()
    .where('user_id', '=', 'hillside-admin')
    .executeTakeFirstOrThrow();
  const merchant = { ...demo, id: ids.uuid(), contractor_id: name, external_org_id: name };
  await insertMerchant(database.query, merchant);
  for (const user_id of admins) {
    const own = { id: ids.uuid(), user_id, email: `${user_id}@race.example.test` };
    await insertMerchantUser(database.query, { ...demoAdmin, ...own, merchant_id: merchant.id });
  }
  return { id: merchant.id, admins };
}

async function activeAdmins({ id }: Merchant): Promise<number> {
  const rows = await testbed.context.database.query
    .selectFrom('merchant_users')
    .select('id')
    .where('merchant_id', '=', id)
    .where('user_type', '=', 'Admin')
    .where('status', '=', 'Active')
    .execute();
  return rows.length;
}

describe('two changes that would each take one of the last two Admins', () => {
  for (const [name, changes] of [
    [
      'each the other',
      ([a, b]: Merchant['admins']) => [
        { by: a, of: b },
        { by: b, of: a },
      ],
    ],
    [
      'each itself',
      ([a, b]: Merchant['admins']) => [
        { by: a, of: a },
        { by: b, of: b },
      ],
    ],
  ] as const) {
    it(`leave one of them: ${name}`, async () => {
      await assertOneWins(testbed, async (index) => {
        const merchant = await aMerchantWithTwoAdmins();
        const change = index % 2 === 0 ? { is_active: false } : { user_type: 'Salesrep' };
        return {
          contenders: changes(merchant.admins).map(({ by, of }) => ({
            method: 'PATCH' as const,
            path: users,
            body: { request_user_id: by, user_id: of, ...change },
          })),
          refusals: [400, 403],
          afterwards: async () => assert.equal(await activeAdmins(merchant), 1),
        };
      });
    });
  }
});

describe('two batches with the same user_id, of two merchants', () => {
  it('are made once, and nobody of the other', async () => {
    await assertOneWins(testbed, async (index) => {
      const { admins } = await aMerchantWithTwoAdmins();
      const contenders = ['hillside-admin', admins[0]].map((admin, position) => ({
        path: `${users}${admin}/batch-create-users/`,
        body: [own(index, position), { ...own(index, position), ...shared(index, position) }],
      }));
      return {
        contenders,
        refusals: [400],
        afterwards: async (winner) => {
          const ids = [0, 1].map((position) => own(index, position).user_id);
          const rows = await testbed.context.database.query
            .selectFrom('merchant_users')
            .select('user_id')
            .where('user_id', 'in', ids)
            .execute();
          assert.deepEqual(rows, [{ user_id: ids[winner] }]);
        },
      };
    });
  });

  function own(index: number, position: number) {
    const { request_user_id: _admin, ...fields } = aMerchantUser();
    const user_id = `batch-${index}-${position}`;
    return { ...fields, user_id, email: `${user_id}@race.example.test` };
  }

  function shared(index: number, position: number) {
    const user_id = `batch-${index}-shared`;
    return { user_id, email: `${user_id}-${position}@race.example.test` };
  }
});

describe('two users, of two merchants, who change to the same e-mail', () => {
  it('do not share it', async () => {
    await assertOneWins(testbed, async (index) => {
      const email = `wanted-${index}@race.example.test`;
      const pair = [await aMerchantWithTwoAdmins(), await aMerchantWithTwoAdmins()];
      return {
        contenders: pair.map(({ admins: [request_user_id, user_id] }) => ({
          method: 'PATCH' as const,
          path: users,
          body: { request_user_id, user_id, email },
        })),
        refusals: [400],
      };
    });
  });
});

describe('two starts of one failed verification', () => {
  it('count once', async () => {
    await assertOneWins(testbed, async () => {
      const merchant = await aMerchantWithTwoAdmins();
      const [request_user_id] = merchant.admins;
      const detail = `${merchants}/payment-detail/`;
      await testbed.call('POST', detail, { body: aPaymentDetail({ request_user_id }) });
      const { query } = testbed.context.database;
      await query
        .updateTable('bank_accounts')
        .set({ status: 'VerificationFailed' })
        .where('merchant_id', '=', merchant.id)
        .execute();
      return {
        contenders: merchant.admins.map((admin) => ({
          path: `${detail}initiate-micro-deposits/${admin}/`,
        })),
        refusals: [400],
        afterwards: async () => {
          const account = await query
            .selectFrom('bank_accounts')
            .select(['status', 'initiations'])
            .where('merchant_id', '=', merchant.id)
            .executeTakeFirst();
          assert.deepEqual(account, { status: 'Pending', initiations: 1 });
        },
      };
    });
  });
});
