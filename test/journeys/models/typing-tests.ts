import { after, it } from 'node:test';
import { sampleOrder } from '../../helpers/sample-order.ts';
import type { Isolation } from './checkout-page.ts';
import type { HostServer } from './host-server.ts';
import { journey } from './journey.ts';
import { RestlessPage } from './restless-page.ts';

export interface TypingTests {
  host: HostServer;
  /** How many interleavings there are in each isolation; each has a seed of its own. */
  times: Readonly<Record<Isolation, number>>;
}

/** Within a suite: the tests that nothing typed is lost, whatever the page does meanwhile. */
export function testTyping({ host, times }: TypingTests): void {
  const here = journey({
    environment: host.environment,
    isSideBySide: true,
    hasFrameProcess: true,
  });
  after(() => host.close());

  async function markup(isolation: Isolation): Promise<string> {
    const { bffUrl } = here.product;
    const { amount, order_token } = await sampleOrder(bffUrl);
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script></head>
<body><main><h1>A shop</h1><soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
 amount="${amount}" order-token="${order_token}" isolation="${isolation}"></soft-pull-checkout>
</main></body></html>`;
  }

  for (const isolation of ['frame', 'inline'] as const) {
    it(`loses no character in ${times[isolation]} of them, ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const body = await markup(isolation);
      await visit.page.goto(host.put(`/${isolation}`, { body }));
      await visit.checkout.at('details');
      const page = await RestlessPage.open(visit, 1);
      for (let run = 0; run < times[isolation]; run += 1) {
        await page.interleave();
        await page.check();
      }
    });
  }
}
