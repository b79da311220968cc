import type { Merchant } from '../../../server/bff/context.ts';
import { listen } from '../../../server/platform/http/listen.ts';
import { startBareLender } from '../../helpers/bare-lender.ts';
import { lenderContact } from '../../helpers/bare-testbed.ts';
import { bffStart, startTestBff, type TestBff } from '../../helpers/bff.ts';
import { freePort } from '../../helpers/free-ports.ts';
import { startTestLending } from '../../helpers/lending.ts';
import {
  hmacSecret,
  shopWith,
  startReceiver,
  type WebhookReceiver,
} from '../../helpers/webhook-receiver.ts';
import { BareSide, EmbeddedSide, type LendersSide } from './lenders.ts';
import type { LenderKind } from './order.ts';

/** A real BFF over a lender that keeps its callbacks, and a merchant's server that takes webhooks. */
export interface CallbacksTestbed {
  readonly bff: TestBff;
  readonly lender: LendersSide;
  readonly receiver: WebhookReceiver;
  /** On both clocks. */
  tick(milliseconds: number): void;
  close(): Promise<void>;
}

export async function startCallbacksTestbed(kind: LenderKind): Promise<CallbacksTestbed> {
  const receiver = await startReceiver();
  const merchant: Merchant = {
    ...shopWith({ id: 'shop', url: receiver.url, secrets: [hmacSecret()] }),
    lender: lenderContact,
    fees: { platform_fee_percent: '3.00', sponsor_fee_percent: '1.00' },
  };
  const started = kind === 'embedded' ? await startEmbedded() : await startBare();
  const bff = await startTestBff({
    lenderUrl: started.url,
    config: {
      merchants: [merchant],
      isEmbeddedLender: kind === 'embedded',
      linkAllowedOrigins: [started.linkOrigin],
    },
  });
  return {
    bff,
    receiver,
    lender: started.lender,
    tick: (milliseconds) => {
      bff.tick(milliseconds);
      started.tick(milliseconds);
    },
    close: async () => {
      await bff.close();
      await started.close();
      await receiver.close();
    },
  };
}

async function startEmbedded() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const lending = await startTestLending({ publicUrl: url });
  const listening = await listen(lending.app, { port });
  const lender = new EmbeddedSide(lending);
  await lender.holdCallbacks();
  return {
    url,
    linkOrigin: url,
    lender,
    tick: lending.tick,
    close: async () => {
      await listening.close();
      await lending.close();
    },
  };
}

async function startBare() {
  let now = bffStart;
  const bare = await startBareLender({
    now: () => now,
    settings: { callbacks: 'held', loanListsOffers: true, saysLoanNumber: true },
  });
  return {
    url: bare.url,
    linkOrigin: bare.pagesUrl,
    lender: new BareSide(bare),
    tick: (milliseconds: number) => {
      now += milliseconds;
    },
    close: bare.close,
  };
}
