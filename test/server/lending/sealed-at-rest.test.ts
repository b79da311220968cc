import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { deliverMessage } from '../../../server/lending/operations/deliver-message.ts';
import type { DocumentRow } from '../../../server/lending/store/schema/evidence.ts';
import type { LendingSchema } from '../../../server/lending/store/schema.ts';
import { isSealed, openText } from '../../../server/lending/store/sealed-texts.ts';
import { sha256Hex } from '../../../server/platform/crypto/digest.ts';
import { classesOf, lendingColumns } from '../../docs/column-classes.ts';
import { ByteScanner } from '../../helpers/byte-scanner.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../helpers/soft-pull.ts';
import { Consumer } from './pages/consumer.ts';

/** What must not be read by whoever has the database alone, as it was said to the consumer. */
const secrets = {
  score: 'Your credit score: 560',
  'score of a notice': '780',
  reason: 'Delinquent past or present credit obligations with others',
  'reason’s code': 'SCORE_LOW',
  'one-time code': '123456',
  'link to a page': 'localhost:8788/terms/',
  'address of a consent': '203.0.113.77',
  'address of a page': '127.0.0.1',
  'description of a purchase': 'a stair lift after surgery',
} as const;

let lending: TestLending;
let said: string;
/** Sealed texts of which nothing is unknown but the score, or the score and the reasons. */
let guessable: [name: string, text: string][];
let stored: Buffer;
before(async () => {
  lending = await startTestLending();
  await lending.stop();
  const declined = aSoftPull({
    external_application_id: 'declined',
    email: 'declined@example.test',
    ssn: '900-10-0101',
    consent_ip_address: secrets['address of a consent'],
    purchase_description: secrets['description of a purchase'],
  });
  assert.equal((await lending.call('POST', softPullPath, { body: declined })).status, 200);
  const asked = await Consumer.choosing(lending, { ssn: '900-10-0005' });
  await asked.accept();
  const accepted = await Consumer.choosing(lending, { ssn: '900-10-0001' });
  await accepted.accept();
  const messages = await lending.call('GET', '/sandbox/v1/messages');
  const documents = await accepted.documents();
  said = `${await messages.text()}\n${documents.map(({ content }) => content).join('\n')}`;
  guessable = [...scoresOf(documents), ...(await notices())];
  stored = Buffer.from(await everyRow());
});
after(() => lending.close());

/** Every row of every table but those of the migrations, a line each. */
async function everyRow(): Promise<string> {
  const { query } = lending.context.database;
  const tables = await query.introspection.getTables();
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(query);
    lines.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`));
  }
  return lines.join('\n');
}

function scoresOf(documents: readonly DocumentRow[]): [string, string][] {
  const found = documents.filter(({ type }) => type === 'credit_score_disclosure_h4');
  return found.map(({ type, content }) => [type, content]);
}

/** Each delivered, which leaves its evidence. */
async function notices(): Promise<[string, string][]> {
  const { database, sealer } = lending.context;
  const rows = await database.query
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'adverse_action')
    .execute();
  for (const { id: key, sponsor_id: scope } of rows) {
    await deliverMessage(lending.context, { key, scope });
  }
  return rows.map((row) => [row.kind, openText(sealer, 'messages|text', row, row.text)]);
}

/** The values of a row that stand in words, so that no digest or id holds a number by chance. */
function isFound(haystack: Buffer, secret: string): boolean {
  const scanner = new ByteScanner([{ bytes: Buffer.from(secret) }]);
  return scanner.find(haystack).length > 0;
}

describe('what the lending service stores', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    it(`shows nobody without the key a ${name} [asvs:sealed-at-rest]`, () => {
      const pattern = secret.length < 7 ? ` ${secret}` : secret;
      assert.ok(!isFound(stored, pattern), whereIs(pattern));
    });
  }

  it('is sealed in every column of that class [asvs:sealed-columns]', () => {
    const sealed = new Map(classesOf(lendingColumns)).entries();
    const columns = new Set(
      [...sealed].filter(([, each]) => each === 'sealed').map(([name]) => name),
    );
    const values = stored
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [, table = '', row = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
        const fields = Object.entries(JSON.parse(row) as Record<string, unknown>);
        return fields.map(([column, value]) => ({ column: `${table}.${column}`, value }));
      })
      .filter(({ column, value }) => columns.has(column) && value !== null && value !== '[]');
    // Behind the three parts of a root key stands its mark.
    const sealedPart = (value: unknown) => String(value).split('.', 3).join('.');
    const clear = values.filter(({ value }) => !isSealed(sealedPart(value)));
    assert.deepEqual(clear, []);
    assert.ok(new Set(values.map(({ column }) => column)).size >= 6);
  });

  it('has no digest by which a text that can be guessed is tried out', () => {
    assert.equal(guessable.length, 2);
    for (const [name, text] of guessable) {
      assert.ok(!isFound(stored, sha256Hex(text)), `${name}: ${whereIs(sha256Hex(text))}`);
    }
    assert.ok(isFound(stored, '"consent_type":"aan_delivery"'));
  });

  it('is what consumers were told', () => {
    for (const name of ['score', 'reason', 'one-time code', 'score of a notice'] as const) {
      assert.ok(said.includes(secrets[name]), name);
    }
  });

  it('holds the rows that were looked through', () => {
    for (const table of [
      'messages',
      'documents',
      'consent_events',
      'applications',
    ] satisfies (keyof LendingSchema)[]) {
      assert.ok(stored.includes(`${table}: {`), table);
    }
  });
});

function whereIs(secret: string): string {
  const lines = stored.toString().split('\n');
  return lines.find((line) => line.includes(secret))?.slice(0, 400) ?? '';
}
