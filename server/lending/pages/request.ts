import type { Context } from 'hono';
import type { Locale } from '../../lending-api/contact.ts';
import { readBody, readForm } from '../../platform/http/request-body.ts';

const maxFormBytes = 16 * 1024;

/** A posted form's fields, trimmed; what is not there is empty. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const bytes = await readBody(c.req.raw, maxFormBytes);
  const fields = await readForm(bytes, c.req.header('content-type') ?? '');
  return (name) => (fields[name] ?? '').trim();
}

/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back trimmed. */
export function digitsOf(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replaceAll(/\D/g, '') : text;
}

/** The language of a reader about whom nothing else is known. */
export function localeOf(c: Context): Locale {
  return /^\s*es\b/i.test(c.req.header('accept-language') ?? '') ? 'es' : 'en';
}
