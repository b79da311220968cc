import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import { parseBasicAuth } from '../../platform/http/basic-auth.ts';
import type { BffContext, Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import { csvOf } from '../http/csv.ts';
import type { MerchantEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { createMerchantApp, type MerchantApp } from '../http/merchant-app.ts';
import {
  approveChargeRoute,
  createChargeRoute,
  listChargesRoute,
  resolveChargeRoute,
} from '../merchant-api/charges.ts';
import {
  cancelCheckoutRoute,
  createCheckoutRoute,
  issueLinkRoute,
  listCheckoutsRoute,
  readQrCodeRoute,
  retrieveCheckoutRoute,
} from '../merchant-api/checkouts.ts';
import { increaseLimitRoute } from '../merchant-api/credit-limit.ts';
import {
  createRefundRoute,
  listRefundsRoute,
  resolveRefundRoute,
} from '../merchant-api/refunds.ts';
import { readReportRoute } from '../merchant-api/report.ts';
import { listSettlementsRoute, settlementColumns } from '../merchant-api/settlements.ts';
import { listEventsRoute, resendEventRoute, resendEventsRoute } from '../merchant-api/webhooks.ts';
import { approveForConsumer } from '../operations/approve-for-consumer.ts';
import { cancelForMerchant } from '../operations/cancel-for-merchant.ts';
import { chargeForMerchant } from '../operations/charge-for-merchant.ts';
import { increaseCreditLine } from '../operations/increase-credit-line.ts';
import { issueLink, qrCodeOf } from '../operations/issue-link.ts';
import { listCheckouts } from '../operations/list-checkouts.ts';
import { listEvents } from '../operations/list-events.ts';
import { readSettlements } from '../operations/list-settlements.ts';
import { openForMerchant } from '../operations/open-for-merchant.ts';
import { readCharges, readForMerchant, readRefunds } from '../operations/read-for-merchant.ts';
import { readReport } from '../operations/read-report.ts';
import { refundForMerchant } from '../operations/refund-for-merchant.ts';
import { resendEvent, resendEvents } from '../operations/resend-events.ts';
import { resolveCharge } from '../operations/resolve-charge.ts';
import { resolveRefund } from '../operations/resolve-refund.ts';

/** `/v1/merchant/…`: what a merchant's server asks for with its secret key. */
export function merchantRoutes(
  context: BffContext,
  limiters: Limiters,
  strictJson: MiddlewareHandler,
): MerchantApp {
  const app = createMerchantApp();
  app.use('/v1/merchant/*', merchantOnly(context), strictJson);
  app.use('/v1/merchant/checkouts/:id/*', async (c, next) => {
    const id = c.req.param('id');
    limiters.callByServer(c.var.merchant.publishable_key, id);
    c.set('checkoutId', id);
    await next();
  });
  app.get('/v1/merchant/checkouts', limitLists(limiters));
  for (const path of ['events', 'failed-events', 'settlements', 'report']) {
    app.use(`/v1/merchant/${path}/*`, limitLists(limiters));
  }
  app.openapi(createCheckoutRoute, async (c) => {
    limiters.openByServer(c.var.merchant.publishable_key);
    return c.json(await openForMerchant(context, keyedCall(c)), 201);
  });
  app.openapi(listCheckoutsRoute, async (c) =>
    c.json(await listCheckouts(context, c.var.merchant, c.req.valid('query')), 200),
  );
  app.openapi(retrieveCheckoutRoute, async (c) =>
    c.json(await readForMerchant(context, c.var.merchant, c.req.valid('param').id), 200),
  );
  app.openapi(issueLinkRoute, async (c) => {
    limiters.openByServer(c.var.merchant.publishable_key);
    return c.json(await issueLink(context, c.req.valid('param').id, keyedCall(c)), 200);
  });
  app.openapi(readQrCodeRoute, async (c) => {
    const picture = await qrCodeOf(context, c.var.merchant, c.req.valid('param').id);
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });
  app.openapi(cancelCheckoutRoute, async (c) =>
    c.json(await cancelForMerchant(context, c.req.valid('param').id, keyedCall(c)), 200),
  );
  app.openapi(increaseLimitRoute, async (c) =>
    c.json(await increaseCreditLine(context, c.req.valid('param').id, keyedCall(c)), 200),
  );
  app.openapi(listChargesRoute, async (c) => {
    const { id } = c.req.valid('param');
    const page = c.req.valid('query');
    return c.json(await readCharges(context, c.var.merchant, { id, page }), 200);
  });
  app.openapi(createChargeRoute, async (c) =>
    c.json(await chargeForMerchant(context, c.req.valid('param').id, keyedCall(c)), 201),
  );
  app.openapi(approveChargeRoute, async (c) => {
    const { id, charge: chargeId } = c.req.valid('param');
    return c.json(await approveForConsumer(context, id, { ...keyedCall(c), chargeId }), 200);
  });
  app.openapi(resolveChargeRoute, async (c) => {
    const { id, charge: chargeId } = c.req.valid('param');
    return c.json(await resolveCharge(context, id, { ...keyedCall(c), chargeId }), 200);
  });
  app.openapi(listRefundsRoute, async (c) => {
    const { id, charge: chargeId } = c.req.valid('param');
    const request = { id, chargeId, page: c.req.valid('query') };
    return c.json(await readRefunds(context, c.var.merchant, request), 200);
  });
  app.openapi(createRefundRoute, async (c) => {
    const { id, charge: chargeId } = c.req.valid('param');
    return c.json(await refundForMerchant(context, id, { ...keyedCall(c), chargeId }), 201);
  });
  app.openapi(resolveRefundRoute, async (c) => {
    const { id, charge: chargeId, refund: refundId } = c.req.valid('param');
    const request = { ...keyedCall(c), chargeId, refundId };
    return c.json(await resolveRefund(context, id, request), 200);
  });
  app.openapi(listEventsRoute, async (c) =>
    c.json(await listEvents(context, c.var.merchant, c.req.valid('query')), 200),
  );
  app.openapi(resendEventRoute, async (c) =>
    c.json(await resendEvent(context, c.req.valid('param').event, keyedCall(c)), 200),
  );
  app.openapi(resendEventsRoute, async (c) =>
    c.json(await resendEvents(context, keyedCall(c)), 200),
  );
  app.openapi(listSettlementsRoute, async (c) => {
    const page = await readSettlements(context, c.var.merchant, c.req.valid('query'));
    const form = accepts(c, {
      header: 'Accept',
      supports: ['application/json', csv],
      default: 'application/json',
    });
    c.header('vary', 'Accept');
    if (form !== csv) return c.json(page, 200);
    const last = page.settlements.at(-1)?.settlement_id;
    if (page.has_more && last !== undefined) c.header('link', nextPage(c.req.url, last));
    c.header('content-disposition', 'attachment; filename="settlements.csv"');
    return c.body(csvOf(settlementColumns, page.settlements), 200, {
      'content-type': `${csv}; charset=utf-8; header=present`,
    });
  });
  app.openapi(readReportRoute, async (c) =>
    c.json(await readReport(context, c.var.merchant, c.req.valid('query')), 200),
  );
  return app;
}

const csv = 'text/csv';

/** Where the rows after this one are (RFC 8288), for an answer that has no place for `has_more`. */
function nextPage(url: string, last: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.set('starting_after', last);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

function limitLists(limiters: Pick<Limiters, 'listByServer'>): MiddlewareHandler<MerchantEnv> {
  return async function limitListsOfMerchant(c, next) {
    limiters.listByServer(c.var.merchant.publishable_key);
    await next();
  };
}

interface KeyHeader {
  'idempotency-key'?: string | undefined;
}

/** A call that changes something, with its `Idempotency-Key`. */
function keyedCall<Body, Header extends KeyHeader>(
  c: Context<MerchantEnv, string, { out: { json: Body; header: Header } }>,
): { merchant: Merchant; body: Body; key: Header['idempotency-key'] } {
  return {
    merchant: c.var.merchant,
    body: c.req.valid('json'),
    key: c.req.valid('header')['idempotency-key'],
  };
}

/** Lets a merchant's server pass, by its secret key as the user name of Basic, without a password. */
function merchantOnly({
  merchants,
}: Pick<BffContext, 'merchants'>): MiddlewareHandler<MerchantEnv> {
  return async function admitMerchant(c, next) {
    const given = parseBasicAuth(c.req.header('authorization'));
    const merchant = merchantOfSecretKey(merchants.listed, given?.username ?? '');
    if (merchant === undefined || given?.password !== '') {
      c.header('www-authenticate', 'Basic realm="merchant"');
      throw new BffError('unauthorized');
    }
    c.set('merchantId', merchant.publishable_key);
    c.set('merchant', merchant);
    await next();
  };
}

/** Compares with every key there is, so that the time says nothing of which one was close. */
function merchantOfSecretKey(
  merchants: readonly Merchant[],
  secretKey: string,
): Merchant | undefined {
  const digest = sha256Hex(secretKey);
  let found: Merchant | undefined;
  for (const merchant of merchants) {
    for (const known of merchant.secret_key_sha256) {
      if (equalDigests(digest, known)) found = merchant;
    }
  }
  return found;
}
