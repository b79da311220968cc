import { LinkPage, tokenOf } from '../../helpers/link-page.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { anApplication, stepOf } from '../../helpers/shop-page.ts';
import { inTurns, type Race } from './race.ts';

/**
 * Two browsers with one link apply at once, and ask where they stand. One of them gets the checkout,
 * and the other one is shown nothing of what the first is offered.
 */
export const applyRace: Race = {
  name: 'applied by two browsers',
  ends: ['first browser', 'second browser'],
  async run({ bffs }, index) {
    const server = new MerchantServer(bffs[0]);
    const link = tokenOf(await server.make({ order_id: `A-${index}` }));
    const browsers = [new LinkPage(bffs[0]), new LinkPage(bffs[1])];
    for (const browser of browsers) await browser.openBy(link);
    const asked = await Promise.all(
      inTurns(index, browsers).map(async (browser) => {
        const email = `person-${browsers.indexOf(browser)}.${index}@example.test`;
        const application = anApplication({ ssn: '900-10-0001', email });
        const answers = await Promise.all([
          browser.on('POST', '/application', application),
          browser.on('GET'),
        ]);
        const screens = answers
          .filter(({ status }) => status === 200)
          .map((answer) => stepOf(answer).screen);
        return { browser, screens };
      }),
    );
    const shown = asked.filter(({ screens }) => screens.some((screen) => screen !== 'details'));
    const torn = shown.length === 1 ? [] : [`${shown.length} were shown what is offered`];
    const [winner] = shown;
    for (const { browser } of asked) {
      const isOpen = (await browser.on('GET')).status === 200;
      if (isOpen !== (browser === winner?.browser)) torn.push('open to who came second');
    }
    return { end: winner?.browser === browsers[0] ? 'first browser' : 'second browser', torn };
  },
};
