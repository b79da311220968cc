import { readFile } from 'node:fs/promises';
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { html } from 'hono/html';
import { minuteMs } from '../../platform/durations.ts';
import {
  isFromForeignPage,
  pageHeaders,
  SECURITY_HEADERS,
} from '../../platform/http/browser-security.ts';
import { countedNetwork } from '../../platform/http/client-address.ts';
import { NetworkLimiter } from '../../platform/network-limiter.ts';
import type { LendingContext } from '../context.ts';
import { answerErrors } from '../routes/answer-errors.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { invitationPage } from './apply/invitation.ts';
import { chargePage } from './charge.ts';
import type { HostedPage } from './hosted-page.ts';
import { onboardingPage } from './onboarding.ts';
import { noticePage } from './page.ts';
import { pageContextFor } from './page-context.ts';
import { portalPage } from './portal.ts';
import { preferencesPage } from './preferences.ts';
import { localeOf } from './request.ts';
import { termsPage } from './terms/terms.ts';

const hostedPages: readonly HostedPage[] = [
  invitationPage,
  termsPage,
  portalPage,
  chargePage,
  preferencesPage,
  onboardingPage,
];

const staticTypes = {
  'hosted.css': 'text/css; charset=utf-8',
  'lender.svg': 'image/svg+xml',
} as const;

/** What one network may open and send: many people of a shop or an office share one. */
const pageCalls = { calls: 600, perMs: minuteMs };

/** The pages that consumers and merchants see of the lender: server-rendered, without a script. */
export function registerHostedPages(app: LendingApp, context: LendingContext): void {
  const limited = limitCalls(context);
  for (const { kind, routes } of hostedPages) {
    app.use(`/${kind}/*`, pageHeaders, limited, ownFormsOnly(context.config));
    app.route('/', routes(context).onError(answerPageErrors(context)));
  }
  app.route('/pages', createStaticFiles());
}

/** Counts the calls of a network to all pages together. */
function limitCalls({ config, clock }: LendingContext): MiddlewareHandler {
  const isSandbox = config.environment === 'sandbox';
  // No sponsor's time: none can be advanced.
  const limiter = new NetworkLimiter(() => clock.now(''), pageCalls);
  return async function limitPageCalls(c, next) {
    const network = countedNetwork(c, { isSandbox, trustedProxies: config.trustedProxies });
    const waitMs = network === undefined ? 0 : limiter.take(network);
    if (waitMs === 0) return next();
    c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
    return c.html(failurePage(config, c, 'tooMany'), 429);
  };
}

/** Forms are taken from the service's own pages only, and from what is no browser. */
function ownFormsOnly(config: LendingContext['config']): MiddlewareHandler {
  const own = new URL(config.publicUrl).origin;
  return async function refuseForeignForms(c, next) {
    const isForeign = c.req.method === 'POST' && isFromForeignPage(c, own);
    return isForeign ? c.html(failurePage(config, c, 'foreign'), 403) : next();
  };
}

/** What nobody foresaw, and what the database could not do, told to a person as a page. */
function answerPageErrors({ config, log }: LendingContext): ErrorHandler {
  const answer = answerErrors(log);
  return async function answerPageError(error, c) {
    const response = await answer(error, c);
    if (response.status < 500) return response;
    const isUndone = response.status === 503;
    return c.html(failurePage(config, c, isUndone ? 'undone' : 'unknown'), isUndone ? 503 : 500);
  };
}

function failurePage(
  config: LendingContext['config'],
  c: Context,
  failed: 'undone' | 'tooMany' | 'foreign' | 'unknown',
) {
  const pageContext = pageContextFor(config, localeOf(c));
  const { failure } = pageContext.strings;
  // That of the page, whichever of its forms or screens this is: `/{kind}/{token}`
  const path = c.req.path.split('/').slice(0, 3).join('/');
  return noticePage(pageContext, {
    title: failed === 'unknown' ? failure.unknownTitle : failure.undoneTitle,
    text: failure[failed],
    back: null,
    more: html`<p class="actions"><a class="button" href="${path}">${failure.open}</a></p>`,
  });
}

function createStaticFiles(): Hono {
  const files = new Hono();
  files.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...SECURITY_HEADERS] }));
  for (const [name, type] of Object.entries(staticTypes)) {
    const body = readFile(new URL(`./static/${name}`, import.meta.url));
    files.get(`/${name}`, async (c) =>
      c.body(await body, 200, { 'content-type': type, 'cache-control': 'no-cache' }),
    );
  }
  return files;
}
