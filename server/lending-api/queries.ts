import { z } from '@hono/zod-openapi';
import { optional, optionalWithDefault } from './optional.ts';
import { dateInput, usDateInput } from './times.ts';

function count(min: number, max: number) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, 'Send a whole number.')
    .transform(Number)
    .refine((value) => value >= min && value <= max, { message: `Send ${min} to ${max}.` })
    .openapi({ type: 'integer', minimum: min, maximum: max });
}

/** `page` from 1; `page_size` 25 when absent, at most 100. */
export const pageQuery = {
  page: optionalWithDefault(count(1, 999_999_999), 1),
  page_size: optionalWithDefault(count(1, 100), 25),
};

/** `begin_date` and `end_date`, `YYYY-MM-DD`, inclusive: days of `request_datetime` as it is shown. */
export const dateRangeQuery = {
  begin_date: optional(dateInput),
  end_date: optional(dateInput),
};

/** The same of `request_date`, for all-transactions: `MM/DD/YYYY`; it comes out as `YYYY-MM-DD`. */
export const usDateRangeQuery = {
  begin_date: optional(usDateInput),
  end_date: optional(usDateInput),
};

/** Case-insensitive text to look for. */
export const searchQuery = { search: optional(z.string().trim().max(100)) };

/** A field to order a list by. */
export interface Ordering<Field extends string> {
  field: Field;
  direction: 'asc' | 'desc';
}

/** `ordering`: one of the fields, with `-` before it for descending. */
export function orderingQuery<Field extends string>(fields: readonly Field[]) {
  const names = fields.flatMap((field) => [field, `-${field}`] as const);
  const ordering = z
    .enum(names, { error: `Send one of ${fields.join(', ')}, with - before it for descending.` })
    .transform(
      (name): Ordering<Field> =>
        name.startsWith('-')
          ? { field: name.slice(1) as Field, direction: 'desc' }
          : { field: name as Field, direction: 'asc' },
    )
    .openapi({ type: 'string', enum: names });
  return { ordering: optional(ordering) };
}
