import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { frameTag, reservedRoom } from '../../../demo/docs/quick-start.ts';
import { brotli } from '../../../server/bff/http/assets.ts';
import { sandboxMerchant, sandboxMerchants } from '../../../server/config/sandbox-settings.ts';
import { serve } from '../../helpers/serve.ts';

/** By each way to embed the form, the page and the least that such a page could be. */
export const ways = ['markup', 'script', 'inline'] as const;
export type Way = (typeof ways)[number];

/** `floor-…`: the same form without a script, beside a script that does nothing else. */
export const pageNames = ['plain', ...ways, ...ways.map((way) => `floor-${way}` as const)] as const;
export type PageName = (typeof pageNames)[number];

/** What the stand-ins' scripts weigh, compressed, in bytes. */
const floorBytes = { markup: 5_000, script: 5_000, inline: 24_000 } as const;

/** The shop that has a page of each kind, beside the product. */
export interface Shop {
  url(name: PageName): string;
  remove(): Promise<void>;
}

/**
 * Shop, BFF and lending service, each of its own origin. All are of one site, so that browsers keep
 * page and frame in one process, and what slows down the page slows down the frame.
 */
export async function openShop(): Promise<Shop> {
  const own = await serveFiles();
  const floor = await serveFiles();
  const { origin } = own;
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-bench-'));
  const merchants = join(folder, 'merchants.json');
  await writeFile(merchants, JSON.stringify(sandboxMerchants(origin)));
  const product = await serve({ environment: { MERCHANTS_FILE: merchants } });
  await own.put('/plain-form.js', 'javascript', await bundlePlainForm());
  await own.put('/plain', 'html', page('/plain-form.js', '<plain-form></plain-form>'));
  for (const way of ways) {
    await own.put(`/${way}`, 'html', productPage(way, product.bffUrl));
    await own.put(`/floor-${way}`, 'html', floorPage(way, floor.origin));
  }
  await putFloor(floor, product.bffUrl);
  return {
    url: (name) => `${origin}/${name}`,
    remove: async () => {
      own.close();
      floor.close();
      await product.remove();
      await rm(folder, { recursive: true });
    },
  };
}

interface FileServer {
  origin: string;
  put(path: string, type: 'html' | 'javascript', text: string): Promise<void>;
  close(): void;
}

/** A server of an origin of its own, whose files are compressed once. */
async function serveFiles(): Promise<FileServer> {
  const files = new Map<string, { type: string; body: Uint8Array }>();
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': `text/${file?.type}; charset=utf-8`,
      'content-encoding': 'br',
      'access-control-allow-origin': '*',
    });
    response.end(file?.body);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    put: async (path, type, text) => {
      files.set(path, { type, body: await brotli(Buffer.from(text)) });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function page(script: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>${reservedRoom}</style>
<script type="module" async src="${script}"></script></head>
<body><h1>A shop</h1>${body}</body></html>`;
}

function productPage(way: Way, bffUrl: string): string {
  const { publishableKey } = sandboxMerchant;
  const frame = way === 'markup' ? frameTag({ bffUrl, publishableKey }) : '';
  return page(
    `${bffUrl}/v1/soft-pull-checkout${way === 'inline' ? '-inline' : ''}.js`,
    `<soft-pull-checkout server="${bffUrl}" merchant="${publishableKey}" amount="8400.00"
 isolation="${way === 'inline' ? 'inline' : 'frame'}">${frame}</soft-pull-checkout>`,
  );
}

const floorFrame = (origin: string) =>
  `<iframe src="${origin}/frame" width="100%" height="1100" frameborder="0"></iframe>`;

function floorPage(way: Way, origin: string): string {
  const frame = way === 'markup' ? floorFrame(origin) : '';
  return page(`${origin}/${way}.js`, `<plain-form>${frame}</plain-form>`);
}

/** The document of the BFF without its scripts, and scripts that bring it, or bring nothing. */
async function putFloor(floor: FileServer, bffUrl: string): Promise<void> {
  const { publishableKey } = sandboxMerchant;
  const answer = await fetch(`${bffUrl}/v1/frame?merchant=${publishableKey}&locale=en`);
  const form = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '');
  await floor.put('/frame', 'html', form);
  const markup = {
    markup: '',
    script: `this.innerHTML = ${JSON.stringify(floorFrame(floor.origin))};`,
    inline: `this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form)};`,
  };
  for (const way of ways) {
    const script = `customElements.define('plain-form', class extends HTMLElement {
  connectedCallback() { ${markup[way]} }
});`;
    const { byteLength } = await brotli(Buffer.from(script));
    await floor.put(`/${way}.js`, 'javascript', script + ballast(floorBytes[way] - byteLength));
  }
}

/** A comment that no compression makes shorter than so many bytes. */
function ballast(bytes: number): string {
  return `//${randomBytes(bytes).toString('base64')}`;
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
