import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxMerchants } from '../../../server/config/sandbox-settings.ts';
import { type BareLender, startBareLender } from '../../helpers/bare-lender.ts';
import { bareShop } from '../../helpers/bare-testbed.ts';

/** A lender that is not ours, for the product in a process of its own. */
export interface BareFront {
  readonly lender: BareLender;
  /** Has the product call this lender, as a sponsor would set it up. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @param shop what the merchant's entry says besides, or otherwise */
export async function startBareFront(shop: object = {}): Promise<BareFront> {
  const lender = await startBareLender({ now: Date.now });
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-bare-'));
  const merchants = join(folder, 'merchants.json');
  // The product adds the page of its own shop.
  const [entry] = sandboxMerchants('https://shop.example');
  await writeFile(
    merchants,
    JSON.stringify([{ ...entry, lender: bareShop.lender, fees: bareShop.fees, ...shop }]),
  );
  return {
    lender,
    environment: {
      LENDING_BASE_URL: lender.url,
      LINK_ALLOWED_ORIGINS: lender.pagesUrl,
      MERCHANTS_FILE: merchants,
    },
    close: async () => {
      await lender.close();
      await rm(folder, { recursive: true });
    },
  };
}
