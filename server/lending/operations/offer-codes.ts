import type { Transaction } from 'kysely';
import type {
  CreateOfferCodeRequest,
  DeactivateOfferCodeRequest,
  OfferCode,
  OfferCodePath,
} from '../../lending-api/offer-codes.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { Connection } from '../../platform/database/database.ts';
import { formatCents, parseCents } from '../../platform/money.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { orNull, timestamp } from '../domain/formats.ts';
import { defaultRateSheet } from '../domain/offers/default-rate-sheet.ts';
import { isAvailableOn, isUsableOn, type OfferCodeTerms } from '../domain/offers/product.ts';
import { LendingError } from '../errors.ts';
import { findMerchant, lockMerchant } from '../store/merchants.ts';
import {
  deleteOfferCode,
  findOfferCode,
  findOfferCodeByName,
  insertOfferCode,
  listOfferCodes,
} from '../store/offer-codes.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MerchantRow, OfferCodeRow } from '../store/schema/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';

type FieldErrors = Record<string, string[]>;

/**
 * Makes an offer code of a merchant (server/lending/DECISIONS.md, Products and offer codes).
 * @throws LendingError `not_found` for the merchant, `invalid` for the products, the amounts, or a
 * name that a code has had, be it deleted
 */
export async function createOfferCode(
  context: LendingContext,
  sponsor: Sponsor,
  merchantUuid: string,
  request: CreateOfferCodeRequest,
): Promise<OfferCode> {
  const now = context.clock.now(sponsor.id);
  return context.database.transaction(async (tx) => {
    const { id } = await merchantOfPath(tx, sponsor, merchantUuid);
    refuse({ ...wrongProducts(request, now), ...wrongAmounts(request) });
    const merchant = await lockMerchant(tx, context.database, sponsor.id, id);
    const code = await insertOfferCode(tx, {
      ...columnsOf(request, now),
      sponsor_id: sponsor.id,
      merchant_id: merchant.id,
    });
    if (code) return toOfferCode(code);
    throw invalid({ offer_code_name: ['The merchant has had an offer code of this name.'] });
  });
}

function columnsOf(request: CreateOfferCodeRequest, now: number) {
  return {
    offer_code_name: request.offer_code_name,
    description: request.description ?? null,
    product_ids: JSON.stringify([...new Set(request.product_ids)]),
    min_amount_cents: centsOf(request.min_amount),
    max_amount_cents: centsOf(request.max_amount),
    start_date: request.start_date ?? null,
    end_date: request.end_date ?? null,
    is_deleted: 0,
    created_at: now,
    modified_at: now,
  } satisfies Partial<OfferCodeRow>;
}

function centsOf(amount: string | undefined): number | null {
  return amount === undefined ? null : parseCents(amount);
}

function wrongProducts({ product_ids }: CreateOfferCodeRequest, now: number): FieldErrors {
  const available = new Set(
    defaultRateSheet
      .filter((product) => isAvailableOn(product, easternDate(now)))
      .map(({ product_id }) => product_id),
  );
  const isKnown = product_ids.every((id) => available.has(id));
  return isKnown ? {} : { product_ids: ['Only available products can be offered.'] };
}

function wrongAmounts({ min_amount, max_amount }: CreateOfferCodeRequest): FieldErrors {
  const isRange = (centsOf(min_amount) ?? 0) <= (centsOf(max_amount) ?? Number.MAX_SAFE_INTEGER);
  return isRange ? {} : { max_amount: ['Must be at least min_amount.'] };
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function invalid(errors: FieldErrors): LendingError {
  return new LendingError('invalid', 'Some fields are not valid.', { errors });
}

/**
 * Deletes an offer code for good; invitations made under it keep what it promised.
 * @throws LendingError `not_found`, and `invalid` for a field that was sent with another value than
 * it has
 */
export function deactivateOfferCode(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  path: OfferCodePath,
  { is_deleted: _asked, modified: _changes, ...sent }: DeactivateOfferCodeRequest,
): Promise<OfferCode> {
  return database.transaction(async (tx) => {
    const code = await offerCodeOfPath(tx, sponsor, path);
    requireUnchanged(sent, toOfferCode(code));
    await deleteOfferCode(tx, code, clock.now(sponsor.id));
    return toOfferCode(await offerCodeOfPath(tx, sponsor, path));
  });
}

type Unchanging = Omit<DeactivateOfferCodeRequest, 'is_deleted' | 'modified'>;

function requireUnchanged(sent: Unchanging, record: OfferCode): void {
  const names = Object.keys(sent) as (keyof Unchanging)[];
  const changed = names.filter((name) => {
    const value = sent[name];
    return value !== undefined && comparable(value) !== comparable(record[name]);
  });
  if (changed.length === 0) return;
  throw new LendingError('invalid', 'Nothing but is_deleted can be changed.', {
    errors: Object.fromEntries(changed.map((name) => [name, ['This field cannot be changed.']])),
  });
}

/** The order of products says nothing. */
function comparable(value: Unchanging[keyof Unchanging] | null): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort().join() : value;
}

