import { expect } from '@open-wc/testing';
import { SoftPullCheckout, type SoftPullErrorEvent } from '../../../widget/index.ts';
import { IntentEvent } from '../../../widget/screens/screen-element.ts';
import { aStep } from '../helpers/contract-values.ts';
import { held, json } from '../helpers/fake-bff.ts';
import { aCheckout, onFakeBff, place, placed, screenOf, shown } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

describe('placing <soft-pull-checkout>', () => {
  const here = onFakeBff();

  function opened(): unknown[] {
    return here.bff.called('POST /checkouts').map(({ body }) => body);
  }

  /** Of each shadow root, from the page inwards; the form has none of its own. */
  function sheetsOf(element: SoftPullCheckout): (CSSStyleSheet[] | undefined)[] {
    const flow = element.shadowRoot?.querySelector('soft-pull-flow');
    const roots = [element.shadowRoot, flow?.shadowRoot, screenOf(element)?.shadowRoot];
    return roots.map((root) => root?.adoptedStyleSheets.slice());
  }

  /** As scripts do that swap a part of the page and keep an element of it. */
  function takeThroughAnotherDocument(element: SoftPullCheckout): void {
    new DOMParser().parseFromString('', 'text/html').body.append(element);
    document.body.append(element);
  }

  it('takes up what was changed while the element was off the page', async () => {
    const element = await placed();
    element.remove();
    element.amount = '700.00';
    await Promise.resolve();
    document.body.append(element);
    await until(() => here.bff.called('PATCH /checkout').length === 1);
    expect(here.bff.called('PATCH /checkout')[0]?.body).to.deep.equal({ amount: '700.00' });
  });

  it('goes on with the call that is under way when the page moves it by `moveBefore()`', async () => {
    const element = await placed();
    const { answer, release } = held();
    here.bff.plan('POST /application', () => answer);
    screenOf(element)?.dispatchEvent(new IntentEvent({ type: 'apply', body: {} }));
    await until(() => here.bff.called('POST /application').length === 1);
    const shelf = document.createElement('div');
    document.body.append(shelf);
    Reflect.get(shelf, 'moveBefore').call(shelf, element, null);
    here.bff.step = aStep('offers');
    release(json(200, { step: here.bff.step }));
    await until(() => element.step === 'offers');
    expect(here.bff.called('POST /application')).to.have.length(1);
    expect(here.bff.called('GET /checkout')).to.deep.equal([]);
    shelf.remove();
  });

  it('keeps its look and what was typed when a script parks it in another document', async () => {
    const element = await placed();
    const sheets = sheetsOf(element);
    const field = screenOf(element)?.querySelector('input') as HTMLInputElement;
    field.value = 'Ada';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    takeThroughAnotherDocument(element);
    expect(sheetsOf(element)).to.deep.equal(sheets);
    await until(() => here.bff.called('GET /checkout').length > 0);
    await element.shadowRoot?.querySelector('soft-pull-flow')?.updateComplete;
    expect(screenOf(element)?.querySelector('input')).to.equal(field);
    expect(field.value).to.equal('Ada');
    expect(opened()).to.have.length(1);
  });

  it('keeps the look of the offers there', async () => {
    here.bff.step = aStep('offers');
    const element = await placed();
    const sheets = sheetsOf(element);
    expect(sheets[2]).to.not.be.empty;
    takeThroughAnotherDocument(element);
    expect(sheetsOf(element)).to.deep.equal(sheets);
  });

  it('begins although the element was taken off the page while the flow was fetched', async () => {
    const element = place();
    await Promise.resolve();
    element.remove();
    await import('../../../widget/flow/define-flow.ts');
    await new Promise(requestAnimationFrame);
    document.body.append(element);
    await until(() => shown(element) !== '');
  });

  it('takes what the page set before the script was here, which is later than its markup', async () => {
    const early = document.createElement('soft-pull-early') as SoftPullCheckout;
    early.setAttribute('amount', '8400.00');
    document.body.append(early);
    Object.assign(early, { amount: '9000.00' });
    customElements.define('soft-pull-early', class extends SoftPullCheckout {});
    expect(early.amount).to.equal('9000.00');
    early.amount = '9100.00';
    expect(early.amount).to.equal('9100.00');
    early.remove();
  });

  it('reads an amount as people and frameworks write it', async () => {
    const element = aCheckout();
    for (const [written, read] of [
      [' 8400.00 ', '8400.00'],
      ['8400.', '8400'],
      [8400.5 as unknown as string, '8400.5'],
    ] as const) {
      element.amount = written;
      document.body.append(element);
      await until(() => opened().length > 0);
      expect(opened().at(-1)).to.include({ amount: read });
      element.remove();
      element.merchant = `${element.merchant}x`;
      here.bff.calls.length = 0;
    }
  });

  for (const [kind, address] of [
    ['is none', 'http://['],
    ['is too long', `/back?q=${'x'.repeat(1_900)}`],
  ] as const) {
    it(`says that it cannot work with a return address that ${kind}`, async () => {
      const heard: SoftPullErrorEvent[] = [];
      const listen = (event: SoftPullErrorEvent) => heard.push(event);
      window.addEventListener('soft-pull-error', listen);
      const element = place({ 'return-url': address });
      await until(() => heard.length === 1);
      window.removeEventListener('soft-pull-error', listen);
      expect(heard[0]).to.include({ code: 'misconfigured' });
      expect(opened()).to.have.length(0);
      expect(element.shadowRoot?.querySelector('[role=alert]')?.textContent).to.include(
        'not available on this page',
      );
    });
  }

  it('says that it cannot work with a server whose address has no scheme', async () => {
    const heard: SoftPullErrorEvent[] = [];
    const listen = (event: SoftPullErrorEvent) => heard.push(event);
    window.addEventListener('soft-pull-error', listen);
    const element = place({ server: 'localhost:9187' });
    await until(() => heard.length === 1);
    window.removeEventListener('soft-pull-error', listen);
    expect(heard[0]).to.include({ code: 'misconfigured' });
    const [finding] = await element.diagnose();
    expect(finding).to.include({ code: 'server_missing' });
    expect(finding?.message).to.include('localhost:9187');
    expect(finding?.message).to.include('http:// on localhost');
  });

  it('comes back to the page, but for what its address says of the consumer', async () => {
    const { search } = location;
    const prefix = search === '' ? '?' : `${search}&`;
    history.replaceState(null, '', `${prefix}order=7&email=jo%40shop.example`);
    await placed();
    history.replaceState(null, '', search || location.pathname);
    expect(opened()[0]).to.include({
      return_url: new URL(`${prefix}order=7&`, location.href).href,
    });
  });

  it('reads a return code from the address of a page whose links begin at another origin', async () => {
    const base = document.createElement('base');
    base.href = 'https://assets.example/';
    location.hash = '#/cart?soft_pull_resume=rb';
    document.head.append(base);
    try {
      here.bff.step = aStep('offers');
      const element = await placed();
      expect(element.step).to.equal('offers');
      expect(location.hash).to.equal('#/cart');
    } finally {
      base.remove();
    }
  });

  it('leaves a return code in the address until an element is on the page', async () => {
    location.hash = '#/cart?soft_pull_resume=rb';
    here.bff.step = aStep('offers');
    const element = aCheckout();
    expect(location.hash).to.equal('#/cart?soft_pull_resume=rb');
    document.body.append(element);
    expect(location.hash).to.equal('#/cart');
    await until(() => element.step === 'offers');
  });

  describe('twice', () => {
    it('numbers the elements in the order of the page', async () => {
      here.bff.plan(
        'POST /checkouts',
        () => json(201, { checkout_id: 'a', token: 't', resume: 'ra', step: aStep('details') }),
        () => json(201, { checkout_id: 'b', token: 't', resume: 'rb', step: aStep('details') }),
      );
      document.body.append(aCheckout({ amount: '700.00' }), aCheckout({ amount: '900.00' }));
      await until(() => sessionStorage.length === 2);
      const [first] = opened();
      expect(first).to.include({ amount: '700.00' });
      expect(sessionStorage.getItem('soft-pull-checkout:pk_test:1')).to.equal('ra');
      expect(sessionStorage.getItem('soft-pull-checkout:pk_test:2')).to.equal('rb');
    });

    it('leads back from the lender to the element that left', async () => {
      const [one, other] = [`${crypto.randomUUID()}.1.mac`, `${crypto.randomUUID()}.1.mac`];
      const code = `return.${other.split('.')[0]}.secret`;
      sessionStorage.setItem('soft-pull-checkout:pk_test:1', one);
      sessionStorage.setItem('soft-pull-checkout:pk_test:2', other);
      location.hash = `#soft_pull_resume=${code}`;
      here.bff.plan('POST /resume', () =>
        json(200, { checkout_id: 'b', token: 't', resume: other, step: aStep('accepted') }),
      );
      document.body.append(aCheckout(), aCheckout());
      await until(() => here.bff.calls.filter(({ method }) => method === 'POST').length === 2);
      expect(opened()).to.have.length(1);
      expect(opened()[0]).to.include({ resume: one });
      expect(here.bff.called('POST /resume')).to.have.length(1);
      expect(here.bff.called('POST /resume')[0]?.body).to.include({ resume: code, held: other });
    });

    it('leads back to the first in another browser', async () => {
      location.hash = '#soft_pull_resume=rb';
      here.bff.step = aStep('offers');
      const [first, second] = [aCheckout(), aCheckout()];
      document.body.append(first, second);
      await until(() => first.step === 'offers' && second.step !== null);
      expect(here.bff.called('POST /resume')).to.have.length(1);
      expect(opened()).to.have.length(1);
    });
  });
});
