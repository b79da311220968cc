import { expect } from '@open-wc/testing';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { loadResults } from '../../../widget/load-results.ts';
import type { Intent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { aStep } from '../helpers/contract-values.ts';
import { held, problem } from '../helpers/fake-bff.ts';
import { fromUrl, mountFlow, settings, shadowOf, stored } from '../helpers/mount-flow.ts';
import { drawnInto, find, findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('the focus in <soft-pull-flow>', () => {
  const here = mountFlow();

  it('stays where it is when the page loads', async () => {
    await here.begin();
    expect(document.activeElement).to.equal(document.body);
  });

  it('follows the screen where it was inside [wcag:focus-moves]', async () => {
    await here.begin();
    find(here.screen, '#first_name').focus();
    here.bff.step = aStep('no_offers');
    here.send({ type: 'apply', body: {} });
    await here.at('no-offers');
    await until(() => here.screen.shadowRoot?.activeElement?.className === 'title');
  });

  it('goes to the problem that a call ended in [wcag:focus-moves]', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([stored]);
    await here.at('accepted');
    here.bff.plan('POST /charge', () => problem(409, 'charge_blocked'));
    here.send({ type: 'charge' });
    await until(() => shadowOf(here.screen).activeElement?.classList.contains('problem') === true);
  });

  const failures: [what: string, { step: CheckoutStep; intent: Intent; call: string }, Response][] =
    [
      [
        '.problem',
        { step: aStep('accepted'), intent: { type: 'charge' }, call: 'POST /charge' },
        problem(409, 'charge_blocked'),
      ],
      [
        '.summary',
        {
          step: aStep('details'),
          intent: { type: 'apply', body: {} },
          call: 'POST /application',
        },
        problem(422, 'invalid_applicant', { errors: { first_name: ['required'] } }),
      ],
    ];
  for (const [place, { step, intent, call }, refusal] of failures) {
    it(`stays on the page when a call has ended in a ${place}`, async () => {
      await loadResults();
      here.bff.step = step;
      await here.begin([stored]);
      await until(() => here.heard('step').length > 0);
      const { answer, release } = held();
      here.bff.plan(call, () => answer);
      here.send(intent);
      const elsewhere = document.createElement('input');
      document.body.append(elsewhere);
      elsewhere.focus();
      release(refusal);
      await until(() => drawnInto(here.screen).querySelector(place) !== null);
      await new Promise(requestAnimationFrame);
      expect(document.activeElement === elsewhere).to.equal(true);
      elsewhere.remove();
    });
  }

  it('stays on the page when it was there [wcag:focus-stays]', async () => {
    here.bff.step = aStep('working');
    await here.begin([stored]);
    await here.at('working');
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    elsewhere.focus();
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('offers'), '2');
    await here.at('offers');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).to.equal(elsewhere);
    expect(here.said).to.equal(en.outcome.offers.title(2));
    elsewhere.remove();
  });

  it('goes to the outcome for who comes back from the lender', async () => {
    here.bff.step = aStep('accepted');
    await here.begin([fromUrl]);
    await until(() => here.screen.shadowRoot?.activeElement?.className === 'title');
  });

  it('goes to the heading of a form that was served, although its texts are still fetched', async () => {
    const flow = document.createElement('soft-pull-flow');
    flow.innerHTML = `<soft-pull-details-screen>
      <div class="head"><h2 class="title" tabindex="-1">${es.form.title}</h2></div>
      <form></form>
    </soft-pull-details-screen>`;
    document.body.append(flow);
    flow.receive({ type: 'configure', settings: { ...settings, locale: 'es' } });
    flow.receive({ type: 'focus', prevent_scroll: false });
    await until(() => document.activeElement?.className === 'title');
    expect(flow.querySelector('.head') === null).to.equal(true);
    flow.remove();
  });

  /** @returns what lets the first screen come that was asked for by "Start again". */
  async function startAgainAndWait() {
    here.bff.step = aStep('expired');
    await here.begin([stored]);
    await here.at('expired');
    const { answer, release } = held();
    here.bff.plan('POST /checkouts', () => answer);
    const again = findButton(shadowOf(here.screen), en.common.startAgain);
    again.focus();
    again.click();
    await until(() => here.element.screen === null);
    return release;
  }

  it('is left to whoever has gone on elsewhere while a screen was awaited', async () => {
    const release = await startAgainAndWait();
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    elsewhere.focus();
    release(here.bff.session(aStep('details')));
    await here.at('details');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement === elsewhere).to.equal(true);
    elsewhere.remove();
  });

  it('is left to whoever has gone on around the frame while a screen was awaited', async () => {
    const release = await startAgainAndWait();
    // As a browser answers in a frame whose page has the focus.
    document.hasFocus = () => false;
    try {
      release(here.bff.session(aStep('details')));
      await here.at('details');
      await new Promise(requestAnimationFrame);
    } finally {
      Reflect.deleteProperty(document, 'hasFocus');
    }
    expect(document.activeElement === document.body).to.equal(true);
  });

  it('waits for whoever was inside and is in another tab, and leaves them what they press there', async () => {
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    // As a browser answers in a page that is not in front.
    document.hasFocus = () => false;
    try {
      for (const isPressed of [true, false]) {
        here.bff.step = aStep('working');
        await here.begin([stored]);
        await here.at('working');
        find(shadowOf(here.screen), '.title').focus();
        await until(() => here.bff.openStreams === 1);
        here.bff.push(aStep('offers'), '2');
        await here.at('offers');
        await here.element.updateComplete;
        expect(document.activeElement === document.body).to.equal(true);
        window.dispatchEvent(new FocusEvent('focus'));
        if (isPressed) elsewhere.focus();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const focused = shadowOf(here.screen).activeElement;
        expect(focused?.className).to.equal(isPressed ? undefined : 'title');
        elsewhere.blur();
        here.remove();
        here.mount();
      }
    } finally {
      Reflect.deleteProperty(document, 'hasFocus');
      elsewhere.remove();
    }
  });

  it('is at the screen that was awaited where nobody has gone on elsewhere', async () => {
    here.bff.step = aStep('expired');
    await here.begin([stored]);
    await here.at('expired');
    const again = findButton(shadowOf(here.screen), en.common.startAgain);
    again.focus();
    here.bff.step = aStep('details');
    again.click();
    await here.at('details');
    await until(() => document.activeElement?.className === 'title');
  });
});
