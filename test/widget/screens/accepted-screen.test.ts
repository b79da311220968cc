import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type BlockedReason, blockedReasons } from '../../../widget/contract/step.ts';
import { AcceptedScreen } from '../../../widget/screens/accepted-screen.ts';
import type { Intent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aBareStep, aStep } from '../helpers/contract-values.ts';
import { mountScreen } from '../helpers/mount-screen.ts';

customElements.define('accepted-screen', AcceptedScreen);

const strings = en.outcome.accepted;

function setup(change: Parameters<typeof aStep<'accepted'>>[1] = {}) {
  return mountScreen(new AcceptedScreen(), aStep('accepted', change));
}

describe('<accepted-screen>', () => {
  it('shows the loan, its limits and the state of the Payment Portal', async () => {
    const { text } = await setup();
    for (const said of [
      '7342 055 188',
      '$8,400.00',
      'July 29, 2026',
      strings.portalStatus.Active,
    ]) {
      expect(text()).to.contain(said);
    }
  });

  it('leaves out what the lender does not say', async () => {
    const bare = await mountScreen(new AcceptedScreen(), aBareStep('accepted'));
    expect(bare.text()).to.equal(`${strings.title} ${strings.text}`);
    const { text } = await mountScreen(
      new AcceptedScreen(),
      aBareStep('accepted', { loan_number: 'LN-2026-0042', charge_amount: '700.00' }),
    );
    expect(text()).to.contain(`${strings.loanNumber}LN-2026-0042`);
    expect(text()).to.contain(strings.pays.amount('$700.00'));
    const { available, window, portal } = strings;
    for (const unsaid of [en.outcome.offers.amount, available, window, portal]) {
      expect(text()).not.to.contain(unsaid);
    }
  });

  it('offers a first invitation where nobody knows of one', async () => {
    const { button, intents } = await mountScreen(
      new AcceptedScreen(),
      aBareStep('accepted', { blocked: 'portal_required' }),
    );
    button(strings.invite).click();
    expect(intents).to.deep.equal([{ type: 'invite_to_portal' }]);
  });

  it('lets the charge be tried where nobody says how the Payment Portal account stands', async () => {
    const { button, text, intents } = await setup({
      blocked: 'portal_required',
      portal_account_status: null,
    });
    expect(text()).to.contain(strings.blocked.portal_required.text);
    expect(text()).to.contain(strings.answerThere);
    button(strings.charge('$8,400.00')).click();
    expect(intents).to.deep.equal([{ type: 'charge' }]);
  });

  it('says what the lender and the shop need before a charge', async () => {
    for (const code of ['consumer_unreachable', 'fees_unknown'] as const) {
      const problem = { code, retryable: false, correlationId: null, fields: {} };
      const { text } = await mountScreen(new AcceptedScreen(), aStep('accepted'), { problem });
      expect(text()).to.contain(en.common.problems[code].text);
      expect(text()).not.to.contain(en.common.tryAgain);
    }
  });

  it('says until when the loan can be used as one says it in Spanish', async () => {
    const { text } = await mountScreen(new AcceptedScreen(), aStep('accepted'), {
      strings: es,
      locale: 'es',
    });
    expect(text()).to.match(/Úselo hasta el ?29 de julio de 2026/);
  });

  it('asks for the charge with its amount, by keyboard too', async () => {
    const { button, text, intents } = await setup({ charge_amount: '700.00' });
    expect(text()).to.contain(strings.answerThere);
    button(strings.charge('$700.00')).focus();
    await sendKeys({ press: 'Space' });
    expect(intents).to.deep.equal([{ type: 'charge' }]);
  });

  it('says what the charge is of the order', async () => {
    const said = async (order_amount?: string | null) => {
      const change = order_amount === undefined ? {} : { order_amount };
      return (await setup({ charge_amount: '700.00', ...change })).text();
    };
    expect(await said('700.00')).to.contain(strings.pays.whole('$700.00'));
    expect(await said('900.00')).to.contain(strings.pays.part('$700.00', '$900.00'));
    for (const unknown of [null, undefined]) {
      expect(await said(unknown)).to.contain(strings.pays.amount('$700.00'));
    }
  });

  it('has one main button, which says what it does with the amount', async () => {
    const { root } = await setup({ charge_amount: '6200.00' });
    const main = [...root.querySelectorAll('.primary')].map((one) => one.textContent?.trim());
    expect(main).to.deep.equal(['Pay $6,200.00 with this loan']);
    expect(es.outcome.accepted.charge('$6,200.00')).to.equal('Pagar $6,200.00 con este préstamo');
  });

  it('has no button where there is nothing to charge', async () => {
    const { root } = await setup({ charge_amount: null });
    expect(root.querySelectorAll('button')).to.have.length(0);
  });

  const waysOn: Record<BlockedReason, Intent['type'][]> = {
    order_required: ['refresh'],
    portal_required: ['invite_to_portal', 'refresh'],
    bank_required: ['refresh'],
    suspended: ['refresh'],
  };
  for (const blocked of blockedReasons) {
    it(`says why nothing can be charged, and what to do: ${blocked}`, async () => {
      const { text, root, intents } = await setup({ blocked });
      expect(text()).to.contain(strings.blocked[blocked].title);
      for (const button of root.querySelectorAll('button')) button.click();
      expect(intents.map(({ type }) => type)).to.deep.equal(waysOn[blocked]);
    });
  }

  it('calls no loan ready that is on hold, and nothing available', async () => {
    const { text } = await setup({ blocked: 'suspended' });
    expect(text()).to.contain(strings.loanNumber);
    for (const unsaid of [strings.title, strings.available]) {
      expect(text()).not.to.contain(unsaid);
    }
  });

  it('names no hold, which is one reason of several: the time may be over, or all is spent', () => {
    const said = Object.values({
      ...strings.blocked.suspended,
      ...es.outcome.accepted.blocked.suspended,
    });
    for (const text of said) expect(text).not.to.match(/hold|pausa/);
  });

  it('says where the telephone number of the lender is found for a loan on hold', async () => {
    const { text } = await setup({ blocked: 'suspended' });
    expect(text()).to.contain('phone number is in your loan documents');
  });

  it('says what came of looking again and of the invitation', async () => {
    const { screen, button, text, update, intents } = await setup({ blocked: 'portal_required' });
    for (const [name, said] of [
      [en.outcome.checkAgain, en.outcome.answers.refresh],
      [strings.inviteAgain, en.outcome.answers.invite_to_portal],
    ] as const) {
      button(name).click();
      await update({ busy: 'waiting' });
      screen.step = { ...screen.step };
      await update({ busy: 'idle' });
      expect(text()).to.contain(said);
      expect(intents.at(-1)).to.deep.equal({ type: 'announce', text: said });
    }
    button(en.outcome.checkAgain).click();
    await update({ busy: 'waiting' });
    screen.step = aStep('accepted', { blocked: 'bank_required' });
    await update({ busy: 'idle' });
    expect(text()).not.to.contain(en.outcome.answers.refresh);
  });

  it('says that the invitation can be asked for once an hour, as the BFF has it', () => {
    expect(en.outcome.answers.invite_to_portal).to.contain('an hour');
    expect(es.outcome.answers.invite_to_portal).to.contain('una hora');
  });

  it('says nothing of an invitation that was not needed any more', async () => {
    const { screen, button, text, update, intents } = await setup({
      blocked: 'portal_required',
      portal_account_status: 'Invited',
    });
    button(strings.inviteAgain).click();
    await update({ busy: 'waiting' });
    screen.step = aStep('accepted');
    await update({ busy: 'idle' });
    expect(text()).not.to.contain(en.outcome.answers.invite_to_portal);
    expect(intents).to.deep.equal([{ type: 'invite_to_portal' }]);
  });

  it('says what came of it also after a second try', async () => {
    const { screen, button, text, update } = await setup({ blocked: 'portal_required' });
    button(strings.inviteAgain).click();
    await update({ busy: 'waiting' });
    const problem = { code: 'network', retryable: true, correlationId: null, fields: {} } as const;
    await update({ busy: 'idle', problem });
    button(en.common.tryAgain).click();
    await update({ busy: 'waiting', problem: null });
    screen.step = { ...screen.step };
    await update({ busy: 'idle' });
    expect(text()).to.contain(en.outcome.answers.invite_to_portal);
  });

  it('says nothing of what was called off', async () => {
    const { button, text, update } = await setup({ blocked: 'portal_required' });
    button(en.outcome.checkAgain).click();
    await update({ busy: 'waiting' });
    await update({ busy: 'idle' });
    expect(text()).not.to.contain(en.outcome.answers.refresh);
  });

  it('says nothing of what failed but the problem', async () => {
    const { button, text, update } = await setup({ blocked: 'portal_required' });
    button(en.outcome.checkAgain).click();
    await update({ busy: 'waiting' });
    const problem = { code: 'network', retryable: true, correlationId: null, fields: {} } as const;
    await update({ busy: 'idle', problem });
    expect(text()).not.to.contain(en.outcome.answers.refresh);
    expect(text()).to.contain(en.common.problems.network.title);
    expect(text()).not.to.contain(en.common.reference('').trim());
    await update({ problem: { ...problem, correlationId: 'c-7' } });
    expect(text()).to.contain(en.common.reference('c-7'));
  });

  it('offers to send the invitation again once there was one', async () => {
    const { button } = await setup({
      blocked: 'portal_required',
      portal_account_status: 'Invited',
    });
    expect(button(strings.inviteAgain)).to.be.instanceOf(HTMLElement);
  });

  it('sends nobody to an invitation whose Payment Portal is locked', async () => {
    const { text, root, intents } = await setup({
      blocked: 'portal_required',
      portal_account_status: 'Locked',
    });
    expect(text()).to.contain(strings.blocked.portal_locked.text);
    expect(text()).not.to.contain(strings.blocked.portal_required.title);
    for (const button of root.querySelectorAll('button')) button.click();
    expect(intents).to.deep.equal([{ type: 'refresh' }]);
  });

  it('keeps the focus when the button that had it goes with what was in the way', async () => {
    const { screen, root, button } = await setup({ blocked: 'portal_required' });
    button(en.outcome.checkAgain).focus();
    screen.step = aStep('accepted', { blocked: 'bank_required' });
    await screen.updateComplete;
    expect(root.activeElement).to.equal(button(en.outcome.checkAgain));
    screen.step = aStep('accepted');
    await screen.updateComplete;
    expect(root.activeElement?.className).to.equal('title');
  });

  it('is accessible, free and blocked', async () => {
    for (const blocked of [null, 'portal_required', 'suspended'] as const) {
      const { screen } = await setup({ blocked });
      await expectAccessible(screen);
    }
    const bare = await mountScreen(new AcceptedScreen(), aBareStep('accepted'));
    await expectAccessible(bare.screen);
  });
});
