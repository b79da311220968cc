import { expect } from '@open-wc/testing';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from '../helpers/contract-values.ts';
import { problem } from '../helpers/fake-bff.ts';
import { mountFlow, stored } from '../helpers/mount-flow.ts';
import { find } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

const { title } = en.common.problems.lender_unavailable;
const undecided = aStep('details', {
  problem: { code: 'lender_unavailable', correlation_id: 'c-7' },
});
const told = {
  type: 'error',
  code: 'lender_unavailable',
  retryable: true,
  correlation_id: 'c-7',
};

describe('an application that the lender did not decide', () => {
  const here = mountFlow();

  async function apply(): Promise<void> {
    const before = here.heard('error').length;
    here.send({ type: 'apply', body: {} });
    await until(() => here.heard('error').length > before);
    await here.element.updateComplete;
  }

  it('is told to the page each time', async () => {
    await here.begin();
    here.bff.step = undecided;
    await apply();
    expect(here.heard('error')).to.deep.equal([told]);
    await until(() => here.shown.includes(title));
    await apply();
    expect(here.heard('error')).to.deep.equal([told, told]);
  });

  it('is told and read out when it comes after a wait', async () => {
    await here.begin();
    here.bff.step = aStep('working');
    here.send({ type: 'apply', body: {} });
    await here.at('working');
    await until(() => here.bff.openStreams === 1);
    here.bff.push(undecided, '2');
    await here.at('details');
    expect(here.heard('error')).to.deep.equal([told]);
    expect(here.said).to.contain(title);
  });

  it('is not told again for being looked at, changed around, or reloaded', async () => {
    here.bff.step = undecided;
    await here.begin([stored]);
    await until(() => here.shown.includes(title));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => here.bff.called('GET /checkout').length === 1);
    here.configure({ heading_level: 3 });
    here.configure({ heading_level: 3, amount: '700.00' });
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    await here.element.updateComplete;
    expect(here.heard('error')).to.deep.equal([]);
    expect(here.said).to.equal('');
  });

  it('is not told again, and keeps its marks, when the page changes something else', async () => {
    await here.begin();
    const errors = { first_name: ['not_accepted'] };
    here.bff.plan('POST /application', () => problem(422, 'invalid_applicant', { errors }));
    await apply();
    const isMarked = () =>
      find<HTMLInputElement>(here.screen, '#first_name').ariaInvalid === 'true';
    await until(isMarked);
    here.bff.step = aStep('details', { problem: { code: 'invalid_applicant' } });
    here.configure({ order_token: 'renewed' });
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    await here.element.updateComplete;
    await new Promise(requestAnimationFrame);
    expect(here.heard('error')).to.have.length(1);
    expect(isMarked()).to.equal(true);
  });

  it('is said in its own words as soon as the form is there', async () => {
    here.bff.step = undecided;
    await here.begin([stored]);
    expect(here.shown).to.include(title);
  });

  it('is told once where the call itself said so', async () => {
    await here.begin();
    here.bff.step = undecided;
    here.bff.plan('POST /application', () =>
      problem(503, 'lender_unavailable', { retryable: true }),
    );
    await apply();
    expect(here.heard('error')).to.have.length(1);
  });
});
