import { createHash } from 'node:crypto';

/**
 * How the shop brings the checkout onto its page: by script tag or npm module with a signed order,
 * or with a checkout that its server made.
 */
export type Embedding = 'script_tag' | 'npm_module' | 'merchant_server';

/** Where each of the pages stands. */
export const embeddingPaths = {
  script_tag: '/',
  npm_module: '/module',
  merchant_server: '/server-checkout',
} as const satisfies Record<Embedding, string>;

/** Tells the browser where the packages are that a shop's bundler would have bundled. */
export const importMap = JSON.stringify({
  imports: {
    '@soft-pull/checkout/soft-pull-checkout.js': '/packages/checkout/soft-pull-checkout.js',
    '@lit/reactive-element': '/packages/reactive-element/reactive-element.js',
    lit: '/packages/lit/index.js',
    'lit-element/lit-element.js': '/packages/lit-element/lit-element.js',
    'lit-html': '/packages/lit-html/lit-html.js',
    'lit-html/is-server.js': '/packages/lit-html/is-server.js',
    'zod/mini': '/packages/zod/mini/index.js',
  },
});

/** An import map can only stand in the page: the policy names it by its digest. */
export const importMapDigest = `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`;
