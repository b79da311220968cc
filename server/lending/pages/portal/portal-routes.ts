import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../domain/calendar/eastern-time.ts';
import { linkProblem, openHostedLink } from '../../operations/identity/hosted-link.ts';
import { setUpPortalByLink } from '../../operations/portal/set-up-portal-by-link.ts';
import { linkProblemPage, unknownLink } from '../link-problem-page.ts';
import { noticePage } from '../notice-page.ts';
import type { FieldError } from '../parts.ts';
import { readerFor } from '../reader.ts';
import { digitsOf, formOf, wayBackTo } from '../request.ts';
import { portalPage } from './portal-page.ts';

/** Setting up the Payment Portal account. */
export function createPortalPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/portal/:token', (c) => show(context, c, []));
  pages.post('/portal/:token', (c) => setUp(context, c));
  return pages;
}

async function show(context: LendingContext, c: Context, errors: readonly FieldError[]) {
  const token = c.req.param('token') ?? '';
  const hosted = await openHostedLink(context.database.query, 'portal', token);
  if (!hosted) return unknownLink(context, c);
  const { application, merchant } = hosted;
  const reader = readerFor(context.config, application.locale);
  const back = wayBackTo(application, merchant);
  if (application.portal_account_status === 'Active') {
    const { doneTitle, done } = reader.strings.portal;
    const text = done(merchant.business_name);
    return c.html(noticePage(reader, { tone: 'good', title: doneTitle, text, back }));
  }
  if (application.status === 'Cancelled') {
    const { cancelledTitle, cancelled } = reader.strings.state;
    return c.html(noticePage(reader, { title: cancelledTitle, text: cancelled, back }));
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(c, reader, { kind: 'portal', problem, back });
  const onDate = easternDate(context.clock.now(application.sponsor_id));
  const view = { action: `/portal/${token}`, errors, onDate };
  return c.html(portalPage(reader, view), errors.length > 0 ? 400 : 200);
}

async function setUp(context: LendingContext, c: Context) {
  const token = c.req.param('token') ?? '';
  const hosted = await openHostedLink(context.database.query, 'portal', token);
  if (!hosted) return unknownLink(context, c);
  const reader = readerFor(context.config, hosted.application.locale);
  const { identity, portal } = reader.strings;
  const field = await formOf(c);
  const ssnLast4 = digitsOf(field('ssn_last4'));
  const error = (message: string) => [{ field: 'ssn_last4', message }];
  if (!/^\d{4}$/.test(ssnLast4)) return show(context, c, error(identity.missing));
  const wishes = { wantsAutopay: field('autopay') === 'yes' };
  const answer = await setUpPortalByLink(context, token, { ssnLast4 }, wishes);
  switch (answer.kind) {
    case 'wrong':
      return show(context, c, error(identity.wrong(answer.triesLeft)));
    case 'unavailable': {
      const back = wayBackTo(hosted.application, hosted.merchant);
      const notice = { title: portal.unavailableTitle, text: portal.unavailable, back };
      return c.html(noticePage(reader, notice), 503);
    }
    case 'active':
    case 'closed':
      return c.redirect(`/portal/${token}`, 303);
  }
}
