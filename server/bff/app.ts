import { Hono, type MiddlewareHandler } from 'hono';
import { secureAnswers } from '../platform/http/browser-security.ts';
import { countedNetwork } from '../platform/http/client-address.ts';
import { type FrontPage, frontPageRoutes } from '../platform/http/front-page.ts';
import { operationRoutes } from '../platform/http/observability.ts';
import { strictJson } from '../platform/http/request-body.ts';
import type { BffContext, RateLimits } from './context.ts';
import { answerError, answerUnrouted } from './http/answer-error.ts';
import type { BffEnv, SessionEnv } from './http/env.ts';
import type { Limiters } from './http/limiters.ts';
import { observeRequests } from './http/observe-requests.ts';
import { cors, maxBodyBytes, sessionGuard } from './http/request.ts';
import { assetRoutes } from './routes/assets.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { checkoutRoutes, oneCheckoutRoutes } from './routes/checkouts.ts';
import { diagnoseRoutes, orderTokenRoutes } from './routes/diagnose.ts';
import { disclosureRoutes } from './routes/disclosures.ts';
import { eventRoutes } from './routes/events.ts';
import { frameRoutes } from './routes/frame.ts';
import { merchantRoutes } from './routes/merchant.ts';
import { merchantDocsRoutes } from './routes/merchant-docs.ts';
import { messageRoutes } from './routes/message.ts';
import { payPageRoutes, payRoutes } from './routes/pay.ts';

/** For the pages of the merchant that the request names, and for the frame on them. */
const calledByPages = [
  '/v1/checkouts/*',
  '/v1/resume',
  '/v1/disclosures/*',
  '/v1/message',
  '/v1/diagnose/order-token',
];

/** For the BFF's own page for links, and no other. */
const payPagePath = '/v1/pay';

interface AppParts {
  limits: RateLimits;
  limiters: Limiters;
  assetsFolder: string;
  frontPage: FrontPage | undefined;
}

/** The BFF's interface. */
export function createBffApp(
  context: BffContext,
  { limits, limiters, assetsFolder, frontPage }: AppParts,
): Hono<BffEnv> {
  const readStrictly = strictJson({ maxBytes: maxBodyBytes });
  const limitCalls: MiddlewareHandler<BffEnv> = async (c, next) => {
    limiters.call(countedNetwork(c, context.config));
    await next();
  };
  const app = new Hono<BffEnv>();
  app.use(observeRequests(context), secureAnswers(context.config.bffPublicUrl));
  app.onError(answerError(context));
  app.notFound(answerUnrouted(app));
  app.route('/', healthRoutes(context));
  if (frontPage) app.route('/', frontPageRoutes(frontPage));
  app.route('/v1', assetRoutes(assetsFolder));
  app.route('/v1', frameRoutes(context, assetsFolder));
  app.route('/', payRoutes(assetsFolder));
  app.route('/v1', diagnoseRoutes(context, limiters));
  app.route('/callbacks', callbackRoutes(context, limiters));
  for (const path of calledByPages) {
    app.use(path, cors(context.merchants), limitCalls, readStrictly);
  }
  app.use(payPagePath, limitCalls, readStrictly);
  app.use('/v1/merchant/*', limitCalls);
  app.route('/', merchantRoutes(context, limiters, readStrictly));
  app.route('/', merchantDocsRoutes(context.config));
  app.route('/v1', payPageRoutes(context, limiters));
  app.route('/v1', checkoutRoutes(context, limiters));
  app.route('/v1/checkouts', routesOfSession(context, limiters, limits));
  app.route('/v1/disclosures', disclosureRoutes(context));
  app.route('/v1', messageRoutes(context));
  app.route('/v1/diagnose', orderTokenRoutes(context));
  return app;
}

/** Health, readiness and metrics. */
function healthRoutes({ database, metrics, log, lenderReachability }: BffContext): Hono {
  return operationRoutes({
    database: database.query,
    registry: metrics.registry,
    log,
    remarks: () => ({ lender: lenderReachability.report }),
  });
}

/** What only the token of a checkout opens. */
function routesOfSession(
  context: BffContext,
  limiters: Limiters,
  limits: RateLimits,
): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  app.post('/:id/application', async (_, next) => {
    // Before the session is looked up, else many are for one place, and find it taken.
    limiters.beginApplication();
    try {
      await next();
    } finally {
      limiters.endApplication();
    }
  });
  app.use('/:id/*', sessionGuard(context, limiters));
  app.route('/', oneCheckoutRoutes(context, limiters));
  app.route('/', eventRoutes(context, limits));
  return app;
}
