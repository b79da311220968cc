import { expect } from '@open-wc/testing';
import { NoOffersScreen } from '../../../widget/screens/no-offers/no-offers-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aLender, aStep } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('no-offers-screen', NoOffersScreen);

describe('<no-offers-screen>', () => {
  it('says so neutrally, with the notice and how to reach the lender', async () => {
    const { text } = await mountScreen(new NoOffersScreen(), aStep('no_offers'));
    const { title, notice, paper } = en.outcome.noOffers;
    for (const said of [title, notice.queued, paper, aLender.name, aLender.phone]) {
      expect(text()).to.contain(said);
    }
  });

  it('promises no notice where none is due', async () => {
    const step = aStep('no_offers', { notice: 'none' });
    const { text: shown } = await mountScreen(new NoOffersScreen(), step);
    const { text, notice, paper } = en.outcome.noOffers;
    expect(shown()).to.contain(notice.none);
    expect(shown()).not.to.contain(text);
    expect(shown()).not.to.contain(paper);
  });

  it('gives no reason and no score', async () => {
    const { text } = await mountScreen(new NoOffersScreen(), aStep('no_offers'));
    expect(text()).not.to.match(/declin|denied|score|reason:/i);
  });

  it('is accessible', async () => {
    const { screen } = await mountScreen(new NoOffersScreen(), aStep('no_offers'));
    await expectAccessible(screen);
  });
});
