import type { Migration } from 'kysely/migration';

/** A table for tests of the database itself. */
export interface LettersSchema {
  letters: { id: string; text: string };
}

export const createLetters: Migration = {
  up: (db) =>
    db.schema
      .createTable('letters')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute(),
};
