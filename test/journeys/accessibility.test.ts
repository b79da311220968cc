import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFindings } from './models/accessibility.ts';
import {
  lookAtDecline,
  lookAtForm,
  lookFromOffersOn,
  looksOfTheWay,
} from './models/accessible-way.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { isolations } from './models/looks.ts';
import { openOwnPage, shown } from './models/own-page.ts';
import { typedApplicant } from './models/typed-applicant.ts';

const { light, 'dark, on a telephone': dark } = looksOfTheWay;

/**
 * The way through all three origins, the whole of it in one look: `npm run test:matrix` walks it in
 * both, and `screens.test.ts` sees what else the checkout can show.
 */
describe('axe', () => {
  const here = journey({ hasPanel: true });

  it('finds a fault that is planted inside the checkout', async () => {
    const { page, checkout } = await here.visit();
    await checkout.at('details');
    await checkout.inside.locator('.card').evaluate((card) => {
      card.append(document.createElement('input'));
    });
    assert.match((await axeFindings(page)).join(), /^label .*soft-pull-flow/);
  });

  for (const isolation of isolations) {
    it(`finds nothing where two elements stand on a page: ${isolation}`, async () => {
      const { context } = await here.visit({ startsAt: 'nowhere' });
      const { bffUrl } = here.product;
      const element = `<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
        amount="8400.00" isolation="${isolation}"></soft-pull-checkout>`;
      const { page } = await openOwnPage(context, here.product, {
        head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
        body: `<main><h1>A shop</h1>${element}${element}</main>`,
      });
      await shown(page, 'soft-pull-checkout');
      assert.deepEqual(await axeFindings(page), []);
    });
  }

  it('finds nothing from the empty form to the approved charge, light [wcag:axe-way]', async () => {
    const visit = await here.visit(light);
    const applicant = typedApplicant('0001');
    await lookAtForm(visit, applicant);
    await lookFromOffersOn(visit, here, applicant);
  });

  it('finds nothing from the offers to the approved charge, dark, on a telephone [wcag:axe-way]', async () => {
    const applicant = typedApplicant('0001');
    await lookFromOffersOn(await visitAt('offers', here, applicant, dark), here, applicant);
  });

  it('finds nothing where the terms were declined, dark, on a telephone', async () => {
    const applicant = typedApplicant('0001');
    await lookAtDecline(await visitAt('redirect', here, applicant, dark), applicant);
  });
});
