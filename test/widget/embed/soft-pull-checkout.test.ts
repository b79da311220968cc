import { expect } from '@open-wc/testing';
import { IntentEvent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { aStep, aUuid } from '../helpers/contract-values.ts';
import { bffOrigin, FakeBff, problem } from '../helpers/fake-bff.ts';
import { clearPage, place, placed, screenOf, shown } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

const eventNames = [
  ...['ready', 'step-change', 'decision', 'offer-selected', 'redirect', 'accepted'],
  ...['ask-lender', 'charge-requested', 'charge-outcome', 'expired', 'error'],
].map((name) => `soft-pull-${name}`);

describe('<soft-pull-checkout>', () => {
  let bff: FakeBff;
  let heard: Event[];

  const listen = (event: Event) => {
    heard.push(event);
    // Going away would end the tests.
    if (event.type === 'soft-pull-redirect') event.preventDefault();
  };

  beforeEach(() => {
    bff = new FakeBff();
    heard = [];
    for (const name of eventNames) window.addEventListener(name, listen);
  });

  afterEach(() => {
    for (const name of eventNames) window.removeEventListener(name, listen);
    clearPage();
    bff.uninstall();
  });

  function names(): string[] {
    return heard.map(({ type }) => type.replace('soft-pull-', ''));
  }

  async function hears(name: string): Promise<Event> {
    await until(() => names().includes(name));
    const event = heard.find(({ type }) => type === `soft-pull-${name}`);
    if (event === undefined) throw new Error(`no ${name}`);
    return event;
  }

  it('renders the first screen and says where it stands', async () => {
    const element = await placed();
    expect(shown(element)).to.contain(en.form.title);
    expect(element.step).to.equal('details');
    expect(element.checkoutId).to.equal('c1');
    await hears('ready');
    expect(names()).to.deep.equal(['ready', 'step-change']);
  });

  it('is registered once, however often the script is loaded', async () => {
    const again = '../../../widget/soft-pull-checkout.ts?again';
    await import(again);
    expect(customElements.get('soft-pull-checkout')).to.be.a('function');
  });

  it('has its attributes as properties', () => {
    const element = place({
      'order-token': 'jwt',
      'client-token': 'ct',
      'return-url': '/back',
      'heading-level': '3',
      locale: 'es',
    });
    expect(element).to.include({
      server: bffOrigin,
      merchant: 'pk_test',
      amount: '8400.00',
      orderToken: 'jwt',
      clientToken: 'ct',
      returnUrl: '/back',
      headingLevel: 3,
      locale: 'es',
      isolation: 'inline',
    });
  });

  it('opens a checkout with what the page says', async () => {
    await placed({ 'order-token': 'jwt', 'return-url': '/back?x=1' });
    expect(bff.called('POST /checkouts').map(({ body }) => body)).to.deep.equal([
      {
        merchant: 'pk_test',
        amount: '8400.00',
        order_token: 'jwt',
        return_url: new URL('/back?x=1', location.href).href,
        locale: 'en',
      },
    ]);
  });

  it('speaks the language of the page, or its own', async () => {
    document.documentElement.lang = 'es-US';
    expect(shown(await placed())).to.contain(es.form.title);
    document.documentElement.lang = 'en';
    expect(shown(await placed({ locale: 'es' }))).to.contain(es.form.title);
  });

  it('puts its headings on the level it was given [wcag:heading-level]', async () => {
    const element = await placed({ 'heading-level': '4' });
    expect(screenOf(element)?.querySelector('h4.title')).not.to.equal(null);
  });

  it('says that it cannot work without a merchant, and works once it has one', async () => {
    const element = place({ merchant: '' });
    const error = await hears('error');
    expect(error).to.include({ code: 'misconfigured', retryable: false });
    expect(Reflect.get(error, 'correlation_id')).to.match(/^\d{10,}$/);
    element.merchant = 'pk_test';
    await until(() => screenOf(element) !== null);
  });

  describe('events', () => {
    it('bubble out of every shadow root', async () => {
      const inner = document.createElement('div');
      document.body.append(inner);
      const root = inner.attachShadow({ mode: 'open' });
      root.append(place());
      await hears('ready');
      inner.remove();
    });

    it('tell each outcome once a page load, whoever tells it', async () => {
      bff.step = aStep('accepted');
      const element = await placed();
      await hears('accepted');
      element.remove();
      await placed();
      expect(names().filter((name) => name === 'accepted')).to.have.length(1);
    });

    it('tell that only the lender knows what came of the application', async () => {
      bff.step = aStep('ask_lender');
      await placed();
      expect(await hears('ask-lender')).to.include({ reason: 'unreadable', bubbles: true });
    });

    it('carry what the contract names, and nothing of the person', async () => {
      bff.plan('POST /checkouts', () => problem(400, 'order_invalid'));
      place();
      expect(await hears('error')).to.include({
        code: 'order_invalid',
        retryable: false,
        correlation_id: 'about-order_invalid',
      });
    });
  });

  describe('going to the lender', () => {
    it('follows the choice of an offer, unless the page prevents it', async () => {
      bff.step = aStep('offers');
      const element = await placed();
      await until(() => element.step === 'offers');
      bff.step = aStep('redirect');
      const intent = { type: 'select_offer', offerUuid: aUuid(1) } as const;
      screenOf(element)?.dispatchEvent(new IntentEvent(intent));
      const redirect = await hears('redirect');
      expect(redirect).to.include({ url: 'https://lender.example/terms/abc', cancelable: true });
      expect(await hears('offer-selected')).to.include({ offer_uuid: aUuid(1) });
      expect(location.hostname).not.to.equal('lender.example');
    });

    it('never follows an address that is no web page', async () => {
      bff.step = aStep('redirect', { consumer_invitation_link: 'javascript:alert(1)' });
      const element = await placed();
      await until(() => element.step === 'redirect');
      const intent = { type: 'go_to_lender', offerUuid: aUuid(1) } as const;
      screenOf(element)?.dispatchEvent(new IntentEvent(intent));
      await until(() => bff.called('POST /select').length === 1);
      await new Promise(requestAnimationFrame);
      expect(names()).not.to.contain('redirect');
    });
  });

  it('sends a changed amount on and does not start again', async () => {
    const element = await placed();
    bff.step = aStep('details', { amount: '700.00' });
    element.amount = '700.00';
    await until(() => shown(element).includes('$700.00'));
    expect(bff.called('POST /checkouts')).to.have.length(1);
  });

  it('starts again for another merchant', async () => {
    const element = await placed();
    element.merchant = 'pk_other';
    await until(() => bff.called('POST /checkouts').length === 2);
    expect(bff.called('POST /checkouts')[1]?.body).to.include({ merchant: 'pk_other' });
    await until(() => sessionStorage.getItem('soft-pull-checkout:pk_other:1') === 'r1');
  });

  it('moves the focus to the heading when asked', async () => {
    const element = await placed();
    element.focus();
    await until(() => element.shadowRoot?.activeElement?.className === 'title');
  });

  it('scrolls to where the focus goes, or not, as it is asked', async () => {
    const element = await placed();
    element.style.cssText = 'display: block; padding-top: 300vh';
    const title = () => screenOf(element)?.querySelector<HTMLElement>('.title:focus');
    element.focus({ preventScroll: true });
    await until(() => !!title());
    expect(scrollY).to.equal(0);
    title()?.blur();
    element.focus();
    await until(() => scrollY > 0);
    scrollTo(0, 0);
  });

  it('keeps what is typed out of attributes, storage and address', async () => {
    const element = await placed();
    const input = screenOf(element)?.querySelector<HTMLInputElement>('#first_name');
    if (!input) throw new Error('no field');
    input.value = 'Zebediah';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await new Promise(requestAnimationFrame);
    const kept = [element.outerHTML, location.href, JSON.stringify({ ...sessionStorage })];
    expect(kept.join()).not.to.contain('Zebediah');
    expect(screenOf(element)?.innerHTML).not.to.contain('Zebediah');
  });

  it('fills the form with the texts of its prefill, whatever else the page has put there', async () => {
    const element = await placed();
    Object.assign(element, { prefill: { first_name: 'Ada', phone: 5_555_550_123 } });
    const field = (name: string) => screenOf(element)?.querySelector<HTMLInputElement>(`#${name}`);
    await until(() => field('first_name')?.value === 'Ada');
    expect(field('phone')?.value).to.equal('');
    bff.step = aStep('offers');
    screenOf(element)?.dispatchEvent(new IntentEvent({ type: 'apply', body: {} }));
    await until(() => screenOf(element)?.localName === 'soft-pull-offers-screen');
  });

  it('can be themed by custom properties and parts', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      soft-pull-checkout { --soft-pull-accent: rgb(1, 2, 3); }
      soft-pull-checkout::part(primary-button) { letter-spacing: 7px; }
    `);
    document.adoptedStyleSheets = [sheet];
    const element = await placed();
    const button = screenOf(element)?.querySelector('.primary');
    if (!button) throw new Error('no button');
    expect(getComputedStyle(button).backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(getComputedStyle(button).letterSpacing).to.equal('7px');
    document.adoptedStyleSheets = [];
  });

  it('writes no style attribute, which a strict content policy would refuse', async () => {
    const element = await placed();
    for (const root of [element.shadowRoot, screenOf(element)]) {
      expect(root?.querySelector('[style]')).to.equal(null);
    }
  });

  it('is accessible', async () => {
    await expectAccessible(await placed());
    await expectAccessible(place({ merchant: '' }));
  });
});
