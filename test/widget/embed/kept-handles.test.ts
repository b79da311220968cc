import { expect } from '@open-wc/testing';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { onFakeBff, placed } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

describe('the handles of <soft-pull-checkout>', () => {
  const here = onFakeBff();

  it('are kept for the tab and lead back after a reload', async () => {
    const element = await placed();
    expect(sessionStorage.getItem('soft-pull-checkout:pk_test:1')).to.equal('r1');
    element.remove();
    await placed();
    expect(here.bff.called('POST /checkouts').at(-1)?.body).to.include({ resume: 'r1' });
  });

  it('are kept apart by the id of the element, or its number', async () => {
    await placed({ id: 'cart' });
    await placed();
    await placed();
    expect(Object.keys(sessionStorage).sort()).to.deep.equal([
      'soft-pull-checkout:pk_test:1',
      'soft-pull-checkout:pk_test:2',
      'soft-pull-checkout:pk_test:cart',
    ]);
  });

  it('are taken out of the address, which stays what it was without them', async () => {
    location.hash = '#/cart?soft_pull_resume=r9';
    here.bff.step = aStep('accepted');
    const element = await placed();
    await until(() => element.step === 'accepted');
    expect(location.hash).to.equal('#/cart');
    expect(here.bff.called('POST /resume')[0]?.body).to.deep.equal({
      resume: 'r9',
      merchant: 'pk_test',
      locale: 'en',
      return_url: location.href,
    });
  });

  it('stay marked as foreign when they came by URL', async () => {
    location.hash = '#soft_pull_resume=r9';
    here.bff.step = aStep('offers');
    const element = await placed();
    await until(() => element.step === 'offers');
    expect(sessionStorage.getItem('soft-pull-checkout:pk_test:1')).to.equal('url r1');
  });

  it('that came by URL lead back after a reload, and leave the focus where it is', async () => {
    sessionStorage.setItem('soft-pull-checkout:pk_test:1', 'url r1');
    here.bff.step = aStep('accepted');
    const element = await placed();
    await until(() => element.step === 'accepted');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).to.equal(document.body);
    expect(here.bff.called('POST /resume')[0]?.body).to.include({ resume: 'r1' });
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it('are the own ones when the tab knows them already', async () => {
    sessionStorage.setItem('soft-pull-checkout:pk_test:1', 'r1');
    location.hash = '#soft_pull_resume=r1';
    here.bff.step = aStep('offers');
    const element = await placed();
    await until(() => element.step === 'offers');
    expect(sessionStorage.getItem('soft-pull-checkout:pk_test:1')).to.equal('r1');
  });

  it('that came by URL are left to the element whose checkout they lead to, while it is there', async () => {
    const checkout = aUuid(1);
    const cart = await placed({ id: 'cart' });
    sessionStorage.setItem('soft-pull-checkout:pk_test:cart', `own.${checkout}`);
    location.hash = `#soft_pull_resume=code.${checkout}`;
    await placed({ id: 'wishes' });
    expect(here.bff.called('POST /resume')).to.have.length(0);
    cart.remove();
    await placed({ id: 'gifts' });
    expect(here.bff.called('POST /resume')[0]?.body).to.include({ resume: `code.${checkout}` });
  });

  it("lead to the merchant's own checkout by its client token", async () => {
    await placed({ 'client-token': 'ct' });
    expect(here.bff.called('POST /resume')[0]?.body).to.include({ resume: 'ct' });
    expect(here.bff.called('POST /checkouts')).to.have.length(0);
  });

  it('are dropped by a restart', async () => {
    const element = await placed();
    element.restart();
    await until(() => here.bff.called('POST /checkouts').length === 2);
    expect(here.bff.called('POST /checkouts')[1]?.body).not.to.have.property('resume');
  });
});
