import { LinkPage, tokenOf } from '../../helpers/link-page.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { as, ShopPage, stepOf } from '../../helpers/shop-page.ts';
import { inTurns, type Race } from './race.ts';

/**
 * Two browsers with one link have their first input at once; every third time so has the merchant's
 * page with the `client_token`. One of them gets the checkout, and the others see nothing more of it.
 */
export const takeUpRace: Race = {
  name: 'taken up by two browsers',
  ends: ['first browser', 'second browser', 'client token'],
  async run({ bffs }, index) {
    const server = new MerchantServer(bffs[0]);
    const made = await server.make({ order_id: `T-${index}` });
    const browsers = [new LinkPage(bffs[0]), new LinkPage(bffs[1])];
    for (const browser of browsers) await browser.openBy(tokenOf(made));
    const shops = new ShopPage(bffs[index % 2 === 0 ? 0 : 1]);
    shops.enter(await shops.askToResume(made.client_token));
    const pages: ShopPage[] = [...browsers, ...(index % 3 === 2 ? [shops] : [])];
    const answers = await Promise.all(
      inTurns(index, pages).map(async (page) => ({
        page,
        status: (await page.on('POST', '/take-up', {})).status,
      })),
    );
    const winners = answers.filter(({ status }) => status === 200).map(({ page }) => page);
    const [winner = shops] = winners;
    const torn = winners.length === 1 ? [] : [`${winners.length} have it`];
    for (const { page, status } of answers) {
      if (page === winner) continue;
      if (status !== 401) torn.push(`another was told ${status}`);
      if ((await page.on('GET')).status === 200) torn.push('another still reads it');
    }
    as(stepOf(await winner.on('GET')), 'details');
    as(await winner.apply({ ssn: '900-10-0001' }), 'offers');
    if ((await new LinkPage(bffs[1]).state(tokenOf(made))) !== 'in_use') torn.push('not in use');
    return { end: whoOf(winner, browsers), torn };
  },
};

function whoOf(page: ShopPage, [first, second]: readonly ShopPage[]): string {
  if (page === first) return 'first browser';
  return page === second ? 'second browser' : 'client token';
}
