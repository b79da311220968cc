import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { askLenderReasons } from '../../../widget/contract/outcome.ts';
import { AskLenderScreen } from '../../../widget/screens/ask-lender-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, aLender, aStep } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('ask-lender-screen', AskLenderScreen);

describe('<ask-lender-screen>', () => {
  for (const reason of askLenderReasons) {
    it(`says where the application is and that no other is needed: ${reason}`, async () => {
      for (const [strings, locale] of [
        [en, 'en'],
        [es, 'es'],
      ] as const) {
        const step = aStep('ask_lender', { reason });
        const { text } = await mountScreen(new AskLenderScreen(), step, { strings, locale });
        const { title, next, [reason]: said } = strings.outcome.askLender;
        expect(text()).to.contain(`${title} ${said} ${next}`);
      }
    });
  }

  it('says whom to call, and with which number', async () => {
    const { text, query } = await mountScreen(new AskLenderScreen(), aStep('ask_lender'));
    const { loanNumber } = en.outcome.accepted;
    for (const said of [aLender.name, aLender.phone, `${loanNumber}7342 055 188`]) {
      expect(text()).to.contain(said);
    }
    expect(query<HTMLAnchorElement>('a').href).to.equal('tel:18005550142');
  });

  it('names neither lender nor number that is not known', async () => {
    const { root, text } = await mountScreen(new AskLenderScreen(), aBareStep('ask_lender'));
    expect(root.querySelector('dl')).to.equal(null);
    expect(text()).not.to.match(/null|undefined/);
  });

  it('leaves out of the lender what is not known of it', async () => {
    const lender = { name: 'A bank', nmls_id: '', phone: '', address: '' };
    const { root, text } = await mountScreen(
      new AskLenderScreen(),
      aBareStep('ask_lender', { lender }),
    );
    expect(root.querySelectorAll('dt')).to.have.length(1);
    expect(text()).to.contain('A bank');
    expect(text()).not.to.contain('NMLS');
  });

  it('offers no other application, and can be asked to look again', async () => {
    const { root, button, intents } = await mountScreen(new AskLenderScreen(), aStep('ask_lender'));
    expect(root.querySelectorAll('button')).to.have.length(1);
    button(en.outcome.checkAgain).focus();
    await sendKeys({ press: 'Enter' });
    expect(intents).to.deep.equal([{ type: 'refresh' }]);
  });

  it('is accessible', async () => {
    for (const step of [aStep('ask_lender'), aBareStep('ask_lender')]) {
      const { screen } = await mountScreen(new AskLenderScreen(), step);
      await expectAccessible(screen);
    }
  });
});
