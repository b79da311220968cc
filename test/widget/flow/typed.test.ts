import { expect } from '@open-wc/testing';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { aStep } from '../helpers/contract-values.ts';
import { problem } from '../helpers/fake-bff.ts';
import { clientToken, mountFlow } from '../helpers/mount-flow.ts';
import { until } from '../helpers/until.ts';

describe('what was typed in <soft-pull-flow>', () => {
  const here = mountFlow();

  function draft() {
    return (here.screen as DetailsScreen).draft.values;
  }

  it('is still there after an answer without a decision', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.step = aStep('working');
    here.send({ type: 'apply', body: {} });
    await here.at('working');
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('details', { problem: { code: 'lender_unavailable' } }), '2');
    await here.at('details');
    expect(draft().first_name).to.equal('Ada');
    expect(here.shown).to.contain(en.common.problems.lender_unavailable.text);
  });

  it('is still there after the session ended and a new one took its place [wcag:session-ended]', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.plan('POST /application', () => problem(404, 'not_found'));
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.at('details');
    expect(draft().first_name).to.equal('Ada');
  });

  it("is still there when the merchant's own checkout has to be opened again", async () => {
    await here.begin([clientToken]);
    here.typeFirstName('Ada');
    here.bff.plan('POST /application', () => problem(401, 'unauthorized'));
    here.send({ type: 'apply', body: {} });
    await until(() => here.bff.called('POST /resume').length === 2);
    await here.at('details');
    expect(draft().first_name).to.equal('Ada');
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it('is still there when amount, order and language change', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.step = aStep('details', { amount: '700.00' });
    const change = { amount: '700.00', order_token: 'jwt', locale: 'es' } as const;
    here.configure(change);
    await until(() => here.shown.includes('$700.00') && here.shown.includes(es.form.title));
    expect(here.bff.called('PATCH /checkout').map(({ body }) => body)).to.deep.equal([change]);
    expect(draft().first_name).to.equal('Ada');
    expect(here.said).to.contain('$700.00');
  });

  it('is gone once there is a decision', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.bff.step = aStep('offers');
    here.send({ type: 'apply', body: {} });
    await here.at('offers');
    await until(() => here.bff.openStreams === 1);
    here.bff.push(aStep('details'), '2');
    await here.at('details');
    expect(draft().first_name).to.equal('');
  });

  it('is gone after a restart', async () => {
    await here.begin();
    here.typeFirstName('Ada');
    here.element.receive({ type: 'restart' });
    await until(() => here.bff.called('POST /checkouts').length === 2);
    await here.at('details');
    expect(draft().first_name).to.equal('');
  });

  it('keeps the session alive while typing, at most every five minutes [wcag:session-kept]', async () => {
    await here.begin();
    for (let minute = 0; minute < 11; minute++) {
      here.send({ type: 'typed' });
      await new Promise(requestAnimationFrame);
      here.timers.advance(60_000);
    }
    expect(here.bff.called('GET /checkout')).to.have.length(2);
  });
});
