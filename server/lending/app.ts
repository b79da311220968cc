import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono, MiddlewareHandler } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { DueWorkRunner } from '../platform/due-work/runner.ts';
import { pageHeaders, secureAnswers } from '../platform/http/browser-security.ts';
import { clientNetwork, loopbackOnly } from '../platform/http/client-address.ts';
import { type FrontPage, frontPageRoutes } from '../platform/http/front-page.ts';
import { measureRequest, operationRoutes, RequestLog } from '../platform/http/observability.ts';
import { strictJson } from '../platform/http/request-body.ts';
import type { LendingContext, Sponsor } from './context.ts';
import { registerHostedPages } from './pages/hosted-pages.ts';
import { registerSponsorPages } from './pages/sponsor-pages.ts';
import { answerUnknownAddress } from './pages/unknown-address.ts';
import { answerErrors, answerInvalid } from './routes/answer-errors.ts';
import { registerApiDocs } from './routes/api-docs.ts';
import { registerApplications } from './routes/applications.ts';
import { registerFunding } from './routes/funding.ts';
import { noForeignPages, readableAddress, sponsorAuth } from './routes/guards.ts';
import type { LendingApp, LendingEnv, RegisterRoutes } from './routes/lending-app.ts';
import { registerMerchants } from './routes/merchants.ts';
import { registerProducts } from './routes/products.ts';
import { answerNotFound, TrailingSlashRouter } from './routes/routing.ts';
import { registerTexts } from './routes/texts.ts';
import { registerTransactions } from './routes/transactions.ts';
import { createSandbox } from './sandbox/controls.ts';
import { registerReceiver } from './sandbox/events.ts';
import { noteUnknownFields } from './sandbox/lint.ts';
import type { LendingSchema } from './store/schema.ts';

const maxBodyBytes = 256 * 1024;

/** The Sponsor Lending API, resource by resource. Routes with fixed segments come before parameters. */
const apiRoutes: readonly RegisterRoutes[] = [
  registerMerchants,
  registerProducts,
  registerApplications,
  registerFunding,
  registerTransactions,
  registerTexts,
];

/** The lending service's HTTP surface: the API, its documentation, the sandbox and the hosted pages. */
export function createLendingApp(
  context: LendingContext,
  runner: DueWorkRunner<LendingSchema>,
  frontPage?: FrontPage,
): Pick<Hono, 'fetch' | 'request'> {
  const app: LendingApp = new OpenAPIHono<LendingEnv>({
    router: new TrailingSlashRouter(
      new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }),
    ),
    defaultHook: answerInvalid,
  });
  app.onError(answerErrors(context.log));
  app.notFound(answerUnknownAddress(context, answerNotFound(app)));
  app.use(observeRequests(context), secureAnswers(context.config.publicUrl), readableAddress);
  app.route('/', healthRoutes(context));
  if (frontPage) app.route('/', frontPageRoutes(frontPage));
  const isSandbox = context.config.environment === 'sandbox';
  const sandbox = isSandbox ? createSandbox(context, runner) : undefined;
  if (sandbox) app.route('/', sandbox.document);
  guardApi(app, context);
  for (const register of apiRoutes) register(app, context);
  if (sandbox) {
    app.route('/', sandbox.controls);
    registerReceiver(app, context);
  }
  registerSponsorPages(app, context);
  registerHostedPages(app, context);
  registerApiDocs(app, context);
  return app;
}

/** Health, readiness and metrics. */
function healthRoutes({ database, metrics, log }: LendingContext): Hono {
  return operationRoutes({ database: database.query, registry: metrics.registry, log });
}

function observeRequests(context: LendingContext): MiddlewareHandler<LendingEnv> {
  const { log, clock, metrics, config } = context;
  const requests = new RequestLog(log, () => clock.now(''));
  return async function observe(c, next) {
    const answered = await measureRequest(c, next);
    metrics.observeRequest(answered);
    // A hosted page has no sponsor, whatever the types say.
    const sponsor: Sponsor | undefined = c.get('sponsor');
    const network = () => clientNetwork(c, config.trustedProxies);
    requests.note(answered, network, { sponsor_id: sponsor?.id, method: c.req.method });
  };
}

function guardApi(app: LendingApp, context: LendingContext): void {
  const authenticate = sponsorAuth(context);
  if (context.config.sandboxFromLoopbackOnly) {
    // The receiver that fails counts its calls, for whoever names it.
    for (const guarded of ['/sandbox/v1/*', '/sandbox/receiver/:name/:fail']) {
      app.use(guarded, loopbackOnly);
    }
  }
  for (const guarded of ['/api/*', '/sandbox/v1/*']) {
    app.use(guarded, noForeignPages(context.config.publicUrl), authenticate);
  }
  for (const page of ['/documents/*', '/statements/*']) {
    app.use(page, pageHeaders, authenticate);
  }
  for (const jsonOnly of ['/api/v1/sponsor/merchants/*', '/sandbox/v1/*']) {
    app.use(jsonOnly, strictJson({ maxBytes: maxBodyBytes }));
  }
  app.use('/api/v1/sponsor/consumers/*', strictJson({ maxBytes: maxBodyBytes, forms: true }));
  if (context.config.environment === 'sandbox') app.use('/api/*', noteUnknownFields(context));
}
