import { expect } from '@open-wc/testing';
import { loadResults } from '../../../widget/load-results.ts';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from '../helpers/contract-values.ts';
import { typed } from '../helpers/mount-details.ts';
import { mountFlow } from '../helpers/mount-flow.ts';
import { drawnInto, find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

describe('a double click in <soft-pull-flow>', () => {
  const here = mountFlow();

  function press(label: string, detail: number): void {
    const buttons = [...drawnInto(here.screen).querySelectorAll('button')];
    click(
      buttons.find(({ textContent }) => textContent.trim() === label),
      detail,
    );
  }

  /** As the browser counts: the second press within half a second has the detail 2. */
  function click(target: Element | undefined, detail: number): void {
    const how = { detail, bubbles: true, composed: true, cancelable: true };
    target?.dispatchEvent(new MouseEvent('click', how));
  }

  it('chooses nothing on the screen that its first press has led to', async () => {
    const { choose } = en.outcome.offers;
    const { go, backToOffers } = en.outcome.redirect;
    const calls = () =>
      here.bff.called('POST /select').length + here.bff.called('DELETE /selection').length;
    here.bff.step = aStep('offers');
    await here.begin();
    await here.at('offers');
    here.bff.step = aStep('redirect');
    press(choose, 1);
    await here.at('redirect');
    press(backToOffers, 2);
    press(backToOffers, 3);
    press(go, 1);
    await until(() => calls() === 2);
    expect(here.bff.called('POST /select')).to.have.length(2);
  });

  it('ticks nothing in the part of the form that its first press has led to', async () => {
    await Promise.all([here.begin(), loadResults()]);
    const form = here.screen as DetailsScreen;
    await until(() => form.context.texts.size > 0);
    Object.assign(form.draft.values, typed);
    form.draft.part = 2;
    form.requestUpdate();
    await form.updateComplete;
    click(find(form, 'form:not([hidden]) [type=submit]'), 1);
    await until(() => form.querySelector('#sms_consent') !== null);
    const box = find<HTMLInputElement>(form, '#sms_consent');
    click(box, 2);
    expect(box.checked).to.equal(false);
    click(box, 1);
    expect(box.checked).to.equal(true);
  });

  it('counts where it began', async () => {
    here.bff.step = aStep('charge_pending');
    await here.begin();
    await here.at('charge-pending');
    const reads = () => here.bff.called('GET /checkout').length;
    const before = reads();
    press(en.outcome.checkAgain, 1);
    await until(() => here.shown.includes(en.outcome.answers.refresh));
    press(en.outcome.checkAgain, 2);
    await until(() => reads() === before + 2);
  });
});
