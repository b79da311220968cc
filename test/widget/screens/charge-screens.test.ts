import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { chargeOutcomes } from '../../../widget/contract/outcome.ts';
import { ChargeOutcomeScreen } from '../../../widget/screens/charge-outcome-screen.ts';
import { ChargePendingScreen } from '../../../widget/screens/charge-pending-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, aLender, aStep } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('charge-pending-screen', ChargePendingScreen);
customElements.define('charge-outcome-screen', ChargeOutcomeScreen);

describe('<charge-pending-screen>', () => {
  const strings = en.outcome.chargePending;

  it('says how much, until when, how the link was sent and what is asked there', async () => {
    const { text } = await mountScreen(new ChargePendingScreen(), aStep('charge_pending'));
    const { message, identity } = strings;
    for (const said of ['$8,400.00', message.both(aLender.name), identity]) {
      expect(text()).to.contain(said);
    }
    expect(text()).to.match(/March 3, 2026.* 7:00\sAM PST/);
  });

  it('shows the loan number that is to be entered, or says where it is found', async () => {
    const full = await mountScreen(new ChargePendingScreen(), aStep('charge_pending'));
    expect(full.text()).to.contain(`${en.outcome.accepted.loanNumber} 7342 055 188`);
    const number = getComputedStyle(full.query('.needed .number'));
    expect(Number.parseFloat(number.fontSize)).to.be.greaterThan(24);
    expect(number.userSelect).to.equal('all');
    expect(full.text()).not.to.contain(strings.numberInDocuments);
    const bare = await mountScreen(new ChargePendingScreen(), aBareStep('charge_pending'));
    expect(bare.text()).to.contain(`${strings.identity} ${strings.numberInDocuments}`);
    expect(bare.text()).not.to.match(/null|undefined/);
  });

  it('says in the reader’s language that only an e-mail was sent, and nothing meant for the shop', async () => {
    const step = aStep('charge_pending', {
      notifications: { sms: 'skipped_opted_out', email: 'sent' },
      warning: 'The consumer cannot be reached by SMS; an e-mail was sent instead.',
    });
    const { text } = await mountScreen(new ChargePendingScreen(), step, {
      strings: es,
      locale: 'es',
    });
    const { noSms, message } = es.outcome.chargePending;
    expect(text()).to.contain(`${noSms.skipped_opted_out} ${message.email(aLender.name)}`);
    expect(text()).not.to.contain(step.warning);
  });

  it('says what the message looks like, and from whom it is', async () => {
    const said = async (change: Parameters<typeof aStep<'charge_pending'>>[1]) =>
      (await mountScreen(new ChargePendingScreen(), aStep('charge_pending', change))).text();
    const { message, noSms, theLender } = strings;
    const sent = await said({ notifications: { sms: 'sent', email: 'none' } });
    expect(sent).to.contain(message.sms(aLender.name));
    // Nobody has to be called for it.
    expect(sent).not.to.contain(aLender.phone);
    expect(
      await said({ lender: null, notifications: { sms: 'failed', email: 'sent' } }),
    ).to.contain(`${noSms.failed} ${message.email(theLender)}`);
    const none = await said({ notifications: { sms: 'failed', email: 'none' } });
    expect(none).to.contain(`${message.none(aLender.name)} ${aLender.phone}`);
  });

  it('keeps a name that cannot be broken within a narrow screen', async () => {
    const lender = { ...aLender, name: 'www.homeimprovementfinancing.lender.example' };
    const step = aStep('charge_pending', { lender });
    const { screen, query } = await mountScreen(new ChargePendingScreen(), step);
    screen.style.inlineSize = '15rem';
    expect(query('.lead').scrollWidth).to.equal(query('.lead').clientWidth);
  });

  it('can be asked to look again', async () => {
    const { button, intents } = await mountScreen(
      new ChargePendingScreen(),
      aStep('charge_pending'),
    );
    button(en.outcome.checkAgain).focus();
    await sendKeys({ press: 'Enter' });
    expect(intents).to.deep.equal([{ type: 'refresh' }]);
  });

  it('is accessible', async () => {
    for (const step of [aStep('charge_pending'), aBareStep('charge_pending')]) {
      const { screen } = await mountScreen(new ChargePendingScreen(), step);
      await expectAccessible(screen);
    }
  });
});

