import type { Kysely, KyselyPlugin } from 'kysely';
import type { LendingContext } from '../../server/lending/context.ts';
import type { MessageKind } from '../../server/lending/domain/messages/message-kinds.ts';
import type { ConsentEventRow } from '../../server/lending/store/schema/evidence.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { openText, type SealedColumn } from '../../server/lending/store/sealed-texts.ts';
import type { FieldSealer } from '../../server/platform/crypto/sealed-fields.ts';

type Row = Record<string, unknown>;

/** What is stored, with its sealed texts open; a row tells its table by its columns. */
export function storedRows({
  database,
  sealer,
}: Pick<LendingContext, 'database' | 'sealer'>): Kysely<LendingSchema> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => opened(sealer, row)),
    }),
  };
  return database.query.withPlugin(plugin);
}

/** The messages of a kind to an e-mail address or a telephone number. */
export function messagesTo(
  context: Pick<LendingContext, 'database' | 'sealer'>,
  recipient: string,
  kind: MessageKind,
) {
  return storedRows(context)
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .execute();
}

function opened(sealer: FieldSealer, row: Row): Row {
  const open = (column: SealedColumn, id: unknown) => {
    const name = column.split('|')[1] ?? '';
    const stored = row[name];
    if (typeof stored !== 'string') return {};
    const place = { sponsor_id: String(row.sponsor_id), id: String(id) };
    return { [name]: openText(sealer, column, place, stored) };
  };
  if ('recipient' in row) {
    return { ...row, ...open('messages|text', row.id), ...open('messages|links', row.id) };
  }
  if ('recipient_sealed' in row) return { ...row, ...open('letters|content', row.id) };
  if ('content' in row) return { ...row, ...open('documents|content', row.id) };
  if ('applicant_sealed' in row) {
    return {
      ...row,
      ...open('applications|decline_reasons', row.id),
      ...open('applications|purchase_description', row.id),
    };
  }
  if ('ip_address' in row)
    return { ...row, ...open('consent_events|ip_address', row.application_id) };
  return row;
}

/** The address that a consent came from. */
export function addressOf(
  { sealer }: Pick<LendingContext, 'sealer'>,
  event: Pick<ConsentEventRow, 'sponsor_id' | 'application_id' | 'ip_address'> | undefined,
): string | undefined {
  if (!event) return undefined;
  const place = { sponsor_id: event.sponsor_id, id: event.application_id };
  return openText(sealer, 'consent_events|ip_address', place, event.ip_address ?? '');
}
