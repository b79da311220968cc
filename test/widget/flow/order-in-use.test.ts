import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep } from '../helpers/contract-values.ts';
import { json, problem as refusal } from '../helpers/fake-bff.ts';
import { mountFlow, stored } from '../helpers/mount-flow.ts';
import { until } from '../helpers/until.ts';

const { problems, startAgain } = en.common;
const inUse = aStep('details', { problem: { code: 'order_in_use' } });

describe('an order that has an application elsewhere', () => {
  const here = mountFlow();

  const press = async (label: string) => {
    const buttons = [...(here.screen.shadowRoot?.querySelectorAll('button') ?? [])];
    const button = buttons.find(({ textContent }) => textContent?.trim() === label);
    if (button === undefined) throw new Error(`no button ${label}`);
    button.click();
    await here.element.updateComplete;
  };

  it('is said in the form’s place, and a press begins all the same', async () => {
    here.bff.step = inUse;
    await here.begin([], { order_token: 'one' });
    await here.at('problem');
    expect(here.shown).to.contain(problems.order_in_use.title);
    expect(here.shown).to.contain(problems.order_in_use.text);
    expect(here.said).to.equal(`${problems.order_in_use.title}. ${problems.order_in_use.text}`);
    await expectAccessible(here.element);
    await press(startAgain);
    await here.at('details');
    expect(here.said).to.equal(en.form.title);
    expect(here.shown).not.to.contain(problems.order_in_use.title);
    expect(here.bff.called('POST /checkouts')).to.have.length(1);
    expect(here.heard('error')).to.deep.equal([]);
    here.bff.step = aStep('offers');
    here.send({ type: 'apply', body: {} });
    await here.at('offers');
  });

  it('has a loan, which stands, and says whom to ask', async () => {
    here.bff.step = aStep('details', { problem: { code: 'order_in_use', reached: 'accepted' } });
    await here.begin([], { order_token: 'one' });
    await here.at('problem');
    expect(here.shown).to.contain(problems.order_accepted.title);
    expect(here.shown).to.contain(problems.order_accepted.text);
    await press(startAgain);
    await here.at('details');
  });

  it('is said again where the application has become a loan meanwhile', async () => {
    here.bff.step = inUse;
    await here.begin([], { order_token: 'one' });
    await here.at('problem');
    await press(startAgain);
    await here.at('details');
    here.bff.step = aStep('details', { problem: { code: 'order_in_use', reached: 'accepted' } });
    here.send({ type: 'apply', body: {} });
    await here.at('problem');
    expect(here.shown).to.contain(problems.order_accepted.title);
    await press(startAgain);
    await here.at('details');
  });

  it('takes the place of a form whose order comes later, and keeps what was typed', async () => {
    await here.begin([stored]);
    here.typeFirstName('Ada');
    here.bff.plan('PATCH /checkout', () => json(200, { step: inUse }));
    here.configure({ order_token: 'one' });
    await here.at('problem');
    expect(here.heard('error')).to.deep.equal([]);
    await press(startAgain);
    await here.at('details');
    expect(here.typedFirstName).to.equal('Ada');
  });

  it('is announced in place of a token that was refused', async () => {
    here.bff.plan('POST /checkouts', () => refusal(422, 'order_invalid'));
    await here.begin([], { order_token: 'old' });
    await until(() => here.said.includes(problems.order_invalid.title));
    here.bff.step = inUse;
    here.configure({ order_token: 'new' });
    await until(() => here.said.includes(problems.order_in_use.title));
    expect(here.said).not.to.contain(problems.order_invalid.title);
  });

  it('is said again of the next checkout', async () => {
    here.bff.step = inUse;
    await here.begin([], { order_token: 'one' });
    await here.at('problem');
    await press(startAgain);
    await here.at('details');
    const another = { checkout_id: 'c2', token: 't9', resume: 'r9', step: inUse };
    here.bff.plan('POST /checkouts', () => json(201, another));
    here.element.receive({ type: 'restart' });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.at('problem');
  });
});
