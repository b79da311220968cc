import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { createDocs } from './docs/docs-routes.ts';
import { EMBEDDING_PATHS, importMapDigest } from './embedding.ts';
import type { MerchantAccess } from './merchant-checkouts.ts';
import type { OrderSigner } from './order-token.ts';
import { createPackageFiles } from './package-files.ts';
import type { SandboxAccess } from './sandbox-client.ts';
import { createPublicPanel, createSandboxPanel } from './sandbox-panel.ts';
import { createShopRoutes } from './shop-routes.ts';
import { createSimulator } from './simulator/simulator-routes.ts';
import { onlyVisitor, signedVisitors, type Visitors } from './visitors.ts';

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
  readonly publicDemo?: { readonly visitorKey: string } | null;
  readonly now?: () => number;
  /** How the shop's server calls the BFF. */
  readonly fetch?: typeof fetch;
}

const ASSET_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

function contentSecurity(bffUrl: string, inlineDigests: readonly string[]) {
  const bff = new URL(bffUrl).origin;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", bff, ...inlineDigests],
      connectSrc: ["'self'", bff],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      frameSrc: [bff],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
  });
}

/** The panel moves the sandbox's clock: no other page in the same browser may do that. */
function sameOriginWrites(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return createMiddleware(async (c, next) => {
    if (c.req.method === 'POST') {
      const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
      if (!isJson) {
        return c.json({ error: 'send JSON' }, 415);
      }
      if ((c.req.header('origin') ?? own) !== own) {
        return c.json({ error: 'only this shop may call' }, 403);
      }
    }
    return next();
  });
}

function createAssets(): Hono {
  const app = new Hono();
  app.get('/:name{(themes/)?[a-z-]+\\.(css|js|svg)}', async (c) => {
    const name = c.req.param('name');
    const body = await readFile(new URL(`./assets/${name}`, import.meta.url)).catch(() => null);
    if (body === null) {
      return c.notFound();
    }
    const type = ASSET_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
    return c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' });
  });
  return app;
}

/** A merchant's shop with the checkout on its page, and a panel that shows what happens behind it. */
export function createDemoApp(options: DemoOptions): Hono {
  const { bffUrl, merchant, sandbox, publicDemo = null, now = Date.now } = options;
  const app = new Hono();
  const access: MerchantAccess = {
    bffUrl,
    secretKey: merchant.secretKey,
    ...(options.fetch && { fetch: options.fetch }),
  };
  const visitors = visitorsOf(options);
  const withoutInline = contentSecurity(bffUrl, []);
  const withImportMap = contentSecurity(bffUrl, [importMapDigest]);
  app.use((c, next) => {
    const isModulePage = c.req.path === EMBEDDING_PATHS.npm_module;
    return (isModulePage ? withImportMap : withoutInline)(c, next);
  });
  app.use('/api/*', sameOriginWrites(options.publicUrl));
  app.route('/assets', createAssets());
  app.route('/packages', createPackageFiles());
  if (sandbox !== null) {
    const panel = publicDemo
      ? createPublicPanel(sandbox, access, visitors)
      : createSandboxPanel(sandbox);
    app.route('/api/sandbox', panel);
    const signer = { ...merchant, bffUrl };
    const isPublic = publicDemo !== null;
    app.route('/', createSimulator({ signer, access, sandbox, visitors, isPublic, now }));
  }
  app.route(
    '/',
    createDocs({
      bffUrl,
      shopUrl: options.publicUrl,
      publishableKey: merchant.publishableKey,
      hasSandbox: sandbox !== null,
    }),
  );
  app.route(
    '/',
    createShopRoutes({
      signer: { ...merchant, bffUrl },
      access,
      visitors,
      publicUrl: options.publicUrl,
      hasSandbox: sandbox !== null,
      isPublic: publicDemo !== null,
      now,
    }),
  );
  return app;
}

function visitorsOf({ publicDemo, publicUrl }: DemoOptions): Visitors {
  if (!publicDemo) {
    return onlyVisitor;
  }
  return signedVisitors({
    key: publicDemo.visitorKey,
    isSecure: publicUrl.startsWith('https:'),
  });
}
