import type { JWK } from 'jose';
import type { Lender as LenderContact } from '../../widget/contract/lender.ts';
import type { Fees } from './domain/fee-split.ts';
import type { AmountRange } from './domain/opening.ts';
import type { WebhookType } from './merchant-api/webhook-types.ts';

/** Who embeds the checkout. */
export interface Merchant {
  readonly publishable_key: string;
  /** As consumers know it. */
  readonly name: string;
  /** Of the secret keys, in lower-case hex; two at most, so that one can replace the other. */
  readonly secret_key_sha256: readonly string[];
  readonly order_secrets: readonly string[];
  /** EdDSA public keys. */
  readonly order_keys: readonly JWK[];
  readonly origins: readonly string[];
  /** The merchant user on whose behalf the lender is called. */
  readonly request_user_id: string;
  /**
   * Its Admin at the lender: reads lists and rate sheet, refunds, cancels, approves, raises limits, and
   * stands in for a user whom the entry names no more.
   */
  readonly admin_user_id: string;
  /** Its users at the lender, who may be named as sellers. */
  readonly users?: readonly MerchantUser[] | undefined;
  /** Who lends, wherever the lender's answer does not say. */
  readonly lender?: LenderContact | undefined;
  readonly fees?: Fees | undefined;
  /** What may be asked for, `8400.00`. */
  readonly amounts?: AmountRange | undefined;
  /** The look of the frame before the page has said anything: custom properties and their values. */
  readonly theme?: Readonly<Record<string, string>> | undefined;
  /** The merchant's server may say how a charge is shared out. */
  readonly may_split?: boolean | undefined;
  /** It may approve charges for consumers who have authorised them elsewhere. */
  readonly may_approve?: boolean | undefined;
  /** The lender's offer codes that a page may name by itself: anybody can edit a page. */
  readonly public_offer_codes?: readonly string[] | undefined;
  /** Where the merchant's server is told what happens. */
  readonly webhooks?: readonly WebhookEndpoint[] | undefined;
}

/** A user of a merchant at the lender. */
interface MerchantUser {
  readonly user_id: string;
  readonly name: string;
  readonly role: string;
}

/** True if the merchant's entry names this user as a seller, now. */
export function isSellerOf({ users = [] }: Merchant, userId: string): boolean {
  return users.some(({ user_id }) => user_id === userId);
}

/**
 * What nobody has applied for yet, without a seller whom the entry names no more: it goes on under the
 * merchant's own user. At the lender, the seller's may be gone, too.
 */
export function withoutGoneSeller<Sale extends { readonly soldBy: string | null }>(
  merchant: Merchant,
  sale: Sale,
): Sale {
  const isGone = sale.soldBy !== null && !isSellerOf(merchant, sale.soldBy);
  return isGone ? { ...sale, soldBy: null } : sale;
}

/** A receiver of webhooks. */
export interface WebhookEndpoint {
  /** Its deliveries go by it. */
  readonly id: string;
  readonly url: string;
  /** One, or two while one takes the other's place. */
  readonly secrets: readonly string[];
  /** All where there is none. */
  readonly events?: readonly WebhookType[] | undefined;
}

/** Which receiver it is: of which merchant, by its publishable key. */
export interface EndpointName {
  readonly merchant: string;
  readonly endpointId: string;
}

/** What is kept of a merchant for the checkouts that it leaves behind: nothing that opens a door. */
export type FormerMerchant = Omit<
  Merchant,
  | 'secret_key_sha256'
  | 'order_secrets'
  | 'order_keys'
  | 'users'
  | 'may_split'
  | 'may_approve'
  | 'public_offer_codes'
  | 'webhooks'
>;

/**
 * The merchants of `MERCHANTS_FILE`, which is read again when it changes. One that was in it and is
 * gone still has what `FormerMerchant` keeps, for its open checkouts; its keys are void.
 */
export class Merchants {
  #listed: ReadonlyMap<string, Merchant>;
  #former: ReadonlyMap<string, Merchant>;
  #origins: readonly string[] = [];

  constructor(listed: readonly Merchant[], former: readonly FormerMerchant[] = []) {
    this.#listed = byKey(listed);
    this.#former = byKey(former.map(withoutKeys));
    this.#origins = this.#allOrigins();
  }

  /** A merchant that is listed, or was. */
  get(publishableKey: string): Merchant | undefined {
    return this.#listed.get(publishableKey) ?? this.#former.get(publishableKey);
  }

  /** A receiver that its merchant lists. */
  endpoint({ merchant, endpointId }: EndpointName): WebhookEndpoint | undefined {
    return this.get(merchant)?.webhooks?.find(({ id }) => id === endpointId);
  }

  get listed(): readonly Merchant[] {
    return [...this.#listed.values()];
  }

  /** True if new checkouts may begin. */
  isListed(publishableKey: string): boolean {
    return this.#listed.has(publishableKey);
  }

  /** The publishable keys, those that were listed among them. */
  get keys(): readonly string[] {
    return [...new Set([...this.#listed.keys(), ...this.#former.keys()])];
  }

  /** Of every merchant's pages. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  replace(listed: readonly Merchant[]): void {
    const gone = this.listed.map(withoutKeys);
    this.#former = new Map([...this.#former, ...byKey(gone)]);
    this.#listed = byKey(listed);
    this.#origins = this.#allOrigins();
  }

  #allOrigins(): string[] {
    const merchants = this.keys.map((key) => this.get(key));
    return [...new Set(merchants.flatMap((each) => each?.origins ?? []))];
  }
}

function byKey(merchants: readonly Merchant[]): Map<string, Merchant> {
  return new Map(merchants.map((each) => [each.publishable_key, each]));
}

function withoutKeys(former: FormerMerchant): Merchant {
  return { ...asFormer(former), secret_key_sha256: [], order_secrets: [], order_keys: [] };
}

/** Names what is kept, so that a field that an entry gets later is left out by itself. */
export function asFormer({
  publishable_key,
  name,
  origins,
  request_user_id,
  admin_user_id,
  lender,
  fees,
  amounts,
  theme,
}: FormerMerchant): FormerMerchant {
  return {
    publishable_key,
    name,
    origins,
    request_user_id,
    admin_user_id,
    lender,
    fees,
    amounts,
    theme,
  };
}
