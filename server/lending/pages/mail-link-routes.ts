import { type Context, Hono } from 'hono';
import type { LendingContext } from '../context.ts';
import {
  type HostedKind,
  openHostedLink,
  mailLinkOnRequest,
} from '../operations/identity/hosted-link.ts';
import { sendBack } from './flash.ts';
import { mailLinkForm, unknownLink } from './link-problem-page.ts';
import { pageReader } from './reader.ts';

const KINDS = [
  'terms',
  'portal',
  'charge',
  'invitation',
  'preferences',
] as const satisfies HostedKind[];

/** The button of a locked page: a new link goes to the consumer's own e-mail. */
export function createMailLinkPages(context: LendingContext): Hono {
  const pages = new Hono();
  for (const kind of KINDS) {
    pages.post(`/${kind}/:token/mail-link`, (c) => mailNewLink(context, c, kind));
  }
  return pages;
}

async function mailNewLink(context: LendingContext, c: Context, kind: HostedKind) {
  const token = c.req.param('token') ?? '';
  const hosted = await openHostedLink(context.database.query, kind, token);
  if (!hosted) return unknownLink(context, c);
  const result = await mailLinkOnRequest(context, kind, token);
  const form = mailLinkForm(c, hosted);
  // The page itself says what else there is to say.
  if (result !== 'already_sent') return c.redirect(form.path, 303);
  const { mailAgain } = pageReader(context.config, hosted.application.locale).strings.link;
  return sendBack(context, c, form, { problem: mailAgain });
}
