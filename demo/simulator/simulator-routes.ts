import { Hono } from 'hono';
import { decimal, newOrderId, totalCents } from '../cart.ts';
import { defaultSize } from '../catalog.ts';
import { type MerchantAccess, readCheckout } from '../merchant-checkouts.ts';
import { type OrderSigner, signOrder } from '../order-token.ts';
import { isCheckoutId } from '../own-checkouts.ts';
import { type SandboxAccess, SandboxClient } from '../sandbox-client.ts';
import type { Visitors } from '../visitors.ts';
import { MoveError, makeMove, type Subject } from './moves.ts';
import { type Move, moves, sharedMoves } from './outcomes.ts';
import { simulatorPage } from './simulator-page.ts';

export interface SimulatorOptions {
  readonly signer: OrderSigner;
  readonly access: MerchantAccess;
  readonly sandbox: SandboxAccess;
  readonly visitors: Visitors;
  readonly isPublic: boolean;
  readonly now: () => number;
}

/** A page that walks a checkout to each outcome, and the calls that it makes to this server. */
export function createSimulator(options: SimulatorOptions): Hono {
  const { signer, access, visitors, isPublic, now } = options;
  const sandbox = new SandboxClient(options.sandbox);
  const app = new Hono();
  app.get('/simulator', (c) => c.html(simulatorPage({ ...signer, isPublic })));

  app.post('/api/simulator/order', async (c) => {
    const cart = { orderId: newOrderId(), size: defaultSize, addOns: [] };
    visitors.begin(c, cart.orderId);
    const order_token = await signOrder(signer, cart, now());
    return c.json({ amount: decimal(totalCents(cart)), order_token });
  });

  app.post('/api/simulator/move', async (c) => {
    const wanted = readMove(await c.req.json().catch(() => null));
    if (wanted === null) return c.json({ error: 'unknown move or checkout' }, 400);
    const { move, checkoutId } = wanted;
    if (isPublic && sharedMoves.includes(move)) {
      return c.json({ error: 'This demo is shared. Moves that affect everyone are off' }, 403);
    }
    const subject = visitors.hasOrders(c) ? await subjectOf(access, checkoutId) : null;
    const orderId = subject?.checkout.order_id;
    if (subject === null || orderId == null || !visitors.owns(c, orderId)) {
      return c.json({ error: 'no such checkout' }, 404);
    }
    await makeMove[move](sandbox, subject);
    return c.body(null, 204);
  });

  app.onError((error, c) => {
    return error instanceof MoveError
      ? c.json({ error: error.message }, 409)
      : c.json({ error: 'The lending sandbox does not answer' }, 502);
  });
  return app;
}

function readMove(body: unknown): { move: Move; checkoutId: string } | null {
  if (typeof body !== 'object' || body === null || !('move' in body) || !('checkout' in body)) {
    return null;
  }
  const move = moves.find((each) => each === body.move);
  const checkoutId = String(body.checkout);
  return move !== undefined && isCheckoutId(checkoutId) ? { move, checkoutId } : null;
}

async function subjectOf(access: MerchantAccess, checkoutId: string): Promise<Subject | null> {
  const checkout = await readCheckout(access, checkoutId);
  return checkout && { checkoutId, checkout };
}
