import { listRateSheetRoute, selectProductsRoute } from '../../lending-api/rate-sheets.ts';
import type { LendingContext } from '../context.ts';
import { listRateSheet, selectProducts } from '../operations/merchants/rate-sheet.ts';
import type { LendingApp } from './lending-app.ts';

/** The loan products offered through a merchant. */
export function registerRateSheets(app: LendingApp, context: LendingContext): void {
  app.openapi(listRateSheetRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await listRateSheet(context, c.get('sponsor'), request_user_id), 200);
  });
  app.openapi(selectProductsRoute, async (c) =>
    c.json(await selectProducts(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
}
