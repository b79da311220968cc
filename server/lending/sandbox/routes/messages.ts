import { z } from 'zod';
import { phone } from '../../../lending-api/contact.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { receiveSms } from '../../operations/preferences/stop-sms.ts';
import { listMessages } from '../../store/messages.ts';
import type { RegisterControls } from './register-controls.ts';
import { readBody, readQuery } from './read-body.ts';

export const messageFilter = z.object({
  to: z.string().optional(),
  external_application_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const inboundBody = z.object({ from: phone, text: z.string().max(1_600) });

export const registerMessages: RegisterControls = (app, { context }) => {
  app.post('/sandbox/v1/messages/inbound', async (c) => {
    const reply = await readBody(c, inboundBody);
    return c.json(await receiveSms(context, c.get('sponsor').id, reply));
  });
  app.get('/sandbox/v1/messages', async (c) => {
    const { to, external_application_id, limit } = readQuery(c, messageFilter);
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
    );
  });
};
