import * as z from 'zod/mini';

/** A decimal string with two places, as every answer has it: `'8400.00'`. */
export const moneySchema = z.string().check(z.regex(/^\d{1,9}\.\d{2}$/, 'not_an_amount'));

/** As `z.int()`, which knows of floats and bounds as well and would travel with all of that. */
export const integerSchema = z.number().check(z.refine(Number.isSafeInteger));

/** A percentage with two places: `'12.99'`. */
export const aprSchema = z.string().check(z.regex(/^\d{1,2}\.\d{2}$/, 'invalid'));

/** A percentage with up to three places: `'12.99'`, `'7.125'`. */
export const rateSchema = z.string().check(z.regex(/^\d{1,2}(\.\d{1,3})?$/, 'invalid'));

/** An RFC 3339 time in UTC: `'2026-03-01T15:04:05Z'`. */
export const timeSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/, 'not_a_date'));

/** A calendar date, not necessarily a real one: `'2026-03-01'`. */
export const dateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'not_a_date'));

export const uuidSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'invalid'));

export const locales = ['en', 'es'] as const;

export type Locale = (typeof locales)[number];

export const localeSchema = z.enum(locales, { error: 'not_an_option' });
