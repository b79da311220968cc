import {
  createOfferCodeRoute,
  deactivateOfferCodeRoute,
  listOfferCodesRoute,
  retrieveOfferCodeRoute,
} from '../../lending-api/offer-codes.ts';
import { listRateSheetRoute, selectProductsRoute } from '../../lending-api/rate-sheets.ts';
import type { LendingContext } from '../context.ts';
import { listRateSheet, selectProducts } from '../operations/merchants/rate-sheet.ts';
import {
  createOfferCode,
  deactivateOfferCode,
  listMerchantOfferCodes,
  retrieveOfferCode,
} from '../operations/offer-codes.ts';
import type { LendingApp } from './lending-app.ts';

/** What a merchant offers: the loan products of its rate sheet, and the codes that narrow them. */
export function registerProducts(app: LendingApp, context: LendingContext): void {
  app.openapi(listRateSheetRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await listRateSheet(context, c.get('sponsor'), request_user_id), 200);
  });
  app.openapi(selectProductsRoute, async (c) =>
    c.json(await selectProducts(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
  app.openapi(listOfferCodesRoute, async (c) => {
    const { merchant_uuid } = c.req.valid('param');
    return c.json(await listMerchantOfferCodes(context, c.get('sponsor'), merchant_uuid), 200);
  });
  app.openapi(createOfferCodeRoute, async (c) => {
    const { merchant_uuid } = c.req.valid('param');
    const body = c.req.valid('json');
    return c.json(await createOfferCode(context, c.get('sponsor'), merchant_uuid, body), 201);
  });
  app.openapi(retrieveOfferCodeRoute, async (c) =>
    c.json(await retrieveOfferCode(context, c.get('sponsor'), c.req.valid('param')), 200),
  );
  app.openapi(deactivateOfferCodeRoute, async (c) => {
    const path = c.req.valid('param');
    const body = c.req.valid('json');
    return c.json(await deactivateOfferCode(context, c.get('sponsor'), path, body), 200);
  });
}
