import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { begunNow } from '../../../../server/bff/domain/checkout.ts';
import type { CreateLender } from '../../../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { changeStored } from '../../../../server/bff/operations/write-checkout.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  openPage,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, type PageAnswer } from '../../../helpers/shop-page.ts';
import { callLimitMs } from './charge-calls.ts';

interface Sent {
  url: string;
  totalMs: number | undefined;
}

const commitMs = 7_000;
const marginMs = 5_000;

describe('a call to the lender whose intent took long to commit', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;
  let sent: Sent[];

  const noting: CreateLender = (options) =>
    createSponsorLendingApi({
      ...options,
      http: {
        ...options.http,
        call: (request) => {
          if (request.method !== 'GET') sent.push({ url: request.url, totalMs: request.totalMs });
          return options.http.call(request);
        },
      },
    });
  beforeEach(async () => {
    sent = [];
    testbed = await startBareTestbed({
      settings: { saysLoanNumber: true },
      createLender: noting,
    });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const accepted = async () => (await acceptedAtBareLender(testbed)).checkoutId;
  const charged = async () => {
    const id = await accepted();
    const { charge_id: chargeId } = await server.charge(id);
    const uuid = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
    await testbed.lender.controls.approve(uuid);
    testbed.lender.controls.moveTransaction(uuid, 'Transferred');
    await server.charges(id);
    return { id, chargeId };
  };
  /** The time passes between the intent's row and its call, from now on. */
  const commitsTake = (milliseconds: number) => {
    const { calls } = testbed.bff.context;
    const begin = calls.begin.bind(calls);
    calls.begin = (...call) => {
      testbed.bff.tick(milliseconds);
      begin(...call);
    };
  };

  interface Kind {
    path: RegExp;
    limitMs: number;
    /** All but the call itself, which is returned. */
    prepare: () => Promise<() => Promise<PageAnswer>>;
  }

  const kinds: Readonly<Record<string, Kind>> = {
    'a soft pull': {
      path: /\/soft-pull\/$/,
      limitMs: 65_000,
      prepare: async () => {
        const page = await openPage(testbed);
        return () => page.on('POST', '/application', anApplication());
      },
    },
    'a charge': {
      path: /\/payment-request\/$/,
      limitMs: callLimitMs,
      prepare: async () => {
        const id = await accepted();
        return () => server.ask(id);
      },
    },
    'a refund': {
      path: /\/refund-payment-request\/$/,
      limitMs: callLimitMs,
      prepare: async () => {
        const of = await charged();
        return () => server.askRefund(of);
      },
    },
    'a cancellation': {
      path: /\/cancel\/$/,
      limitMs: callLimitMs,
      prepare: async () => {
        const id = await accepted();
        return () => server.askCancel(id);
      },
    },
    'a limit increase': {
      path: /\/credit-line-increase\/$/,
      limitMs: callLimitMs,
      prepare: async () => {
        const id = await accepted();
        return () => server.askLimit(id, '9000.00');
      },
    },
  };

  for (const [name, { path, limitMs, prepare }] of Object.entries(kinds)) {
    const sentSoFar = () => sent.filter(({ url }) => path.test(url));

    it(`${name} has what is left of the intent's time`, async () => {
      const call = await prepare();
      commitsTake(commitMs);
      const { status } = await call();
      assert.ok(status < 300);
      assert.deepEqual(
        sentSoFar().map(({ totalMs }) => totalMs),
        [limitMs - marginMs - commitMs],
      );
    });

    it(`${name} is not sent when nothing is left, and may be asked for again at once`, async () => {
      const call = await prepare();
      commitsTake(limitMs - marginMs);
      await call();
      assert.deepEqual(sentSoFar(), []);
      commitsTake(marginMs - limitMs);
      const { status } = await call();
      assert.ok(status < 300);
      assert.equal(sentSoFar().length, 1);
    });
  }

  for (const [name, table] of [
    ['a charge', 'charges'],
    ['a refund', 'refunds'],
  ] as const) {
    it(`${name} that is not sent leaves alone what another node has begun under its id`, async () => {
      const ask = (await kinds[name]?.prepare()) ?? assert.fail();
      const { context, database } = testbed.bff;
      const begin = context.calls.begin.bind(context.calls);
      context.calls.begin = (of, call) =>
        begin(of, async () => {
          testbed.bff.tick(callLimitMs);
          await changeStored(context, of.id, (current) => ({
            ...current,
            [table]: current[table].map((each) =>
              each.state === 'started' ? begunNow(each, testbed.bff.now()) : each,
            ),
          }));
          return call();
        });
      await ask();
      const { state } = await database.query
        .selectFrom(table)
        .select('state')
        .executeTakeFirstOrThrow();
      assert.equal(state, 'started');
    });
  }
});
