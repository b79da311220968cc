import type { Selectable } from 'kysely';

export interface IdempotencyKeyTable {
  sponsor_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** JSON; null while the first call is still in progress. */
  response: string | null;
  created_at: number;
}

export interface CounterTable {
  name: string;
  value: number;
}

/** What a sponsor sends that is taken without being right; one row however often it was sent. */
export interface LintFindingTable {
  sponsor_id: string;
  /** Method and path, as routed. */
  operation: string;
  kind: 'unknown_field' | 'fee_split';
  field: string;
  /** Of the last time. */
  detail: string | null;
  count: number;
  first_at: number;
  last_at: number;
}

export type LintFindingRow = Selectable<LintFindingTable>;

/** How often the sandbox's receiver was called by a name. */
export interface ReceiverCallTable {
  name: string;
  calls: number;
  /** Of all calls, which one was the last by this name: the order of age. */
  last_call: number;
}

export interface SandboxSponsorTable {
  sponsor_id: string;
  clock_offset_ms: number;
  /** 1 while callbacks are held back. */
  deliveries_held: number;
}
