import type { MessageKind } from '../../server/lending/domain/messages/message-kinds.ts';
import type { TestLending } from './lending.ts';
import { storedRows } from './stored-rows.ts';

/** What the service has stored of one application, known by the sponsor's id. */
export class StoredApplication {
  readonly externalId: string;
  protected readonly lending: TestLending;

  constructor(lending: TestLending, externalId: string) {
    this.lending = lending;
    this.externalId = externalId;
  }

  application() {
    return storedRows(this.lending.context)
      .selectFrom('applications')
      .selectAll()
      .where('external_application_id', '=', this.externalId)
      .executeTakeFirstOrThrow();
  }

  /** The bodies of its callbacks, the oldest first. */
  async callbacks(): Promise<Record<string, unknown>[]> {
    const { id } = await this.application();
    const rows = await storedRows(this.lending.context)
      .selectFrom('events')
      .select('payload')
      .where('application_id', '=', id)
      .orderBy('created_at')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload));
  }

  async messages(kind: MessageKind) {
    const { id } = await this.application();
    return storedRows(this.lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', id)
      .where('kind', '=', kind)
      .execute();
  }

  async letters() {
    const { id } = await this.application();
    return storedRows(this.lending.context)
      .selectFrom('letters')
      .selectAll()
      .where('application_id', '=', id)
      .execute();
  }

  /** Its evidence in order, or that of one type alone. */
  async consents(type?: string) {
    const { id } = await this.application();
    return this.lending.context.database.query
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', id)
      .$if(type !== undefined, (rows) => rows.where('consent_type', '=', type ?? ''))
      .orderBy('position')
      .execute();
  }
}
