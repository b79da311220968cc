import type { Transaction } from 'kysely';
import type { CheckoutSession, ResumeRequest } from '../../../widget/contract/checkout.ts';
import type { BffContext, Merchant } from '../context.ts';
import {
  assertMayGoOn,
  assertReturnUrl,
  type Caller,
  maySayReturnUrl,
  pageOrigin,
  type Rights,
} from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { endWhenIdle, openedAgain, resumedBy, seenFrom } from '../domain/opening.ts';
import { isGoodHandle } from '../domain/retention.ts';
import { isLinkOpen } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import { loadCheckout, lockCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import { type HandleContent, readHandle } from '../tokens/resume-handle.ts';
import { exchangeCode, readCode } from '../tokens/return-code.ts';
import { readPageOrder } from './read-page-order.ts';
import { checkoutOfHandle, handleNow, openSession, sessionAnswer } from './sessions.ts';
import { writeChange } from './write-checkout.ts';

interface Resuming {
  merchant: Merchant;
  caller: Caller;
  body: ResumeRequest;
}

/**
 * A fresh token for the checkout of a handle or a return code, in whatever browser, which goes on in
 * the language and leads back to the address of the page that resumes it.
 * @throws BffError `origin_not_allowed`, `invalid_request`, `order_invalid`, `code_used`, `not_found`
 * for what is good for nothing, or not for the page's own order
 */
export async function resumeCheckout(
  context: BffContext,
  { merchant, caller, body }: Resuming,
): Promise<CheckoutSession> {
  const { database, clock, ownOrigin } = context;
  const origin = pageOrigin(caller, body.parent_origin, [...merchant.origins, ownOrigin]);
  const pageOrder = await orderOfPage(context, { merchant, body });
  const named = whatIsBrought(context, body);
  const { checkoutId: id } = named;
  const opened = await database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before?.publishableKey !== merchant.publishable_key) throw new BffError('not_found');
    const isOfPage = before.order?.id === pageOrder?.id;
    if (pageOrder !== undefined && !isOfPage) throw new BffError('not_found');
    const { by, rights } = await broughtNow(tx, before, named);
    const isVouchedFor = pageOrder?.isFresh === true;
    const admitted = admittedBy(before, { by, isVouchedFor, now: clock.now() });
    assertMayGoOn(caller, before);
    if (rights === 'pay') {
      const isOpen = isLinkOpen(endWhenIdle(before, clock.now()));
      if (origin !== ownOrigin || !isOpen) throw new BffError('not_found');
      // Opening a link changes nothing: a mail scanner may do it.
      return openSession(context, tx, before, rights);
    }
    const isMerchants = merchant.origins.includes(origin);
    // On the BFF's own page, only what was begun there goes on.
    if (!isMerchants && before.takenUpBy !== 'link') throw new BffError('not_found');
    const page = isMerchants ? pageToReturnTo(before, { merchant, rights, body }) : undefined;
    const seen = seenFrom(admitted, { locale: body.locale, return_url: page });
    const resumed = resumedBy(seen, { ...caller, origin });
    await writeChange(context, tx, before, openedAgain(resumed, clock.now()));
    return openSession(context, tx, before, rights);
  });
  return sessionAnswer(context, opened);
}

/**
 * Where a consumer comes back to, the page says. One with a `client_token` says it only if the
 * merchant's server did not, one with a code never.
 * @throws BffError `origin_not_allowed`, `invalid_request`
 */
function pageToReturnTo(
  { madeBy, returnUrl }: Checkout,
  { merchant, rights, body }: Pick<Resuming, 'merchant' | 'body'> & { rights: Rights },
): string | undefined {
  const isSaid = madeBy === 'server' && returnUrl !== null;
  if (isSaid || !maySayReturnUrl(rights) || body.return_url === undefined) return undefined;
  assertReturnUrl(body.return_url, merchant.origins);
  return body.return_url;
}

/** A handle of some generation, or a code by its digest. */
interface Brought {
  readonly checkoutId: string;
  readonly by: HandleContent | { digest: string };
  /** This tab keeps the handle. */
  readonly isHeld: boolean;
}

/** @throws BffError `not_found` for what is neither a handle nor a code */
function whatIsBrought({ handleKey }: BffContext, { resume, held }: ResumeRequest): Brought {
  const code = readCode(resume);
  const handle = readHandle(handleKey, resume);
  const checkoutId = code?.checkoutId ?? handle?.checkoutId;
  const own = held === undefined ? undefined : readHandle(handleKey, held);
  // A link that this tab was opened with says less than the code with which it comes back.
  const isLink = own?.rights === 'pay' && code !== undefined;
  if (own !== undefined && own.checkoutId === checkoutId && !isLink) {
    return { checkoutId, by: own, isHeld: true };
  }
  const by = code ?? handle;
  if (by === undefined) throw new BffError('not_found');
  return { checkoutId: by.checkoutId, by, isHeld: false };
}

/** What is brought as it stands now, and what a session by it may do. */
async function broughtNow(
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  { by, isHeld }: Brought,
): Promise<Pick<Brought, 'by'> & { rights: Rights }> {
  if (!('generation' in by)) return { by, rights: 'code' };
  const handle = await handleNow(tx, checkout, by);
  // Whoever sent a link has its handle, too.
  const isOfLink = handle.rights === 'all' && !isHeld;
  return { by: handle, rights: isOfLink ? 'link' : handle.rights };
}

/** @throws BffError `not_found` for what is not good any more, `code_used` */
function admittedBy(
  checkout: Checkout,
  { by, isVouchedFor, now }: Pick<Brought, 'by'> & { isVouchedFor: boolean; now: number },
): Checkout {
  const { generation } = 'generation' in by ? by : checkout;
  if (!isGoodHandle(checkout, { generation }, now) || checkout.endedBy === 'superseded') {
    throw new BffError('not_found');
  }
  if ('generation' in by) return checkout;
  return exchangeCode(checkout, { digest: by.digest, isVouchedFor, now });
}

/**
 * The order that the page brings. A token that has expired, or a checkout's that is good no more,
 * still names it, and vouches for nobody.
 * @throws BffError `order_invalid`, `not_found` for a `client_token` of no checkout
 */
async function orderOfPage(
  context: BffContext,
  { merchant, body }: Pick<Resuming, 'merchant' | 'body'>,
): Promise<{ id: string; isFresh: boolean } | undefined> {
  const { publishable_key: publishableKey } = merchant;
  const claims = await readPageOrder(context, merchant, body);
  if (claims !== undefined) return { id: claims.order.id, isFresh: !claims.isExpired };
  if (body.client_token === undefined) return undefined;
  const { client_token: handle } = body;
  const known = await checkoutOfHandle(context, { handle, publishableKey });
  const checkout = known?.checkout ?? (await checkoutNamedBy(context, handle));
  if (checkout?.publishableKey !== publishableKey) throw new BffError('not_found');
  return checkout.order ? { id: checkout.order.id, isFresh: known !== undefined } : undefined;
}

/** Whether or not the handle is still good. */
async function checkoutNamedBy(
  { database, handleKey }: BffContext,
  handle: string,
): Promise<Checkout | undefined> {
  const named = readHandle(handleKey, handle);
  return named && loadCheckout(database.query, named.checkoutId);
}
