import { readFile } from 'node:fs/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';
import { pageHeaders } from '../../platform/http/page-headers.ts';
import { SECURITY_HEADERS } from '../../platform/http/secure-answers.ts';
import type { LendingContext } from '../context.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { createInvitationPages } from './apply/invitation-routes.ts';
import { createChargePages } from './charge/charge-routes.ts';
import { createMailLinkPages } from './mail-link-routes.ts';
import { answerPageErrors } from './page-errors.ts';
import { createOnboardingPages } from './onboarding/onboarding-routes.ts';
import { createPortalPages } from './portal/portal-routes.ts';
import { createPreferencesPages } from './preferences/preferences-routes.ts';
import { createTermsPages } from './terms/terms-routes.ts';

const STATIC_TYPES = {
  'hosted.css': 'text/css; charset=utf-8',
  'lender.svg': 'image/svg+xml',
} as const;

/** The pages that consumers see of the lender: server-rendered, without a script. */
export function registerHostedPages(app: LendingApp, context: LendingContext): void {
  for (const path of [
    '/terms/*',
    '/portal/*',
    '/charge/*',
    '/onboarding/*',
    '/invitation/*',
    '/preferences/*',
  ]) {
    app.use(path, pageHeaders, ownFormsOnly(context.config.publicUrl));
  }
  for (const createPages of [
    createMailLinkPages,
    createTermsPages,
    createPortalPages,
    createChargePages,
    createOnboardingPages,
    createInvitationPages,
    createPreferencesPages,
  ]) {
    app.route('/', createPages(context).onError(answerPageErrors(context)));
  }
  app.route('/pages', createStaticFiles());
}

function createStaticFiles(): Hono {
  const files = new Hono();
  files.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...SECURITY_HEADERS] }));
  for (const [name, type] of Object.entries(STATIC_TYPES)) {
    const body = readFile(new URL(`./static/${name}`, import.meta.url));
    files.get(`/${name}`, async (c) =>
      c.body(await body, 200, { 'content-type': type, 'cache-control': 'no-cache' }),
    );
  }
  return files;
}

/** Forms are taken from the service's own pages only, and from what is no browser. */
function ownFormsOnly(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignForms(c, next) {
    const isForeign = c.req.method === 'POST' && isFromForeignPage(c, own);
    return isForeign ? c.text('This form belongs to another page.', 403) : next();
  };
}