describe('<charge-outcome-screen>', () => {
  for (const outcome of chargeOutcomes) {
    it(`tells how it ended and is accessible: ${outcome}`, async () => {
      const step = aStep('charge_outcome', { outcome });
      const { screen, text } = await mountScreen(new ChargeOutcomeScreen(), step);
      expect(text()).to.contain(en.outcome.chargeOutcome[outcome].title);
      expect(text()).to.contain('$8,400.00');
      await expectAccessible(screen);
    });
  }

  for (const outcome of ['held', 'refunded', 'reversed', 'unresolved'] as const) {
    for (const [strings, locale] of [
      [en, 'en'],
      [es, 'es'],
    ] as const) {
      it(`invites nobody to pay again, and says whom to ask: ${outcome}, ${locale}`, async () => {
        const step = aBareStep('charge_outcome', { outcome });
        const context = { strings, locale };
        const { root, text } = await mountScreen(new ChargeOutcomeScreen(), step, context);
        const { mayRepeat, askShop } = strings.outcome.chargeOutcome;
        expect(text()).to.contain(strings.outcome.chargeOutcome[outcome].text);
        expect(text()).to.contain(askShop);
        expect(text()).not.to.contain(mayRepeat);
        expect(root.querySelector('button')).to.equal(null);
      });
    }
  }

  it('says that the shop knows only where its server has been told', async () => {
    const { approved, held } = en.outcome.chargeOutcome;
    for (const [merchant_told, said, unsaid] of [
      [true, approved.text, held.text],
      [false, held.text, approved.text],
    ] as const) {
      const step = aStep('charge_outcome', { outcome: 'approved', merchant_told });
      const { text } = await mountScreen(new ChargeOutcomeScreen(), step);
      expect(text()).to.contain(said);
      expect(text()).not.to.contain(unsaid);
    }
  });

  for (const [strings, locale] of [
    [en, 'en'],
    [es, 'es'],
  ] as const) {
    it(`says what the payment is of an order that it does not pay in full: ${locale}`, async () => {
      const { accepted, chargeOutcome } = strings.outcome;
      const { title, text: whole } = chargeOutcome.approved;
      for (const merchant_told of [true, false]) {
        const paid = { amount: '7500.00', order_amount: '8400.00', merchant_told };
        const step = aStep('charge_outcome', paid);
        const context = { strings, locale };
        const { text } = await mountScreen(new ChargeOutcomeScreen(), step, context);
        expect(text()).to.contain(`${title} ${accepted.pays.part('$7,500.00', '$8,400.00')}`);
        for (const unsaid of [whole, chargeOutcome.held.text]) {
          expect(text()).not.to.contain(unsaid);
        }
      }
      expect(title).not.to.match(/all done|todo listo/i);
    });
  }

  it('calls nobody the one who approved: the shop may have, by the authority it was given', () => {
    for (const { outcome } of [en, es]) {
      expect(outcome.chargeOutcome.approved.title).not.to.match(/\byou\b|usted/i);
    }
  });

  it('says that nothing was paid wherever nothing was', () => {
    for (const [{ outcome }, nothing] of [
      [en, 'Nothing was paid.'],
      [es, 'No se pagó nada.'],
    ] as const) {
      for (const ended of ['rejected', 'expired', 'canceled', 'failed'] as const) {
        expect(outcome.chargeOutcome[ended].text, ended).to.equal(nothing);
      }
    }
  });

  it('says of a refund how much it is, where it goes and what comes next', async () => {
    const step = aStep('charge_outcome', { outcome: 'refunded' });
    const { text } = await mountScreen(new ChargeOutcomeScreen(), step);
    const { refunded, refundedAmount, next, afterRefund, askShop } = en.outcome.chargeOutcome;
    for (const said of [refunded.title, `${refundedAmount}$8,400.00`, next, afterRefund, askShop]) {
      expect(text()).to.contain(said);
    }
  });

  it('asks not to pay again while nobody knows whether the charge was made', async () => {
    expect(en.outcome.chargeOutcome.unresolved.text).to.contain('do not pay again');
    expect(es.outcome.chargeOutcome.unresolved.text).to.contain('No pague otra vez');
  });

  it('says what to do next where nothing was paid, and nothing of that where it was', async () => {
    const { mayRepeat, askShop } = en.outcome.chargeOutcome;
    for (const [change, expected] of [
      [{ outcome: 'approved' }, []],
      [{ outcome: 'rejected' }, [askShop]],
      [{ outcome: 'rejected', may_charge_again: true }, [mayRepeat]],
    ] as const) {
      const step = aStep('charge_outcome', change);
      const { text } = await mountScreen(new ChargeOutcomeScreen(), step);
      const said = [mayRepeat, askShop].filter((each) => text().includes(each));
      expect(said, JSON.stringify(change)).to.deep.equal(expected);
    }
  });

  it('offers another charge only where there may be one', async () => {
    const final = await mountScreen(new ChargeOutcomeScreen(), aStep('charge_outcome'));
    expect(final.root.querySelector('button')).to.equal(null);

    const step = aStep('charge_outcome', { outcome: 'rejected', may_charge_again: true });
    const open = await mountScreen(new ChargeOutcomeScreen(), step);
    open.button(en.outcome.chargeOutcome.again('$8,400.00')).focus();
    await sendKeys({ press: 'Enter' });
    expect(open.intents).to.deep.equal([{ type: 'charge' }]);

    open.screen.step = { ...step, charge_amount: '7900.00' };
    await open.screen.updateComplete;
    open.button(en.outcome.chargeOutcome.again('$7,900.00'));
  });
});
