import { randomInt } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { typedAmount } from '../format.ts';
import { isLanguage, localeOf } from '../locale.ts';
import {
  keyAfter,
  type MerchantApi,
  NoAnswerError,
  newKey,
  RefusedError,
} from '../merchant-api.ts';
import type { Seller } from '../merchant-api-types.ts';
import { home, readKey } from '../page.ts';
import { problemText, wrongField } from '../problem-text.ts';
import { type SaleForm, salePage } from './sale-page.ts';

// Without the letters and digits that people mistake for one another.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const numberLength = 8;

export interface SaleOptions {
  readonly api: MerchantApi;
  readonly sellers: readonly Seller[];
}

/** `/sales/new`: makes a checkout by the merchant API, whose page then shows its link. */
export function saleRoutes({ api, sellers }: SaleOptions): Hono {
  const app = new Hono();

  app.get('/new', (c) => c.html(salePage(emptyForm(sellers), { sellers }, localeOf(c))));

  app.post('/new', async (c) => {
    const locale = localeOf(c);
    const { common, sale, trouble } = locale.strings;
    const form = await readForm(c);
    const amount = typedAmount(form.amount);
    if (amount === null) {
      const problem = common.amountUnreadable;
      return c.html(salePage(form, { sellers, problem, wrong: 'amount' }, locale), 400);
    }
    if (form.description === '') {
      const problem = sale.descriptionMissing;
      return c.html(salePage(form, { sellers, problem, wrong: 'description' }, locale), 400);
    }
    try {
      const { checkout_id } = await api.createCheckout(
        {
          amount,
          order_id: form.orderId,
          description: form.description,
          locale: form.language,
          ...(form.seller !== '' && { sold_by: form.seller }),
          ...(form.offerCode !== '' && { offer_code: form.offerCode }),
        },
        form.key,
      );
      return c.redirect(`${home}/orders/${checkout_id}?done=sale`, 303);
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof NoAnswerError)) throw error;
      const again = { ...form, ...keyAfter(error, form) };
      if (error instanceof NoAnswerError) {
        const problem = trouble.saleUnclear;
        return c.html(salePage(again, { sellers, problem }, locale), 503);
      }
      const problem = problemText(error.problem, locale.strings);
      const wrong = wrongField(error.problem);
      return c.html(salePage(again, { sellers, problem, wrong }, locale), 409);
    }
  });

  return app;
}

function emptyForm(sellers: readonly Seller[]): SaleForm {
  const seller = sellers[0]?.user_id ?? '';
  const orderId = newOrderId();
  return {
    orderId,
    ...newKey(),
    amount: '',
    description: '',
    seller,
    offerCode: '',
    language: 'en',
  };
}

/** Such as `HS-7K3M9PQR`. */
function newOrderId(): string {
  const characters = Array.from({ length: numberLength }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  );
  return `HS-${characters.join('')}`;
}

async function readForm(c: Context): Promise<SaleForm> {
  const form = await c.req.parseBody();
  const text = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '');
  const language = text('customer_language');
  return {
    orderId: text('order') || newOrderId(),
    ...readKey(text),
    amount: text('amount'),
    description: text('description'),
    seller: text('seller'),
    offerCode: text('offer_code'),
    language: isLanguage(language) ? language : 'en',
  };
}
