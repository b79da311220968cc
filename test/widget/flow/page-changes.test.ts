import { expect } from '@open-wc/testing';
import { disguised } from '../../../widget/strings/ar-xb.ts';
import { en } from '../../../widget/strings/en.ts';
import { aStep } from '../helpers/contract-values.ts';
import { held, json, networkFailure, problem } from '../helpers/fake-bff.ts';
import { clientToken, mountFlow, settings, shadowOf, stored } from '../helpers/mount-flow.ts';
import { findButton } from '../helpers/mount-screen.ts';
import { until } from '../helpers/until.ts';

const { problems } = en.common;
const arXb = disguised(en);

describe('what the page changes', () => {
  const here = mountFlow();

  const outOfRange = () => problem(422, 'amount_out_of_range');

  describe('an address to return to', () => {
    const return_url = 'https://shop.example/cart?size=2';

    it('is told on any screen', async () => {
      here.bff.step = aStep('offers');
      await here.begin([stored]);
      await here.at('offers');
      here.configure({ return_url });
      await until(() => here.told.length === 1);
      expect(here.told).to.deep.equal([{ return_url }]);
    });

    it('is left to the merchant’s server for a checkout that it made', async () => {
      await here.begin([clientToken]);
      here.configure({ return_url, locale: 'es' });
      await until(() => here.told.length === 1);
      expect(here.told).to.deep.equal([{ locale: 'es' }]);
    });
  });

  describe('an amount', () => {
    it('that cannot be financed holds the application up until the page mends it', async () => {
      await here.begin();
      here.typeFirstName('Ada');
      here.bff.plan('PATCH /checkout', outOfRange, outOfRange);
      here.configure({ amount: '1.00' });
      await until(() => here.shown.includes(problems.amount_out_of_range.title));
      expect(here.shown).to.contain('$1.00');
      expect(here.shown).not.to.contain('$8,400.00');
      here.send({ type: 'apply', body: {} });
      await until(() => here.told.length === 2);
      await until(() => here.heard('error').length === 2);
      expect(here.bff.called('POST /application')).to.have.length(0);
      here.configure({ amount: '700.00' });
      await until(() => !here.shown.includes(problems.amount_out_of_range.title));
      here.bff.step = aStep('offers');
      here.send({ type: 'apply', body: {} });
      await here.at('offers');
      expect(here.told).to.deep.equal([
        { amount: '1.00' },
        { amount: '1.00' },
        { amount: '700.00' },
      ]);
    });

    it('that is not taken yet is the one that is shown, whatever is waited for', async () => {
      await here.begin();
      here.bff.plan('PATCH /checkout', outOfRange);
      here.configure({ amount: '1.00' });
      await until(() => here.shown.includes(problems.amount_out_of_range.title));
      const amounts = new Set<string | undefined>();
      const isShown = () => amounts.add(/\$[\d,.]+/.exec(here.shown)?.[0]);
      const watch = new MutationObserver(isShown);
      const changes = { characterData: true, childList: true, subtree: true };
      watch.observe(here.screen, changes);
      isShown();
      const { answer, release } = held();
      here.bff.plan('PATCH /checkout', () => answer);
      here.send({ type: 'apply', body: {} });
      await until(() => here.told.length === 2);
      await here.element.updateComplete;
      isShown();
      here.bff.plan('PATCH /checkout', networkFailure, networkFailure);
      here.configure({ amount: '700.00' });
      await here.element.updateComplete;
      release(outOfRange());
      await until(() => here.shown.includes(problems.network.title));
      isShown();
      watch.disconnect();
      expect([...amounts]).to.deep.equal(['$1.00', '$700.00']);
    });

    it('that cannot be read is shown as none', async () => {
      await here.begin();
      here.bff.plan('PATCH /checkout', () => problem(400, 'invalid_request'));
      here.configure({ amount: 'eight' });
      await until(() => here.shown.includes(problems.invalid_request.title));
      expect(here.shown).not.to.contain('$');
      here.configure({ amount: '700.00' });
      here.bff.step = aStep('details', { amount: '700.00' });
      await until(() => here.shown.includes('$700.00'));
    });

    it('that got lost is told again before the application', async () => {
      await here.begin();
      here.bff.plan('PATCH /checkout', networkFailure, networkFailure);
      here.configure({ amount: '700.00' });
      await until(() => here.shown.includes(problems.network.title));
      here.bff.step = aStep('offers');
      here.send({ type: 'apply', body: {} });
      await here.at('offers');
      expect(here.told).to.have.length(3);
      expect(here.told.at(-1)).to.deep.equal({ amount: '700.00' });
      expect(here.bff.calls.findLastIndex(({ method }) => method === 'PATCH')).to.be.lessThan(
        here.bff.calls.findIndex(({ path }) => path.endsWith('/application')),
      );
    });

    it('that takes the place of one that is being told is told after it', async () => {
      await here.begin();
      const { answer, release } = held();
      here.bff.plan('PATCH /checkout', () => answer);
      here.configure({ amount: '700.00' });
      await until(() => here.told.length === 1);
      here.configure({ amount: '900.00' });
      here.bff.step = aStep('details', { amount: '900.00' });
      release(json(200, { step: aStep('details', { amount: '700.00' }) }));
      await until(() => here.told.length === 2);
      expect(here.told).to.deep.equal([{ amount: '700.00' }, { amount: '900.00' }]);
      await until(() => here.shown.includes('$900.00'));
    });

    it('that comes too late is forgotten, and nobody is bothered', async () => {
      await here.begin();
      here.bff.plan('PATCH /checkout', () => problem(409, 'wrong_step'));
      here.configure({ amount: '700.00' });
      await until(() => here.bff.called('GET /checkout').length === 1);
      here.bff.step = aStep('offers');
      here.send({ type: 'apply', body: {} });
      await here.at('offers');
      expect(here.heard('error')).to.deep.equal([]);
      expect(here.told).to.have.length(1);
    });
  });

  it('is all that is told: not what stays, nor what the page takes away', async () => {
    await here.begin([], { order_token: 'jwt' });
    const return_url = 'https://shop.example/other';
    here.configure({ order_token: 'jwt', return_url });
    await until(() => here.told.length === 1);
    here.configure({ amount: null, order_token: null });
    await until(() => here.told.length === 2);
    expect(here.told).to.deep.equal([{ return_url }, { return_url: settings.return_url }]);
  });

  it('while the element is off the page is told when it is back', async () => {
    await here.begin();
    here.element.remove();
    here.configure({ amount: '700.00' });
    await new Promise(requestAnimationFrame);
    expect(here.told).to.deep.equal([]);
    document.body.append(here.element);
    await until(() => here.told.length === 1);
    expect(here.told).to.deep.equal([{ amount: '700.00' }]);
  });

  it('is told again when the person asks for it', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    here.bff.plan('PATCH /checkout', networkFailure, networkFailure);
    here.configure({ locale: 'es' });
    await until(() => here.heard('error').length === 1);
    here.send({ type: 'retry' });
    await until(() => here.told.length === 3);
    await until(() => here.screen.shadowRoot?.querySelector('.problem') === null);
    expect(here.told.at(-1)).to.deep.equal({ locale: 'es' });
  });

  it('that fails again when the person asks for it is said to have failed again', async () => {
    here.bff.step = aStep('offers');
    await here.begin([stored]);
    await here.at('offers');
    const refusal = () => problem(503, 'lender_unavailable', { retryable: true });
    const { answer, release } = held();
    here.bff.plan('PATCH /checkout', refusal, () => answer);
    here.configure({ return_url: 'https://shop.example/other' });
    const { title, text } = en.common.problems.lender_unavailable;
    const failure = `${title}. ${text}`;
    await until(() => here.said === failure);
    findButton(shadowOf(here.screen), en.common.tryAgain).click();
    await until(() => here.told.length === 2);
    expect(here.said).to.equal('');
    release(refusal());
    await until(() => here.said === failure);
  });

  it('is not told of a disguise, which is English to it', async () => {
    await here.begin();
    here.configure({ locale: 'ar-XB' });
    await until(() => here.shown.includes(arXb.form.title));
    expect(here.told).to.deep.equal([]);
    expect(here.bff.called('GET /disclosures').at(-1)?.path).to.contain('/disclosures/en?');
  });
});