/** The merchant's offer codes, deleted ones too, in the order in which they were made. */
export async function listMerchantOfferCodes(
  { database }: LendingContext,
  sponsor: Sponsor,
  merchantUuid: string,
): Promise<OfferCode[]> {
  const merchant = await merchantOfPath(database.query, sponsor, merchantUuid);
  const owner = { sponsor_id: sponsor.id, merchant_id: merchant.id };
  return (await listOfferCodes(database.query, owner)).map(toOfferCode);
}

export async function retrieveOfferCode(
  { database }: LendingContext,
  sponsor: Sponsor,
  path: OfferCodePath,
): Promise<OfferCode> {
  return toOfferCode(await offerCodeOfPath(database.query, sponsor, path));
}

/** The merchant of a path. @throws LendingError `not_found`, for another sponsor's too */
async function merchantOfPath(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  merchantUuid: string,
): Promise<MerchantRow> {
  const merchant = await findMerchant(connection, sponsor.id, merchantUuid);
  if (merchant) return merchant;
  throw new LendingError('not_found', 'Not found.');
}

const offerCodeId = /^[1-9]\d{0,8}$/;

/** The offer code of a path. @throws LendingError `not_found` */
async function offerCodeOfPath(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  { merchant_uuid, id }: { merchant_uuid: string; id: string },
): Promise<OfferCodeRow> {
  const merchant = await merchantOfPath(connection, sponsor, merchant_uuid);
  const name = { sponsor_id: sponsor.id, merchant_id: merchant.id, id: Number(id) };
  const code = offerCodeId.test(id) ? await findOfferCode(connection, name) : undefined;
  if (code) return code;
  throw new LendingError('not_found', 'Not found.');
}

/** An offer code as the API shows it (server/lending/DECISIONS.md, Products and offer codes). */
function toOfferCode(code: OfferCodeRow): OfferCode {
  return {
    id: code.id,
    offer_code_name: code.offer_code_name,
    description: code.description,
    product_ids: JSON.parse(code.product_ids) as string[],
    min_amount: orNull(code.min_amount_cents, formatCents),
    max_amount: orNull(code.max_amount_cents, formatCents),
    start_date: code.start_date,
    end_date: code.end_date,
    is_deleted: code.is_deleted === 1,
    created: timestamp(code.created_at),
    modified: timestamp(code.modified_at),
  };
}

/**
 * A new application with what its offer code promises today, if it has one: that stands, whatever
 * becomes of the code (server/lending/DECISIONS.md, Products and offer codes).
 * @throws LendingError `invalid` for a code that is unknown, deleted, expired or not begun
 */
export async function withOfferCodeTerms(
  { clock }: Pick<LendingContext, 'clock'>,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const { sponsor_id, merchant_id, offer_code_name } = application;
  if (offer_code_name === null) return application;
  const code = await findOfferCodeByName(tx, { sponsor_id, merchant_id, offer_code_name });
  if (!code) throw refused('The merchant has no such offer code.');
  if (code.is_deleted === 1) throw refused('This offer code was deleted.');
  if (!isUsableOn(code, easternDate(clock.now(sponsor_id)))) {
    throw refused('This offer code cannot be used today.');
  }
  return { ...application, offer_code_terms: JSON.stringify(termsOf(code)) };
}

/** What an application's offer code promised when it was used; null without one. */
export function offerCodeTermsOf({
  offer_code_terms,
}: Pick<ApplicationRow, 'offer_code_terms'>): OfferCodeTerms | null {
  return offer_code_terms === null ? null : (JSON.parse(offer_code_terms) as OfferCodeTerms);
}

function termsOf(code: OfferCodeRow): OfferCodeTerms {
  return {
    product_ids: JSON.parse(code.product_ids) as string[],
    min_amount_cents: code.min_amount_cents,
    max_amount_cents: code.max_amount_cents,
  };
}

function refused(message: string): LendingError {
  return new LendingError('invalid', message, { errors: { offer_code_name: [message] } });
}
