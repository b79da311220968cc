import { expect } from '@open-wc/testing';
import { aStep } from '../helpers/contract-values.ts';
import { problem } from '../helpers/fake-bff.ts';
import { clientToken, mountFlow } from '../helpers/mount-flow.ts';
import { until } from '../helpers/until.ts';

describe('a checkout of the merchant’s server in <soft-pull-flow>', () => {
  const here = mountFlow();
  const takenUp = () => here.bff.called('POST /take-up').length;

  it('is taken up at the first input, once, and goes on by the handle of that', async () => {
    await here.begin([clientToken]);
    expect(takenUp()).to.equal(0);
    here.typeFirstName('A');
    await until(() => here.heard('handle').at(-1)?.resume === 'r-own');
    expect(here.heard('handle').at(-1)).to.deep.include({ opens_forms: true });
    here.typeFirstName('Ada');
    here.bff.plan('POST /application', () => problem(401, 'unauthorized'));
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /resume').length === 2);
    expect(here.bff.called('POST /resume').at(-1)?.body).to.deep.include({ resume: 'r-own' });
    expect(takenUp()).to.equal(1);
  });

  it('is taken up before it is applied for, where the first try failed', async () => {
    await here.begin([clientToken]);
    here.bff.plan('POST /take-up', () => problem(503, 'internal'));
    here.typeFirstName('Ada');
    await until(() => takenUp() === 1);
    here.bff.step = aStep('working');
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /application').length === 1);
    const calls = here.bff.calls.map(({ path }) => path.split('/').at(-1));
    expect(calls.indexOf('application')).to.be.greaterThan(calls.lastIndexOf('take-up'));
    expect(takenUp()).to.equal(2);
  });

  it('says that it is not there any more when another browser was first', async () => {
    await here.begin([clientToken]);
    here.bff.plan('POST /take-up', () => problem(401, 'token_expired'));
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    here.bff.plan('POST /resume', () => problem(404, 'not_found'));
    here.typeFirstName('Ada');
    await here.at('problem');
    expect(here.heard('error').at(-1)?.code).to.equal('not_found');
  });

  it('is no concern of what a page begins', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.step = aStep('working');
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /application').length === 1);
    expect(takenUp()).to.equal(0);
  });
});
