import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

export async function createOutboxes(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'messages',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text?',
      merchant_id: 'text?',
      kind: 'text',
      channel: 'text',
      recipient: 'text',
      subject: 'text',
      text: 'text',
      links: 'text',
      status: 'text',
      created_at: 'integer',
      sent_at: 'integer?',
    },
    { primaryKey: ['id'], indexes: [['sponsor_id', 'created_at'], ['application_id']] },
  );
  await createTable(
    db,
    'notices',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text',
      kind: 'text',
      status: 'text',
      message_id: 'text',
      text_id: 'text',
      text_version: 'text',
      created_at: 'integer',
      deadline_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['application_id']] },
  );
  await createTable(
    db,
    'events',
    {
      id: 'text',
      sponsor_id: 'text',
      application_id: 'text?',
      merchant_id: 'text?',
      event_type: 'text',
      target_url: 'text',
      payload: 'text',
      status: 'text',
      held: 'integer',
      next_attempt_at: 'integer?',
      created_at: 'integer',
    },
    { primaryKey: ['id'], indexes: [['sponsor_id', 'created_at'], ['application_id']] },
  );
  await createTable(
    db,
    'event_attempts',
    {
      event_id: 'text',
      position: 'integer',
      sponsor_id: 'text',
      at: 'integer',
      status_code: 'integer?',
      error: 'text?',
      reply: 'text?',
    },
    { primaryKey: ['event_id', 'position'] },
  );
}
