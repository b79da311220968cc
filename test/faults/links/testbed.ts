import { sha256Hex } from '../../../server/platform/crypto/digest.ts';
import { listen } from '../../../server/platform/http/listen.ts';
import { startTestBff, type TestBff } from '../../helpers/bff.ts';
import { freePort } from '../../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { storedRows } from '../../helpers/stored-rows.ts';

const lendingPublicUrl = 'http://localhost:8788';

/** BFF and lending service on one clock that the sequences move. */
export interface LinksTestbed {
  readonly bff: TestBff;
  readonly lending: TestLending;
  tick(milliseconds: number): void;
  /** Links of every message to an address, oldest first, each with whether it was only e-mailed. */
  linksTo(email: string): Promise<{ url: string; isMailed: boolean }[]>;
  close(): Promise<void>;
}

export async function startLinksTestbed(): Promise<LinksTestbed> {
  const port = await freePort();
  const lending = await startTestLending({ publicUrl: lendingPublicUrl });
  const listening = await listen(lending.app, { port });
  const bff = await startTestBff({
    lenderUrl: `http://localhost:${port}`,
    config: { linkAllowedOrigins: [lendingPublicUrl] },
  });
  return {
    bff,
    lending,
    tick: (milliseconds) => {
      bff.tick(milliseconds);
      lending.tick(milliseconds);
    },
    linksTo: async (email) => {
      const messages = await storedRows(lending.context)
        .selectFrom('messages')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute();
      if (messages.length === 0) return [];
      const urls = messages.flatMap(({ links }) => JSON.parse(links) as string[]);
      const digests = urls.map((url) => sha256Hex(url.split('/').at(-1) ?? ''));
      const mailed = await lending.context.database.query
        .selectFrom('links')
        .select('token_digest')
        .where('token_digest', 'in', digests)
        .where('is_mailed', '=', 1)
        .execute();
      const known = new Set(mailed.map(({ token_digest }) => token_digest));
      return urls.map((url, index) => ({ url, isMailed: known.has(digests[index] ?? '') }));
    },
    close: async () => {
      await bff.close();
      await listening.close();
      await lending.close();
    },
  };
}
