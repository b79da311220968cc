import { expect } from '@open-wc/testing';
import { NoOffersScreen } from '../../../widget/screens/no-offers-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, aLender, aStep } from '../helpers/contract-values.ts';
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
    const { text, none, paper } = en.outcome.noOffers;
    expect(shown()).to.contain(none);
    expect(shown()).not.to.contain(text);
    expect(shown()).not.to.contain(paper);
  });

  it('promises no notice where the lender does not say whether it sends one', async () => {
    for (const [strings, locale] of [
      [en, 'en'],
      [es, 'es'],
    ] as const) {
      const step = aBareStep('no_offers');
      const { text, root } = await mountScreen(new NoOffersScreen(), step, { strings, locale });
      expect(text()).to.contain(strings.outcome.noOffers.none);
      expect(text()).not.to.match(/notice|mail|paper|post|aviso|correo|papel/i);
      expect(root.querySelector('dl, .notice')).to.equal(null);
    }
  });

  it('gives no reason and no score', async () => {
    const { text } = await mountScreen(new NoOffersScreen(), aStep('no_offers'));
    expect(text()).not.to.match(/declin|denied|score|reason:/i);
  });

  it('is accessible', async () => {
    for (const step of [aStep('no_offers'), aBareStep('no_offers')]) {
      const { screen } = await mountScreen(new NoOffersScreen(), step);
      await expectAccessible(screen);
    }
  });
});
