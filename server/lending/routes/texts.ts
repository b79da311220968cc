import { locale } from '../../lending-api/contact.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import type { LendingContext } from '../context.ts';
import type { LendingApp } from './lending-app.ts';

/** The published texts, at the addresses that the API's answers name. A version of a text is never changed. */
export function registerTexts(app: LendingApp, { config }: LendingContext): void {
  app.get('/texts/:id/:version/:locale', (c) => {
    const { id, version, locale: sent } = c.req.param();
    const inLocale = locale.safeParse(sent);
    // An id that is not one of ours finds nothing.
    const text = inLocale.success && config.texts.find(id as TextId, version, inLocale.data);
    if (!text) return c.json({ detail: 'Not found.' }, 404);
    c.header('Content-Language', text.locale);
    c.header('Cache-Control', 'public, max-age=86400, immutable');
    return c.text(text.text, 200);
  });
}
