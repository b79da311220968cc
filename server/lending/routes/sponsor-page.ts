import type { Context } from 'hono';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import type { Html } from '../pages/page.ts';
import { answerUnknownAddress } from '../pages/unknown-address.ts';
import type { LendingApp, LendingEnv } from './lending-app.ts';

/** Mounts a page for a sponsor's browser; where `show` finds nothing, a page says that too. */
export function registerSponsorPage<Path extends string>(
  app: LendingApp,
  context: LendingContext,
  path: Path,
  show: (c: Context<LendingEnv, Path>) => Promise<Awaited<Html>>,
): void {
  const answerNone = answerUnknownAddress(context, (c) => c.json({ detail: 'Not found.' }, 404));
  app.get(path, async (c) => {
    try {
      return c.html(await show(c));
    } catch (error) {
      if (error instanceof LendingError && error.kind === 'not_found') return answerNone(c);
      throw error;
    }
  });
}
