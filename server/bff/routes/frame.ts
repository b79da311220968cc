import { Hono } from 'hono';
import { type Language, resolveLocale, wireLocale } from '../../../widget/contract/language.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { BffContext, Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import { type Asset, Assets, hashesOf, makeAsset, sendAsset } from '../http/assets.ts';
import type { BffEnv } from '../http/env.ts';
import { queryOf } from '../http/request.ts';

/** Its address stays the same from build to build, and its headers follow the merchant's origins. */
const caching = 'no-cache';

/** Nothing of anybody else, no form that leads anywhere, and text that only Lit may make markup of. */
const ownOnly = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

const unknownMerchant = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Unknown merchant</title>
<p>No merchant has this publishable key. Check the <code>merchant</code> attribute of
<code>&lt;soft-pull-checkout&gt;</code>.</p>
</html>
`;

/** A document as it is sent, and the headers that allow what stands in it. */
interface FrameDocument {
  asset: Asset;
  headers: Readonly<Record<string, string>>;
}

interface KeptDocument {
  html: string;
  /** The origins that its headers allow. */
  allowed: string;
  made: Promise<FrameDocument>;
}

/**
 * GET `/v1/frame?merchant=&locale=`: the document in which the flow runs, for that merchant's pages
 * only. The first part of the form is in it, so that it can be filled before any script has come.
 */
export function frameRoutes(context: BffContext, assetsFolder: string): Hono<BffEnv> {
  const assets = new Assets(assetsFolder);
  const documents = new Map<string, KeptDocument>();

  /** Compressed once for a merchant and a language, and again when what is in it has changed. */
  async function documentFor(merchant: Merchant, language: Language): Promise<FrameDocument> {
    const template = await assets.read(`frame.${language}.html`);
    if (template === undefined) throw new BffError('not_found');
    const today = easternDate(context.clock.now());
    const notice = context.config.texts.current('cip_notice', wireLocale(language), today);
    const html = fill(new TextDecoder().decode(template.plain), merchant, notice.text);
    const key = `${merchant.publishable_key} ${language}`;
    const known = documents.get(key);
    const allowed = merchant.origins.join(' ');
    if (known?.html === html && known.allowed === allowed) return known.made;
    const made = makeDocument(html, merchant);
    documents.set(key, { html, allowed, made });
    return made;
  }

  return new Hono<BffEnv>().get('/frame', async (c) => {
    const merchant = context.merchants.get(queryOf(c, 'merchant') ?? '');
    if (merchant === undefined) return c.html(unknownMerchant, 404);
    const language = resolveLocale(queryOf(c, 'locale') ?? '');
    const { asset, headers } = await documentFor(merchant, language);
    return sendAsset(c, asset, caching, headers);
  });
}

async function makeDocument(html: string, { origins }: Merchant): Promise<FrameDocument> {
  return {
    asset: await makeAsset('.html', new TextEncoder().encode(html)),
    headers: {
      'content-security-policy': policyFor(html, origins),
      link: preloadsIn(html),
      // A page that is isolated from other origins may only frame documents that are isolated, too.
      'cross-origin-embedder-policy': 'require-corp',
    },
  };
}

function fill(template: string, merchant: Merchant, notice: string): string {
  const { name, phone } = merchant.lender ?? {};
  const isKnown = name !== undefined && phone !== undefined;
  return template
    .replace('{{theme}}', () => themeOf(merchant))
    .replace('{{cip_notice}}', () => paragraphs(notice))
    .replaceAll(/{{#lender}}(.*?){{\/lender}}/gs, isKnown ? '$1' : '')
    .replaceAll('{{lender}}', () => escapeText(name ?? ''))
    .replace('{{shop}}', () => escapeText(merchant.name))
    .replace('{{phone}}', () => escapeText(phone ?? ''));
}

function themeOf({ theme = {} }: Merchant): string {
  const lines = Object.entries(theme).map(([name, value]) => `${name}:${value};`);
  return lines.length === 0 ? '' : `:root{${lines.join('')}}`;
}

/** For the inside of a paragraph, which may end and begin others; empty lines part them. */
function paragraphs(text: string): string {
  return escapeText(text)
    .split(/\n{2,}/)
    .join('</p><p dir="auto">');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * Beside the BFF's own files only the styles and the script that stand in the document run, each by
 * its hash.
 * @param origins of the pages that may contain the frame, at whatever depth, beside the BFF's own for
 * links
 */
function policyFor(html: string, origins: readonly string[]): string {
  return [
    ...ownOnly,
    `script-src 'self' ${hashesOf(html, /<script>(.*?)<\/script>/gs)}`,
    `style-src 'self' ${hashesOf(html, /<style>(.*?)<\/style>/gs)}`,
    `frame-ancestors ${["'self'", ...origins].join(' ')}`,
  ].join('; ');
}

/** What the document names itself, told a moment earlier. */
function preloadsIn(html: string): string {
  const files = Array.from(html.matchAll(/(?:href|src)="(\/v1\/[^"]+)"/g), ([, path]) => path);
  return files.map((path) => `<${path}>; rel=modulepreload`).join(', ');
}
