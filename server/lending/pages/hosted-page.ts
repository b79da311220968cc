import { type Context, Hono } from 'hono';
import type { LendingContext } from '../context.ts';
import type { HostedLink } from '../operations/identity/hosted-link.ts';
import { mailNewLink, unknownLink } from './link-problems.ts';
import { type Opened, showAgain, type Visit, visitOf } from './visit.ts';

/** A screen of a page, or what one of its forms does. */
export type Handler<Link extends Opened = HostedLink> = (
  visit: Visit<Link>,
) => Response | Promise<Response>;

interface PageParts<Link extends Opened> {
  /** The page's address is `/{kind}/{token}`. */
  readonly kind: Link['link']['kind'];
  /** Finds what a token leads to; undefined for a token that is none. */
  open(context: LendingContext, token: string): Promise<Link | undefined>;
  /** What the page shows now. */
  readonly show: Handler<Link>;
  /** Its other screens, by what follows the token in their address. */
  readonly screens?: Readonly<Record<string, Handler<Link>>>;
  /** What its forms do, by what follows the token in their address; '' for nothing. */
  readonly actions: Readonly<Record<string, Handler<Link>>>;
}

/** A hosted page as `hosted-pages.ts` registers it. */
export interface HostedPage {
  readonly kind: Opened['link']['kind'];
  routes(context: LendingContext): Hono;
}

/**
 * A page that a link opens. Its handlers are given the link opened, the reader and the proof of who is
 * there; an unknown token never reaches them.
 */
export function hostedPage<Link extends Opened>(parts: PageParts<Link>): HostedPage {
  const { kind, show, screens = {}, actions } = parts;
  return {
    kind,
    routes(context) {
      const routes = new Hono();
      const handle = (handler: Handler<Link>) => async (c: Context) => {
        const opened = await parts.open(context, c.req.param('token') ?? '');
        return opened ? handler(visitOf(context, c, opened)) : unknownLink(context, c);
      };
      for (const [path, handler] of Object.entries({ '': show, ...screens })) {
        routes.get(addressOf(kind, path), handle(handler));
      }
      for (const [path, handler] of Object.entries(actions)) {
        routes.post(addressOf(kind, path), handle(handler));
      }
      return routes;
    },
  };
}

/** A consumer's page: when wrong answers have locked its link, it e-mails a new one. */
export function consumerPage<Link extends HostedLink>(parts: PageParts<Link>): HostedPage {
  return hostedPage({ ...parts, actions: { 'mail-link': mailNewLink, ...parts.actions } });
}

/** A form that is taken only from who has proved who they are. */
export function forKnown<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return (visit) => (visit.isKnown ? handler(visit) : showAgain(visit));
}

function addressOf(kind: string, path: string): string {
  return path === '' ? `/${kind}/:token` : `/${kind}/:token/${path}`;
}
