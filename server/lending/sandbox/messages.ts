import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { phone } from '../../lending-api/contact.ts';
import { platformId } from '../../lending-api/identifiers.ts';
import { timestamp as timestampSchema } from '../../lending-api/times.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import { receiveSms } from '../operations/preferences/stop-sms.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { listMessages } from '../store/messages.ts';

const messageFilter = z.object({
  to: z.string().optional(),
  external_application_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

const message = z.object({
  id: platformId,
  external_application_id: z.string().nullable(),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  created: timestampSchema,
});

const listMessagesRoute = createRoute({
  method: 'get',
  path: '/sandbox/v1/messages',
  operationId: 'get_messages',
  summary: 'Messages',
  description: 'SMS and e-mails as they would be sent, the newest first, with their links.',
  tags: ['messages'],
  ...secured,
  request: { query: messageFilter },
  responses: { 200: answer('The messages.', z.array(message)), ...refusals() },
});

const inboundBody = z.object({ from: phone, text: z.string().max(1_600) });

const received = z.object({
  understood_as: z.enum(['stop', 'help']).nullable(),
  revoked: z.int(),
});

const receiveSmsRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/messages/inbound',
  operationId: 'post_messages_inbound',
  summary: 'Messages: inbound',
  description:
    'A reply to an SMS. Words such as STOP, STOPALL, UNSUBSCRIBE, REVOKE, OPT OUT, REMOVE ME, DO NOT TEXT ME, PARAR or PARE anywhere in it end them. Words such as END, QUIT, CANCEL, REMOVE, ALTO, BAJA, CANCELAR, DETENER or NO MÁS end them alone, or beside words such as please. HELP or AYUDA alone is answered.',
  tags: ['messages'],
  ...secured,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: inboundBody,
          example: { from: '+16145550123', text: 'STOP' },
        },
      },
    },
  },
  responses: { 200: answer('What it was taken for.', received), ...refusals(413, 415) },
});

/** What is sent to consumers and merchants, and what a consumer replies. */
export function registerMessages(app: LendingApp, context: LendingContext): void {
  app.openapi(listMessagesRoute, async (c) => {
    const { to, external_application_id, limit } = c.req.valid('query');
    const messages = await listMessages(context.database.query, context.sealer, {
      sponsorId: c.get('sponsor').id,
      to,
      externalApplicationId: external_application_id,
      limit,
    });
    return c.json(
      messages.map((message) => ({
        id: message.id,
        external_application_id: message.external_application_id,
        channel: message.channel,
        to: message.recipient,
        subject: message.subject,
        text: message.text,
        links: JSON.parse(message.links) as string[],
        created: timestamp(message.created_at),
      })),
      200,
    );
  });
  app.openapi(receiveSmsRoute, async (c) => {
    const reply = c.req.valid('json');
    return c.json(await receiveSms(context, c.get('sponsor').id, reply), 200);
  });
}
