import { expect } from '@open-wc/testing';
import { ReviewScreen } from '../../../widget/screens/review-screen.ts';
import { WorkingScreen } from '../../../widget/screens/working-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, aLender, aStep, aUuid } from '../helpers/contract-values.ts';
import { holdTimers } from '../helpers/hold-timers.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

/** When the person is told that it takes longer than usual. */
const slowAfterMs = 30_000;

customElements.define('working-screen', WorkingScreen);
customElements.define('review-screen', ReviewScreen);

describe('<working-screen>', () => {
  const strings = en.outcome.working;
  const { letTimePass } = holdTimers(slowAfterMs);

  it('says how long it takes, and nothing of a decision', async () => {
    const { text } = await mountScreen(new WorkingScreen(), aStep('working'));
    expect(text()).to.contain(strings.usually);
    expect(text()).not.to.match(/declin|denied|reject/i);
  });

  it('asks nobody to stay once it is slow', async () => {
    const { screen, text, button, intents } = await mountScreen(
      new WorkingScreen(),
      aStep('working'),
    );
    expect(text()).to.contain(strings.text);
    letTimePass();
    await screen.updateComplete;
    expect(text()).to.contain(strings.slow);
    expect(text()).not.to.contain(strings.text);
    expect(text()).not.to.contain(strings.usually);
    button(en.outcome.checkAgain).click();
    expect(intents).to.deep.equal([{ type: 'announce', text: strings.slow }, { type: 'refresh' }]);
  });

  it('goes on counting where the page moves what it stands in by `moveBefore()`', async () => {
    const { screen, intents } = await mountScreen(new WorkingScreen(), aStep('working'));
    const { host } = screen.getRootNode() as ShadowRoot;
    const shelf = document.createElement('div');
    document.body.append(shelf);
    Reflect.get(shelf, 'moveBefore').call(shelf, host, null);
    expect(host.parentElement).to.equal(shelf);
    letTimePass();
    expect(intents).to.deep.equal([{ type: 'announce', text: strings.slow }]);
    shelf.remove();
  });

  it('is accessible', async () => {
    const { screen } = await mountScreen(new WorkingScreen(), aStep('working'));
    await expectAccessible(screen);
  });
});

describe('<working-screen> on a page that is loaded again', () => {
  const strings = en.outcome.working;
  const waitedMs = 20_000;
  const { letTimePass } = holdTimers(slowAfterMs - waitedMs);
  const { now } = Date;

  afterEach(() => {
    Date.now = now;
  });

  function mountAfter(milliseconds: number) {
    const step = aStep('working');
    Date.now = () => Date.parse(step.since) + milliseconds;
    return mountScreen(new WorkingScreen(), step);
  }

  it('counts from when the lender was asked', async () => {
    const { screen, text } = await mountAfter(waitedMs);
    expect(text()).to.contain(strings.usually);
    letTimePass();
    await screen.updateComplete;
    expect(text()).to.contain(strings.slow);
  });

  it('is slow from the start where that was long ago, and says so on the screen alone', async () => {
    const { text, intents } = await mountAfter(slowAfterMs);
    expect(text()).to.contain(strings.slow);
    expect(intents).to.deep.equal([]);
  });
});

describe('<review-screen>', () => {
  it('says that nothing is decided, what comes next, and who to ask', async () => {
    const { text } = await mountScreen(new ReviewScreen(), aStep('review'));
    const { title, next } = en.outcome.review;
    for (const said of [title, next, aLender.name, aLender.phone, aLender.address]) {
      expect(text()).to.contain(said);
    }
  });

  it('names nobody to ask where the lender is not known', async () => {
    const { text, root } = await mountScreen(new ReviewScreen(), aBareStep('review'));
    expect(text()).to.contain(en.outcome.review.next);
    expect(root.querySelector('dl')).to.equal(null);
  });

  it('says what to do where the lender waits for a code, and not that a person reviews', () => {
    for (const { outcome } of [en, es]) {
      expect(outcome.review.next).to.match(/a code|un código/);
      expect(outcome.review.text).not.to.match(/someone|persona/);
    }
  });

  it('can be asked to look again', async () => {
    const { button, intents } = await mountScreen(new ReviewScreen(), aStep('review'));
    button(en.outcome.checkAgain).click();
    expect(intents).to.deep.equal([{ type: 'refresh' }]);
  });

  it('leads back to the lender where an offer was chosen, which may wait for a code', async () => {
    const step = aStep('review', {
      consumer_invitation_link: 'https://lender.example/terms/abc',
      selected_offer_uuid: aUuid(1),
    });
    const { root, button, intents } = await mountScreen(new ReviewScreen(), step);
    button(en.outcome.redirect.go).click();
    expect(intents).to.deep.equal([{ type: 'go_to_lender', offerUuid: aUuid(1) }]);
    expect(root.innerHTML).not.to.contain('lender.example');
    const before = await mountScreen(new ReviewScreen(), aStep('review'));
    expect(() => before.button(en.outcome.redirect.go)).to.throw();
  });

  it('leads a return code there by the link that it has, and by no other', async () => {
    const selected_offer_uuid = aUuid(1);
    const byCode = { isByCode: true };
    const none = aStep('review', { selected_offer_uuid });
    const { root } = await mountScreen(new ReviewScreen(), none, byCode);
    expect(root.querySelectorAll('button').length).to.equal(1);
    const free = await mountScreen(new ReviewScreen(), none);
    expect(free.root.querySelectorAll('button').length).to.equal(2);
    const consumer_invitation_link = 'https://lender.example/terms/abc';
    const linked = aStep('review', { selected_offer_uuid, consumer_invitation_link });
    const { button, intents } = await mountScreen(new ReviewScreen(), linked, byCode);
    button(en.outcome.redirect.go).click();
    expect(intents).to.deep.equal([{ type: 'go_to_lender', offerUuid: aUuid(1) }]);
  });

  it('is accessible', async () => {
    for (const step of [aStep('review'), aBareStep('review')]) {
      const { screen } = await mountScreen(new ReviewScreen(), step);
      await expectAccessible(screen);
    }
  });
});
