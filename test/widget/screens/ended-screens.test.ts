import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CancelledScreen } from '../../../widget/screens/cancelled-screen.ts';
import { ExpiredScreen } from '../../../widget/screens/expired-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('cancelled-screen', CancelledScreen);
customElements.define('expired-screen', ExpiredScreen);

describe('<expired-screen>', () => {
  for (const reason of ['offers', 'review', 'application'] as const) {
    it(`says what expired and starts again by keyboard: ${reason}`, async () => {
      const { screen, text, button, intents } = await mountScreen(
        new ExpiredScreen(),
        aStep('expired', { reason }),
      );
      expect(text()).to.contain(en.outcome.expired[reason].title);
      button(en.common.startAgain).focus();
      await sendKeys({ press: 'Enter' });
      expect(intents).to.deep.equal([{ type: 'restart' }]);
      await expectAccessible(screen);
    });
  }
});

describe('<cancelled-screen>', () => {
  it('says where the telephone number of the lender is found for a loan', async () => {
    const step = aStep('cancelled', { reason: 'account_cancelled' });
    const { text } = await mountScreen(new CancelledScreen(), step);
    expect(text()).to.contain('phone number is in your loan documents');
  });

  for (const reason of ['terms_declined', 'account_cancelled', 'merchant_cancelled'] as const) {
    it(`says what happened and is accessible: ${reason}`, async () => {
      const { screen, text } = await mountScreen(
        new CancelledScreen(),
        aStep('cancelled', { reason }),
      );
      expect(text()).to.contain(en.outcome.cancelled[reason].title);
      await expectAccessible(screen);
    });
  }
});
