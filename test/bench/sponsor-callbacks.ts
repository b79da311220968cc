import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Sponsor } from '../../server/lending/context.ts';
import { type EventBody, recordEvent } from '../../server/lending/operations/callbacks.ts';
import { createSandboxProviders } from '../../server/lending/providers/sandbox-providers.ts';
import { createLendingService, type LendingService } from '../../server/lending/service.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { createLogger } from '../../server/platform/logging.ts';
import { makeStorage } from '../helpers/storage.ts';
import {
  type AddressOf,
  deadShare,
  eventsASecond,
  kindOf,
  receivers,
  type Sender,
  sendToAll,
  slowShare,
} from './deliveries/send-to-all.ts';
import type { Part } from './part.ts';

const password = 'bench';
/** More than any pause between the tries of the time that a run takes. */
const movedSeconds = 3_600;

/** The lending service's, to sponsors of which each has a receiver of its own. */
export function sponsorCallbacks(events: number): Part {
  return {
    name: 'sponsor-callbacks',
    title: `${events} callbacks, ${deadShare} % of sponsors dead, ${slowShare} % slow (SQLite)`,
    run: () => sendToAll((addressOf) => startSponsors(events, addressOf)),
  };
}

async function startSponsors(events: number, addressOf: AddressOf): Promise<Sender> {
  const storage = await makeStorage();
  const database = await openDatabase<LendingSchema>({
    file: join(storage.folder, 'lending.db'),
    url: storage.databaseUrl,
    schemaName: 'lending',
    migrations: lendingMigrations,
  });
  const service = await aService(database);
  await service.start();
  return {
    turns: events,
    turnsASecond: eventsASecond,
    cause: async (turn) => {
      const receiver = turn % receivers;
      const cause = {
        sponsor_id: idOf(receiver),
        application_id: null,
        merchant_id: null,
        target_url: addressOf(receiver),
      };
      await database.transaction((tx) => recordEvent(service.context, tx, cause, aDecision()));
    },
    pending: () => pendingIn(database),
    sendAgain: () => passPauses(service, database),
    events: () => eventsIn(database),
    stop: async () => {
      await service.stop();
      await database.close();
      await storage.remove();
    },
  };
}

function aService(database: Database<LendingSchema>): Promise<LendingService> {
  return createLendingService({
    config: {
      environment: 'sandbox',
      publicUrl: 'http://localhost:8788',
      sponsors: Array.from({ length: receivers }, (_, index) => aSponsor(index)),
      callbackAllowedHosts: ['127.0.0.1'],
      trustedProxies: noProxies,
      loanTerms: { hardInquiryOnAccept: false, finalChargeClosesWindow: true },
      texts: sampleTexts,
    },
    database,
    clock: systemClock,
    encryptionKey: new Uint8Array(32).fill(7),
    sandboxSeed: null,
    log: createLogger({ level: 'silent' }),
    providers: createSandboxProviders(),
  });
}

function aSponsor(index: number): Sponsor {
  const id = idOf(index);
  return {
    id,
    name: id,
    passwordSha256: sha256Hex(password),
    features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
    callback: { username: id, password },
  };
}

function idOf(index: number): string {
  return `sponsor-${index}`;
}

function receiverOf(sponsorId: string): number {
  return Number(sponsorId.slice(idOf(0).length - 1));
}

function aDecision(): EventBody {
  const consumer_application_id = randomUUID();
  return {
    event_type: 'consumer_application_complete',
    external_application_id: '1001',
    loan_id: '100001',
    consumer_application_id,
    consumer_application_human_readable_id: 'A-1001',
    request_user_id: 'rep-1',
    application_path: 'soft_pull',
    stage: 'decision',
    decision: 'approved',
    application_status: 'Approved: Offers Available',
    approved_amount: '8400.00',
    credit_limit: null,
    product_name: null,
    apr: null,
    term_months: null,
    offer_uuid: null,
    purchase_window_end_date: null,
  };
}

async function pendingIn(database: Database<LendingSchema>) {
  const rows = await database.query
    .selectFrom('events')
    .select(['sponsor_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', 'in', ['Queued', 'Retrying'])
    .groupBy('sponsor_id')
    .execute();
  return rows.map((row) => ({ receiver: receiverOf(row.sponsor_id), count: Number(row.count) }));
}

/** Moves the time of the dead sponsors on: nothing sends a callback again but the service itself. */
async function passPauses(
  { app }: LendingService,
  database: Database<LendingSchema>,
): Promise<number> {
  const owed = (await pendingIn(database)).filter(({ receiver }) => kindOf(receiver) === 'dead');
  for (const { receiver } of owed) {
    const authorization = basicAuthHeader({ username: idOf(receiver), password });
    const answer = await app.request('/sandbox/v1/clock/advance', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ seconds: movedSeconds }),
    });
    assert.equal(answer.status, 200);
  }
  return owed.reduce((sum, { count }) => sum + count, 0);
}

async function eventsIn(database: Database<LendingSchema>) {
  const rows = await database.query
    .selectFrom('events')
    .select(['id', 'sponsor_id', 'created_at'])
    .execute();
  return rows.map(({ id, sponsor_id, created_at }) => ({
    id,
    receiver: receiverOf(sponsor_id),
    createdAt: created_at,
  }));
}
