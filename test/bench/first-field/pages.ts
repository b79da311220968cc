import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { frameTag, reservedRoom } from '../../../demo/docs/quick-start.ts';
import { brotli } from '../../../server/bff/http/brotli.ts';
import { sandboxMerchant, sandboxMerchants } from '../../../server/config/sandbox-settings.ts';
import { serve } from '../../helpers/serve.ts';

export const pageNames = ['plain', 'markup', 'script', 'inline'] as const;
export type PageName = (typeof pageNames)[number];

/** The shop that has a page of each kind, beside the product. */
export interface Shop {
  url(name: PageName): string;
  remove(): Promise<void>;
}

/** What a shop's own server sends, compressed once. */
type Files = Map<string, { type: string; body: Uint8Array }>;

/**
 * Shop, BFF and lending service, each of its own origin. All are of one site, so that browsers keep
 * page and frame in one process, and what slows down the page slows down the frame.
 */
export async function openShop(): Promise<Shop> {
  const files: Files = new Map();
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': `text/${file?.type}; charset=utf-8`,
      'content-encoding': 'br',
    });
    response.end(file?.body);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-bench-'));
  const merchants = join(folder, 'merchants.json');
  await writeFile(merchants, JSON.stringify(sandboxMerchants(origin)));
  const product = await serve({ environment: { MERCHANTS_FILE: merchants } });
  for (const name of pageNames) {
    await put(files, `/${name}`, 'html', pageDocument(name, product.bffUrl));
  }
  await put(files, '/plain-form.js', 'javascript', await bundlePlainForm());
  return {
    url: (name) => `${origin}/${name}`,
    remove: async () => {
      server.closeAllConnections();
      server.close();
      await product.remove();
      await rm(folder, { recursive: true });
    },
  };
}

async function put(files: Files, path: string, type: string, text: string): Promise<void> {
  files.set(path, { type, body: await brotli(Buffer.from(text)) });
}

function pageDocument(name: PageName, bffUrl: string): string {
  const [script, body] = contentOf(name, bffUrl);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>${reservedRoom}</style>
<script type="module" async src="${script}"></script></head>
<body><h1>A shop</h1>${body}</body></html>`;
}

function contentOf(name: PageName, bffUrl: string): [script: string, body: string] {
  if (name === 'plain') return ['/plain-form.js', '<plain-form></plain-form>'];
  const publishableKey = sandboxMerchant.publishableKey;
  const frame = name === 'markup' ? frameTag({ bffUrl, publishableKey }) : '';
  const isolation = name === 'inline' ? 'inline' : 'frame';
  return [
    `${bffUrl}/v1/soft-pull-checkout${name === 'inline' ? '-inline' : ''}.js`,
    `<soft-pull-checkout server="${bffUrl}" merchant="${publishableKey}" amount="8400.00"
 isolation="${isolation}">${frame}</soft-pull-checkout>`,
  ];
}

/** As a shop would build it. */
async function bundlePlainForm(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['production', 'browser', 'import', 'default'] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, 'plain-form.ts'), formats: ['es'] },
      rolldownOptions: { output: { minify: true, comments: false } },
    },
  });
  const [bundled] = [output].flat();
  if (bundled === undefined || !('output' in bundled)) throw new Error('nothing was bundled');
  return bundled.output[0].code;
}
