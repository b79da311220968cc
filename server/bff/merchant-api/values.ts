import { z } from '@hono/zod-openapi';
import { locales } from '../../../widget/contract/values.ts';
import { formatCents, parseCents } from '../../platform/money.ts';
import { maxUserIdLength } from './user-id.ts';

// The messages are field codes (`FieldCode` in errors.ts), which a problem has under `errors`.

/** Decimal text with two places. */
export const money = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/)
  .openapi({ example: '8400.00' });

/** The same, negative where money went back. */
export const signedMoney = z
  .string()
  .regex(/^-?\d{1,9}\.\d{2}$/)
  .openapi({ example: '8400.00' });

/** Of many amounts. */
export const sum = z
  .string()
  .regex(/^\d{1,13}\.\d{2}$/)
  .openapi({ example: '16800.00' });

const sentMoney = /^\d{1,9}(\.\d{1,2})?$/;

/** Of a field that has none of its values, perhaps because it was left out. */
export const notAnOption = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'required' : 'not_an_option'),
};

/** The same of the field that tells the bodies of a union apart. */
export function notAnOptionOf(field: string) {
  return {
    error: ({ input }: { input?: unknown }) => notAnOption.error({ input: member(input, field) }),
  };
}

function member(body: unknown, field: string): unknown {
  return Object.entries(body ?? {}).find(([name]) => name === field)?.[1];
}

/** Money as it may be sent: text or a JSON number, each with at most two decimals. */
export const moneyInput = z
  .union([z.string(), z.number()], {
    error: ({ input }) => (input === undefined ? 'required' : 'not_an_amount'),
  })
  .transform((sent) => String(sent).trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'required', abort: true })
      .regex(sentMoney, { error: 'not_an_amount', abort: true })
      .transform((text) => formatCents(parseCents(text))),
  )
  .openapi({
    type: ['string', 'number'],
    description: 'Text or a number, with at most two decimals.',
    example: '8400.00',
  });

/** The same, above zero. */
export const positiveMoney = moneyInput
  .refine((amount) => parseCents(amount) > 0, 'not_positive')
  .openapi({
    type: ['string', 'number'],
    description: 'Above zero. Text or a number, with at most two decimals.',
    example: '8400.00',
  });

/** A time in UTC. */
export const time = z.iso.datetime().openapi({ example: '2026-03-02T15:04:05Z' });

/** A time with its offset, as epoch milliseconds when it is read. */
export const timeInput = z.iso
  .datetime({
    offset: true,
    error: ({ input }) => (input === undefined ? 'required' : 'invalid'),
  })
  .transform((text) => Date.parse(text))
  .openapi({ type: 'string', format: 'date-time', example: '2026-03-02T15:04:05Z' });

/** A day in New York, of this century. */
export const dateInput = z.iso
  .date('invalid')
  .refine((day) => day.startsWith('20'), 'invalid')
  .openapi({ format: 'date', example: '2026-03-02' });

export const uuid = z.uuid().openapi({ example: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10' });

/** In either case; lower case when it is read. */
export const uuidInput = z
  .string({ error: 'required' })
  .toLowerCase()
  .pipe(z.uuid('invalid'))
  .openapi({ type: 'string', format: 'uuid', example: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10' });

/** No id has a NUL, and PostgreSQL takes none. */
export const idText = z.string().transform((text) => text.replaceAll('\0', ''));

/** An id in an address: one that is not known is 404, whatever it looks like. */
export const pathId = idText.openapi({ type: 'string', format: 'uuid' });

const printable = /^\P{Cc}*$/u;

/** Text without control characters that is not blank. */
export function line(maxLength: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid') })
    .regex(/\S/, { error: 'required', abort: true })
    .max(maxLength, 'too_long')
    .regex(printable, 'invalid_characters');
}

export const orderId = line(64).openapi({ example: '1001' });

/** A merchant's user at the lender, as its entry names them. */
export const userId = line(maxUserIdLength).openapi({ example: 'hillside-rep-2' });

export const offerCode = line(32).openapi({ example: 'SPRING-24' });

/** What the consumer reads of a charge. */
export const description = line(140).openapi({ example: 'Heat pump, installed' });

export const locale = z.enum(locales, 'not_an_option');

const maxUrlLength = 2048;

/** An absolute http or https address; whether its origin is the merchant's is checked later. */
export const webAddress = z
  .string({ error: 'required' })
  .min(1, { error: 'required', abort: true })
  .max(maxUrlLength, 'too_long')
  .refine(isWebAddress, 'invalid')
  .openapi({ format: 'uri', example: 'https://shop.example/pay' });

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** An optional field of a body: `null` counts as absent. A schema with a `type` of its own has to say so. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value: z.input<Schema> | null | undefined) => value ?? undefined,
    schema.optional(),
  );
}

const maxKeyLength = 255;

const key = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(maxKeyLength, 'too_long');

/** An empty key is refused: whoever sends it wants to be protected from repeats. */
export const keyHeader = z.object({ 'idempotency-key': key.optional() });

/** For calls that move money: without a key a repeat would move it twice. */
export const requiredKeyHeader = z.object({ 'idempotency-key': key });

const defaultLimit = 25;
const maxLimit = 100;

/** The same for every list: `starting_after` is the id of the last row of the page before. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'invalid', abort: true })
    .transform(Number)
    .pipe(z.number().min(1, 'invalid').max(maxLimit, 'invalid'))
    .optional()
    .transform((limit = defaultLimit) => limit)
    .openapi({ type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit }),
  starting_after: idText.optional().openapi({ type: 'string' }),
};

/** What a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  readonly starting_after?: string | undefined;
}
