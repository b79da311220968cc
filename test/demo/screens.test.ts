import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleSteps } from '../../demo/screens/screen-states.ts';
import { screens } from '../../demo/screens/screens-page.ts';
import { loanCosts } from '../../server/loan-math/loan-costs.ts';
import { formatCents, parseCents } from '../../server/platform/money.ts';
import { checkoutSessionSchema } from '../../widget/contract/checkout.ts';
import { checkoutStepSchema } from '../../widget/contract/step.ts';
import { aShop, BFF, postJson } from './demo-shop.ts';

describe('GET /screens', () => {
  it('shows every screen that the contract has', () => {
    const shown = screens.map(({ opening }) => ('step' in opening ? opening.step.screen : null));
    assert.deepEqual(
      checkoutStepSchema.def.options
        .flatMap(({ shape }) => shape.screen.def.values)
        .filter((name) => !shown.includes(name)),
      [],
    );
  });

  it('prices each offer of the list as the lender would', () => {
    for (const offer of sampleSteps.offers.offers) {
      const amount = parseCents(offer.amount);
      const fee = parseCents(offer.origination_fee_amount ?? '');
      const costs = loanCosts(amount, {
        interest_rate: offer.interest_rate ?? '',
        term_months: offer.term_months,
        promo_type: offer.promo_type === 'deferred_with_payments' ? offer.promo_type : 'none',
        promo_months: offer.promo_months ?? 0,
        origination_fee_percent: ((fee / amount) * 100).toFixed(2),
      });
      assert.deepEqual(
        {
          rate: offer.interest_rate,
          apr: offer.apr,
          count: offer.number_of_payments,
          monthly: offer.monthly_payment,
          final: offer.final_payment,
          financed: offer.amount_financed,
          charge: offer.finance_charge,
          total: offer.total_of_payments,
          payoff: offer.promo_payoff_amount,
        },
        {
          rate: costs.interest_rate,
          apr: costs.apr,
          count: costs.number_of_payments,
          monthly: formatCents(costs.monthly_payment_cents),
          final: formatCents(costs.final_payment_cents),
          financed: formatCents(costs.amount_financed_cents),
          charge: formatCents(costs.finance_charge_cents),
          total: formatCents(costs.total_of_payments_cents),
          payoff: costs.promotion && formatCents(costs.promotion.payoff_cents),
        },
        offer.product_name,
      );
      assert.ok(amount <= parseCents(offer.approved_amount ?? ''), offer.product_name);
      assert.equal(offer.is_counter_offer, offer.amount !== sampleSteps.offers.requested_amount);
    }
  });

  it('frames each under an address of its own, in the look that was chosen', async () => {
    const page = await (await aShop().request('/screens?theme=ink&scheme=dark&width=768')).text();
    for (const { id } of screens) {
      assert.ok(page.includes(`src="/screens/${id}?theme=ink&amp;scheme=dark&amp;`), id);
    }
    assert.match(page, /<option value="ink" selected>/);
    assert.match(page, /width="768"/);
  });

  it('may be framed by itself alone', async () => {
    for (const [path, ancestors] of [
      ['/screens/offers', "'self'"],
      ['/prices', "'none'"],
    ] as const) {
      const { headers } = await aShop().request(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, new RegExp(`frame-ancestors ${ancestors}(;|$)`), path);
    }
  });

  it('answers the element as the BFF would: where the named screen stands', async () => {
    for (const { id, opening } of screens) {
      const answer = await aShop().request('/v1/checkouts', postJson({ merchant: id }));
      if ('step' in opening) {
        const { step, checkout_id } = checkoutSessionSchema.parse(await answer.json());
        assert.deepEqual(step, opening.step);
        const again = await aShop().request(`/v1/checkouts/${checkout_id}/charge`, postJson({}));
        assert.deepEqual(await again.json(), { step: opening.step });
      } else {
        assert.equal(answer.status, opening.status);
      }
    }
  });

  it('knows no other screen', async () => {
    assert.equal((await aShop().request('/screens/nothing')).status, 404);
    const answer = await aShop().request('/v1/checkouts', postJson({ merchant: 'pk_1' }));
    assert.equal(answer.status, 404);
  });

  it('reads no more than a checkout may be opened with', async () => {
    for (const path of ['/v1/checkouts', '/v1/resume']) {
      const answer = await aShop().request(path, postJson({ merchant: 'x'.repeat(20_000) }));
      assert.equal(answer.status, 413, path);
    }
  });

  it('takes the texts from the BFF', async () => {
    const asked: string[] = [];
    const shop = aShop({
      fetch: async (input, init) => {
        asked.push(`${input} ${new Headers(init?.headers).get('origin')}`);
        return Response.json({ disclosures: [] });
      },
    });
    const answer = await shop.request('/v1/disclosures/es?merchant=offers&state=OH');
    assert.deepEqual(await answer.json(), { disclosures: [] });
    assert.deepEqual(asked, [
      `${BFF}/v1/disclosures/es?merchant=pk_sandbox_hillside&state=OH http://localhost:8080`,
    ]);
  });

  it('has no texts for a language that the BFF refuses', async () => {
    const shop = aShop({ fetch: async () => Response.json({ title: 'No.' }, { status: 400 }) });
    assert.equal((await shop.request('/v1/disclosures/fr')).status, 404);
  });
});
