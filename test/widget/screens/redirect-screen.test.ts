import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { RedirectScreen } from '../../../widget/screens/redirect-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, anOffer, aStep, aUuid } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('redirect-screen', RedirectScreen);

const strings = en.outcome.redirect;

describe('<redirect-screen>', () => {
  it('says what was chosen and what the lender will ask', async () => {
    const { text } = await mountScreen(new RedirectScreen(), aStep('redirect'));
    for (const said of ['Standard 60 months', '12.99%', '$8,400.00', strings.identity]) {
      expect(text()).to.contain(said);
    }
  });

  it('says until when the link is good only where that is known', async () => {
    const full = await mountScreen(new RedirectScreen(), aStep('redirect'));
    expect(full.text()).to.contain('March 4, 2026');
    const bare = await mountScreen(new RedirectScreen(), aBareStep('redirect'));
    expect(bare.text()).not.to.match(/until|1970|null|undefined/);
  });

  it('promises no new link once the offer itself has expired', async () => {
    const until = '2026-03-04T15:00:00Z';
    const offer = anOffer({ expires_at: until });
    const step = aStep('redirect', { offer, link_expires_at: until });
    const { text } = await mountScreen(new RedirectScreen(), step);
    expect(text()).to.contain('Available until March 4, 2026');
    expect(text()).not.to.contain('new one');
  });

  it('names a choice that has no name', async () => {
    const { text } = await mountScreen(new RedirectScreen(), aBareStep('redirect'));
    for (const said of [en.outcome.offers.unnamed(60), '12.99%', '$8,400.00']) {
      expect(text()).to.contain(said);
    }
  });

  it('does nothing by itself [asvs:leaves-by-button]', async () => {
    const { intents } = await mountScreen(new RedirectScreen(), aStep('redirect'));
    expect(intents).to.deep.equal([]);
  });

  it('goes on by its button, which names the offer so that a dead link heals', async () => {
    const { button, intents } = await mountScreen(new RedirectScreen(), aStep('redirect'));
    button(strings.go).focus();
    await sendKeys({ press: 'Enter' });
    expect(intents).to.deep.equal([{ type: 'go_to_lender', offerUuid: aUuid(1) }]);
  });

  it('leads back to the offers, of which this may be the only one', async () => {
    const { button, intents, text } = await mountScreen(new RedirectScreen(), aStep('redirect'));
    expect(text()).not.to.match(/other/i);
    button(strings.backToOffers).click();
    expect(intents).to.deep.equal([{ type: 'back_to_offers' }]);
  });

  it('offers no other choice to whoever came by a return code', async () => {
    const byCode = { isByCode: true };
    const { button, text } = await mountScreen(new RedirectScreen(), aStep('redirect'), byCode);
    expect(() => button(strings.backToOffers)).to.throw();
    // A code gets no new link either.
    expect(text()).to.contain('Available until March 4, 2026');
    expect(text()).not.to.contain('new one');
  });

  it('keeps the link out of the page', async () => {
    const { root } = await mountScreen(new RedirectScreen(), aStep('redirect'));
    expect(root.querySelector('a')).to.equal(null);
    expect(root.innerHTML).not.to.contain('lender.example');
  });

  it('is accessible', async () => {
    for (const step of [aStep('redirect'), aBareStep('redirect')]) {
      const { screen } = await mountScreen(new RedirectScreen(), step);
      await expectAccessible(screen);
    }
  });
});
