import type { Selectable } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';

/** A disclosure exactly as it was shown. */
export interface DocumentTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /** Order on the page, from 1. */
  position: number;
  type: string;
  version: string;
  locale: Locale;
  sha256: string;
  content: string;
  created_at: number;
}

export type DocumentRow = Selectable<DocumentTable>;

/** What a row of the evidence refers to by its digest, word for word. */
export interface EvidenceRecordTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /** The consent_type, with what of it this is: `_facts`, as canonical JSON, or `_page`, as HTML. */
  type: string;
  sha256: string;
  content: string;
  created_at: number;
}

/** Append-only evidence; each row carries the hash of the one before it in its chain. */
export interface ConsentEventTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /** The person_index of its application. */
  subject_hash: string;
  position: number;
  consent_type: string;
  text_id: string | null;
  text_version: string | null;
  text_sha256: string | null;
  locale: string;
  action: string;
  accepted_at: number;
  client_reported_at: string | null;
  ip_address: string | null;
  user_agent: string | null;
  session_id: string | null;
  /** Of the page on which it was given; null when a sponsor reported it. */
  origin: string | null;
  widget_version: string | null;
  /** JSON array. */
  document_sha256: string;
  collected_by: 'hosted' | 'bff' | 'sponsor_api';
  prev_hash: string;
  row_hash: string;
}

export type ConsentEventRow = Selectable<ConsentEventTable>;

/** A telephone number to which no text message may go on a merchant's word. */
export interface StoppedNumberTable {
  sponsor_id: string;
  phone: string;
  /** Of the last STOP. */
  stopped_at: number;
}

/** The last row of a chain: it shows when rows at the chain's end were removed. */
export interface EvidenceHeadTable {
  application_id: string;
  sponsor_id: string;
  position: number;
  row_hash: string;
  /** By the service's key; empty while what the migration made is not sealed. */
  mac: string;
}

export type EvidenceHeadRow = Selectable<EvidenceHeadTable>;

/** Where a chain ended that was deleted when its time was over; what comes after goes on from it. */
export interface EvidenceEndTable extends EvidenceHeadTable {
  ended_at: number;
}

export type EvidenceEndRow = Selectable<EvidenceEndTable>;

/** What the heads of all chains of one slot come to: it shows when any of them was put back. */
export interface EvidenceTotalTable {
  /** From 0; a chain's slot comes from its id. */
  slot: number;
  chains: number;
  /** The sum of the heads' positions. */
  events: number;
  /** How often the row was written: an earlier state of the database has fewer. */
  changes: number;
  /** 64 hex digits: the sum, modulo 2^256, of a keyed digest of each head. */
  hash: string;
  /** By the service's key; empty from the migration until the service's next start. */
  mac: string;
}

export type EvidenceTotalRow = Selectable<EvidenceTotalTable>;
