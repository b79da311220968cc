import { z } from 'zod';
import { platformId } from '../../../lending-api/identifiers.ts';
import { timestamp } from '../../../lending-api/times.ts';
import { advanceBody } from '../routes/clock.ts';
import { eventFilter, releaseBody } from '../routes/events.ts';
import { inboundBody, messageFilter } from '../routes/messages.ts';
import { type Control, control, silentControl } from './control.ts';

const clock = z.object({ now: timestamp });

const message = z.object({
  id: platformId,
  external_application_id: z.string().nullable(),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  created: timestamp,
});

const event = z.object({
  event_id: platformId,
  event_type: z.string(),
  target_url: z.string(),
  payload: z.looseObject({}),
  status: z.enum(['Queued', 'Delivered', 'Retrying', 'Exhausted']),
  attempts: z.array(
    z.object({
      at: timestamp,
      status_code: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: timestamp.nullable(),
});

const finding = z.object({
  operation: z.string(),
  kind: z.enum(['unknown_field', 'fee_split']),
  field: z.string(),
  detail: z.string().nullable(),
  count: z.int(),
  first_at: timestamp,
  last_at: timestamp,
});

const received = z.object({
  understood_as: z.enum(['stop', 'help']).nullable(),
  revoked: z.int(),
});

/** Time, messages, callbacks, and all of it anew. */
export const recordControls: readonly Control[] = [
  control({ method: 'GET', path: '/clock', effect: "the sponsor's time" }, clock),
  control(
    {
      method: 'POST',
      path: '/clock/advance',
      effect:
        'moves it on; deadlines that are due by then have passed before the answer. Other processes on one PostgreSQL follow within a second',
      body: { schema: advanceBody, example: { seconds: 3600 } },
    },
    clock,
  ),
  control(
    {
      method: 'GET',
      path: '/messages',
      effect: 'SMS and e-mails as they would be sent, the newest first, with their links',
      query: messageFilter,
    },
    z.array(message),
  ),
  control(
    {
      method: 'POST',
      path: '/messages/inbound',
      effect:
        'a reply to an SMS: STOP, STOPALL, UNSUBSCRIBE, REVOKE, OPT OUT, REMOVE ME, PARAR or PARE anywhere in it ends them, and so do END, QUIT, CANCEL, ALTO, BAJA, CANCELAR or NO MÁS alone or beside words such as please; HELP or AYUDA alone is answered',
      body: { schema: inboundBody, example: { from: '+16145550123', text: 'STOP' } },
    },
    received,
  ),
  control(
    {
      method: 'GET',
      path: '/events',
      effect: 'callbacks with every attempt to deliver them, the oldest first',
      query: eventFilter,
    },
    z.array(event),
  ),
  silentControl(
    { method: 'POST', path: '/events/{event_id}/resend', effect: 'delivers a callback again' },
    202,
  ),
  control(
    { method: 'POST', path: '/events/hold', effect: 'lets callbacks wait from now on' },
    z.object({}),
  ),
  control(
    {
      method: 'POST',
      path: '/events/release',
      effect: 'delivers what waits, in this order and so many times each',
      body: { schema: releaseBody, example: { order: 'newest_first', copies: 2 } },
    },
    z.object({ released: z.int() }),
  ),
  control(
    {
      method: 'GET',
      path: '/lint',
      effect:
        "fields that were sent and ignored, and fee splits that are not the product's, the newest first",
    },
    z.array(finding),
  ),
  silentControl(
    {
      method: 'POST',
      path: '/reset',
      effect:
        "deletes the sponsor's records, returns its clock to real time, makes the demo merchant anew",
    },
    204,
  ),
];
