import { existsSync, readdirSync } from 'node:fs';
import { Hono } from 'hono';
import { Assets } from '../http/assets.ts';
import type { BffEnv } from '../http/env.ts';

/** For the address that a page keeps asking for: it gets a new version within a minute. */
const evergreenCaching = 'public, max-age=60';
/** Read by a person, such as a developer who is about to write a hash into a page. */
const readCaching = 'no-cache';
/** Files whose name says what is in them, by version or by hash. */
const immutableCaching = 'public, max-age=31536000, immutable';

/** What a script tag names; the second has the flow inside it. */
const scripts = ['soft-pull-checkout.js', 'soft-pull-checkout-inline.js', 'soft-pull-message.js'];

/**
 * The script-tag files of the widget: `/soft-pull-checkout.js` and the like, every version that the
 * folder holds as `/soft-pull-checkout-1.0.0.js`, `/chunks/…`, their hashes and their licences.
 */
export function assetRoutes(folder: string): Hono<BffEnv> {
  const assets = new Assets(folder);
  const app = new Hono<BffEnv>();
  for (const name of scripts) {
    app.get(`/${name}`, (c) => assets.answer(c, name, evergreenCaching));
  }
  for (const name of ['integrity.json', 'third-party-licenses.txt']) {
    app.get(`/${name}`, (c) => assets.answer(c, name, readCaching));
  }
  // Each by its name: a pattern here would leave Hono's fast router unable to hold the others.
  for (const name of versionsIn(folder)) {
    app.get(`/${name}`, (c) => assets.answer(c, name, immutableCaching));
  }
  app.get('/chunks/:name{[A-Za-z0-9_-][A-Za-z0-9._-]*}', (c) =>
    assets.answer(c, `chunks/${c.req.param('name')}`, immutableCaching),
  );
  return app;
}

/** The versions that stand in the folder at the start; none before the widget is built. */
function versionsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /^soft-pull-[a-z]+-\d[\w.-]*\.js$/.test(name));
}
