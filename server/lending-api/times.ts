import { z } from '@hono/zod-openapi';

/** RFC 3339, UTC, whole seconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .openapi({ format: 'date-time', example: '2026-03-02T15:04:05Z' });

// Made once: making a schema takes far longer than checking by it.
const anyOffset = z.iso.datetime({ offset: true });
const calendarDate = z.iso.date();

/** A time as a client reports it: RFC 3339 with any offset and fraction. */
export const timestampInput = z
  .string()
  .trim()
  .max(40)
  .refine((text) => anyOffset.safeParse(text).success, {
    message: 'Send a time such as 2026-03-02T15:04:05Z.',
  })
  .openapi({ format: 'date-time', example: '2026-03-02T15:04:05Z' });

/** A calendar date, `YYYY-MM-DD`. */
export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .openapi({ format: 'date', example: '2026-03-02' });

/** A date as it is sent: `YYYY-MM-DD` that exists in the calendar. */
export const dateInput = z
  .string()
  .trim()
  .refine(isCalendarDate, { message: 'Send a date such as 2026-03-02.' })
  .openapi({ format: 'date', example: '2026-03-02' });

const usDate = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** All-transactions writes its dates `MM/DD/YYYY`; it comes out as `YYYY-MM-DD`. */
export const usDateInput = z
  .string()
  .trim()
  .regex(usDate, 'Send a date such as 03/02/2026.')
  .transform((text) => text.replace(usDate, '$3-$1-$2'))
  .refine(isCalendarDate, { message: 'Send a date such as 03/02/2026.' })
  .openapi({ type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$', example: '03/02/2026' });

function isCalendarDate(text: string): boolean {
  return calendarDate.safeParse(text).success && Number(text.slice(0, 4)) >= 1900;
}
