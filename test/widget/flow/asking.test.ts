import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from '../helpers/contract-values.ts';
import { held, json, problem } from '../helpers/fake-bff.ts';
import { mountFlow } from '../helpers/mount-flow.ts';
import { find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('<soft-pull-flow> while the lender is asked for offers', () => {
  const here = mountFlow();

  /** Somebody has typed and agreed; nothing has been answered yet. */
  async function ask() {
    await here.begin();
    here.typeFirstName('Ada');
    find<HTMLElement>(here.screen, '#first_name').focus();
    const { answer, release } = held();
    here.bff.plan('POST /application', () => answer);
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /application').length === 1);
    return release;
  }

  async function wait() {
    const release = await ask();
    here.timers.advance(500);
    await here.at('working');
    return release;
  }

  it('leaves the form at once for no short answer', async () => {
    const release = await ask();
    here.timers.advance(499);
    await here.element.updateComplete;
    expect(here.screen.localName).to.equal('soft-pull-details-screen');
    release(json(200, { step: aStep('offers') }));
    await here.at('offers');
    here.timers.advance(500);
    await here.element.updateComplete;
    expect(here.screen.localName).to.equal('soft-pull-offers-screen');
  });

  it('says after half a second what is waited for, until the answer comes', async () => {
    const release = await wait();
    const { title, text } = en.outcome.working;
    expect(here.shown).to.contain(title);
    expect(here.shown).to.contain(text);
    expect(here.said).to.equal(title);
    await until(() => here.screen.shadowRoot?.activeElement?.className === 'title');
    here.timers.advance(25_000);
    await here.element.updateComplete;
    expect(here.shown).to.contain(title);
    expect(here.screen.shadowRoot?.querySelector('button')).to.equal(null);
    // The page hears of steps, and this is none.
    expect(here.heard('step').map(({ screen }) => screen)).to.deep.equal(['details']);
    release(json(200, { step: aStep('offers') }));
    await here.at('offers');
  });

  it('stays where the server then says the same', async () => {
    const release = await wait();
    const { screen } = here;
    here.bff.step = aStep('working');
    release(json(200, { step: aStep('working') }));
    await until(() => here.heard('step').at(-1)?.screen === 'working');
    await here.element.updateComplete;
    expect(here.screen).to.equal(screen);
  });

  it('is back in the form with all that was typed where nothing was decided', async () => {
    const release = await wait();
    release(problem(503, 'lender_unavailable', { retryable: true }));
    await here.at('details');
    expect(here.typedFirstName).to.equal('Ada');
    const { title } = en.common.problems.lender_unavailable;
    expect(here.shown).to.contain(title);
    expect(here.said).to.contain(title);
    await until(() => document.activeElement?.classList.contains('problem') === true);
  });

  it('is back in the form at what the lender does not take', async () => {
    const release = await wait();
    release(problem(400, 'invalid_applicant', { errors: { first_name: ['invalid'] } }));
    await here.at('details');
    expect(here.typedFirstName).to.equal('Ada');
    await until(() => document.activeElement?.classList.contains('summary') === true);
    expect(here.shown).to.contain(en.form.errors.invalid);
  });
});
