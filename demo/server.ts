import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { TrustedProxies } from '../server/platform/http/client-address.ts';
import type { Rate } from '../server/platform/rate-limiter.ts';
import { createAssetFiles } from './asset-files.ts';
import { home as backOfficePath } from './back-office/page.ts';
import { contentPolicy } from './content-policy.ts';
import { createDocs } from './docs/docs-routes.ts';
import type { MerchantAccess } from './merchant-checkouts.ts';
import type { OrderSigner } from './order-token.ts';
import { createPackageFiles } from './package-files.ts';
import { unknownAddressPage } from './pages/unknown-address-page.ts';
import type { SandboxAccess } from './sandbox-client.ts';
import { createPublicPanel, createSandboxPanel } from './sandbox-panel.ts';
import { createScreens } from './screens/screens-routes.ts';
import { createShopRoutes } from './shop-routes.ts';
import { createSimulator } from './simulator/simulator-routes.ts';
import {
  limited,
  type TakeVisitorCall,
  visitorCalls,
  visitorLimit,
  visitorReads,
} from './visitor-calls.ts';
import { onlyVisitor, signedVisitors, type Visitors } from './visitors.ts';

const maxBodyBytes = 16 * 1024;

export interface DemoOptions {
  /** The shop's own origin, e.g. `http://localhost:8080`. */
  readonly publicUrl: string;
  /** The BFF's origin: the script comes from it, and orders are addressed to it. */
  readonly bffUrl: string;
  readonly merchant: Pick<OrderSigner, 'publishableKey' | 'orderSecret'> &
    Pick<MerchantAccess, 'secretKey'>;
  /** The lender's sandbox for the developer panel; `null` leaves its controls out. */
  readonly sandbox: SandboxAccess | null;
  /** The shop stands on the internet, its sandbox shared by strangers; null or absent elsewhere. */
  readonly publicDemo?: {
    readonly visitorKey: string;
    readonly trustedProxies: TrustedProxies;
  } | null;
  /** What stands under `/back-office`; absent where it is not served. */
  readonly backOffice?: Hono | null;
  readonly now?: () => number;
  /** How the shop's server calls the BFF. */
  readonly fetch?: typeof fetch;
}

/** A merchant's shop with the checkout on its page, and a panel that shows what happens behind it. */
export function createDemoApp(options: DemoOptions): Hono {
  const { publicUrl, bffUrl, merchant, sandbox, publicDemo = null, now = Date.now } = options;
  const { backOffice = null } = options;
  const { publishableKey, secretKey } = merchant;
  const access: MerchantAccess = {
    bffUrl,
    secretKey,
    ...(options.fetch && { fetch: options.fetch }),
  };
  const signer: OrderSigner = { ...merchant, bffUrl };
  const visitors = visitorsOf(options);
  const isPublic = publicDemo !== null;
  const limitOf = (rate: Rate): TakeVisitorCall =>
    publicDemo ? visitorLimit(rate, publicDemo.trustedProxies, now) : () => 0;
  const takeCall = limitOf(visitorCalls);
  const hasSandbox = sandbox !== null;
  const hasBackOffice = backOffice !== null;
  const app = new Hono();
  app.notFound(answerUnknownAddress);
  app.use(withoutSlash(publicUrl));
  // Before the shop's policy: it has a stricter one.
  if (backOffice !== null) app.route(backOfficePath, backOffice);
  app.use(compress(), contentPolicy(bffUrl), bodyLimit({ maxSize: maxBodyBytes }));
  app.use('/api/*', sameOriginWrites(publicUrl));
  app.use('/api/sandbox/*', limited(limitOf(visitorReads)));
  app.use('/api/simulator/*', limited(takeCall));
  app.route('/assets', createAssetFiles());
  app.route('/packages', createPackageFiles());
  if (sandbox !== null) {
    const panel = isPublic
      ? createPublicPanel(sandbox, access, visitors)
      : createSandboxPanel(sandbox);
    app.route('/api/sandbox', panel);
    app.route('/', createSimulator({ signer, access, sandbox, visitors, isPublic, now }));
  }
  app.route('/', createScreens({ ...access, publicUrl, publishableKey }));
  app.route(
    '/',
    createDocs({
      bffUrl,
      shopUrl: publicUrl,
      publishableKey,
      hasSandbox,
      sandboxUrl: sandbox !== null && !isPublic ? sandbox.lendingUrl : null,
      hasBackOffice,
      isDemo: true,
    }),
  );
  app.route(
    '/',
    createShopRoutes({
      signer,
      access,
      visitors,
      publicUrl,
      hasSandbox,
      hasBackOffice,
      isPublic,
      takeCall,
      now,
    }),
  );
  return app;
}

/** No address of the shop ends with a slash, but its own; somebody may type one. */
function withoutSlash(publicUrl: string): MiddlewareHandler {
  const { origin } = new URL(publicUrl);
  return async function trimAddress(c, next) {
    const { pathname, search } = new URL(c.req.url);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || pathname === '/' || !pathname.endsWith('/')) return next();
    // With the origin before it: a path may begin with two slashes.
    return c.redirect(`${origin}${pathname.slice(0, -1)}${search}`, 301);
  };
}

/** The panel moves the sandbox's clock: no other page in the same browser may do that. */
function sameOriginWrites(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function guardWrites(c, next) {
    if (c.req.method !== 'POST') return next();
    const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
    if (!isJson) return c.json({ error: 'send JSON' }, 415);
    const isOwn = (c.req.header('origin') ?? own) === own;
    if (!isOwn) return c.json({ error: 'only this shop may call' }, 403);
    return next();
  };
}

/** A page for a browser; programs get the status and a word. */
function answerUnknownAddress(c: Context) {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['text/plain', 'text/html'],
    default: 'text/plain',
  });
  return type === 'text/html' ? c.html(unknownAddressPage(), 404) : c.text('Not found', 404);
}

function visitorsOf({ publicDemo, publicUrl }: DemoOptions): Visitors {
  if (!publicDemo) return onlyVisitor;
  const isSecure = publicUrl.startsWith('https:');
  return signedVisitors({ key: publicDemo.visitorKey, isSecure });
}
