import type { NotFoundHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { pageHeaders } from '../../platform/http/browser-security.ts';
import type { LendingContext } from '../context.ts';
import type { LendingEnv } from '../routes/lending-app.ts';
import { unknownLink } from './link-problems.ts';

/** What programs ask for: their answers are JSON whatever is accepted. */
const apiAddress = /^\/(?:api|sandbox|openapi\.json)(?:\/|$)/;

/** An address that leads nowhere, a link cut short among them: a page for a browser, else `answer`. */
export function answerUnknownAddress(
  context: LendingContext,
  answer: NotFoundHandler<LendingEnv>,
): NotFoundHandler<LendingEnv> {
  return async function answerAsPage(c) {
    const type = accepts(c, {
      header: 'Accept',
      supports: ['application/json', 'text/html'],
      default: 'application/json',
    });
    if (type !== 'text/html' || apiAddress.test(c.req.path)) return answer(c);
    await pageHeaders(c, async () => {});
    return unknownLink(context, c);
  };
}
