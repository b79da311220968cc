import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from '../helpers/contract-values.ts';
import { mountFlow, shadowOf } from '../helpers/mount-flow.ts';
import { until } from '../helpers/until.ts';

describe('a double click in <soft-pull-flow>', () => {
  const here = mountFlow();

  /** As the browser counts: the second press within half a second has the detail 2. */
  function press(button: string, detail: number): void {
    const found = [...shadowOf(here.screen).querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === button,
    );
    const how = { detail, bubbles: true, composed: true, cancelable: true };
    found?.dispatchEvent(new MouseEvent('click', how));
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

  it('counts where it began', async () => {
    here.bff.step = aStep('charge_pending');
    await here.begin();
    await here.at('charge-pending');
    const reads = () => here.bff.called('GET /checkout').length;
    const before = reads();
    press(en.common.checkAgain, 1);
    await until(() => here.shown.includes(en.common.answers.refresh));
    press(en.common.checkAgain, 2);
    await until(() => reads() === before + 2);
  });
});
