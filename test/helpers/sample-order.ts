import { newOrderId, readCart } from '../../demo/cart.ts';
import { signOrder } from '../../demo/order-token.ts';
import { sandboxOrderSecret } from '../../server/config/sandbox-settings.ts';

/** A signed order of the sandbox's shop for $8,400.00, as its server would hand it to the page. */
export async function sampleOrder(
  bffUrl: string,
  orderId = newOrderId(),
): Promise<{ amount: string; order_token: string }> {
  const cart = readCart(new URLSearchParams({ order: orderId }));
  if (cart === null) throw new Error('the shop does not know its own order number');
  const signer = {
    publishableKey: 'pk_sandbox_hillside',
    orderSecret: sandboxOrderSecret,
    bffUrl,
  };
  return { amount: '8400.00', order_token: await signOrder(signer, cart, Date.now()) };
}
