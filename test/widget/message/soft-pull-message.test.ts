import { expect } from '@open-wc/testing';
import '../../../widget/soft-pull-message.ts';
import type { SoftPullMessage } from '../../../widget/soft-pull-message.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { until } from '../helpers/until.ts';

const server = 'https://bff.example';
const disclosure = 'For $10,000.00 with no down payment: 120 monthly payments …';
const message = { monthly_payment: '1132.10', apr: '9.99', term_months: 120, disclosure };

describe('<soft-pull-message>', () => {
  const realFetch = window.fetch;
  const { warn } = console;
  let asked: URL[];
  /** How many are answered; what an answer leads to has been done by the next frame. */
  let answered: number;
  /** What whoever sets up the page reads on the console. */
  let lines: string[];
  let answer: (url: URL) => Response | Promise<Response>;

  beforeEach(() => {
    asked = [];
    answered = 0;
    lines = [];
    Object.assign(console, { warn: (line: string) => lines.push(line) });
    answer = () => Response.json(message);
    window.fetch = async (input, init) => {
      const url = new URL(String(input));
      if (url.origin !== server) return realFetch(input, init);
      asked.push(url);
      try {
        const response = await answer(url);
        const body = await response.text();
        response.json = async () => JSON.parse(body);
        return response;
      } finally {
        answered += 1;
      }
    };
  });
  afterEach(() => {
    window.fetch = realFetch;
    Object.assign(console, { warn });
    document.body.replaceChildren();
  });

  function placed(attributes: Record<string, string> = {}): SoftPullMessage {
    const element = document.createElement('soft-pull-message');
    const all = { server, merchant: 'pk_test', amount: '10000.00', ...attributes };
    for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  }

  const shown = (element: SoftPullMessage) => element.shadowRoot?.textContent ?? '';
  const way = (element: SoftPullMessage) =>
    element.shadowRoot?.querySelector<HTMLElement>('[part="link"]');

  it('says the payment, that credit is to be approved, and the terms right beside [wcag:message]', async () => {
    const element = placed();
    await until(() => shown(element) !== '');
    expect(shown(element)).to.contain('As low as $1,132.10 per month.');
    expect(shown(element)).to.contain('Subject to credit approval.');
    const [line, terms] = element.shadowRoot?.children ?? [];
    expect(line?.nextElementSibling).to.equal(terms);
    expect(terms?.textContent).to.equal(disclosure);
    expect(line?.querySelector('[part="payment"]')?.textContent).to.equal('$1,132.10');
    expect(asked.map(String)).to.deep.equal([
      `${server}/v1/message?merchant=pk_test&amount=10000.00&locale=en`,
    ]);
    expect(lines).to.deep.equal([]);
    await expectAccessible(element);
  });

  it('has its way in the color of links, else the accent, else the text’s', async () => {
    const element = placed();
    element.style.color = 'rgb(1, 1, 1)';
    await until(() => shown(element) !== '');
    const color = () => getComputedStyle(way(element) ?? element).color;
    expect(color()).to.equal('rgb(1, 1, 1)');
    element.style.setProperty('--soft-pull-accent', 'rgb(2, 2, 2)');
    expect(color()).to.equal('rgb(2, 2, 2)');
    element.style.setProperty('--soft-pull-link', 'rgb(3, 3, 3)');
    expect(color()).to.equal('rgb(3, 3, 3)');
  });

  it('speaks Spanish on a Spanish page [wcag:message]', async () => {
    document.documentElement.lang = 'es-MX';
    const element = placed();
    await until(() => shown(element) !== '');
    document.documentElement.lang = 'en';
    expect(shown(element)).to.match(/^Desde \$1,132\.10 al mes\. Sujeto a aprobación de crédito\./);
    expect(asked[0]?.searchParams.get('locale')).to.equal('es');
    await expectAccessible(element);
  });

  it('speaks the language that it is given, and says which one that is', async () => {
    const element = placed({ locale: 'es' });
    await until(() => shown(element).startsWith('Desde '));
    expect(asked[0]?.searchParams.get('locale')).to.equal('es');
    const languages = [...(element.shadowRoot?.children ?? [])].map((child) =>
      child.getAttribute('lang'),
    );
    expect(languages).to.deep.equal(['es', 'es']);
    element.locale = 'en';
    await until(() => shown(element).startsWith('As low as '));
  });

  it('has what the page has set before the script was there, and sets later', async () => {
    const elsewhere = document.implementation.createHTMLDocument();
    const early = elsewhere.createElement('soft-pull-message');
    Object.assign(early, { server, merchant: 'pk_test', amount: '700.00' });
    document.body.append(early);
    await until(() => shown(early) !== '');
    early.amount = '900.00';
    await until(() => asked.length === 2);
    const amounts = asked.map(({ searchParams }) => searchParams.get('amount'));
    expect(amounts).to.deep.equal(['700.00', '900.00']);
  });

  const silent: [string, () => Response | Promise<Response>, reason: string | null][] = [
    ['has nothing to say', () => new Response(null, { status: 204 }), null],
    ['refuses', () => Response.json({ code: 'origin_not_allowed' }, { status: 403 }), '403'],
    ['does not answer', () => Promise.reject(new TypeError('network')), 'not reached'],
    ['answers something else', () => Response.json({ monthly_payment: 'little' }), '200'],
    ['answers a page', () => new Response('<!doctype html>'), '200'],
    ['names no terms', () => Response.json({ ...message, disclosure: undefined }), '200'],
    ['names terms that say nothing', () => Response.json({ ...message, disclosure: '' }), '200'],
    ['names no dollars', () => Response.json({ ...message, monthly_payment: '1132.1' }), '200'],
    ['names its currency', () => Response.json({ ...message, monthly_payment: '€9.00' }), '200'],
    ['names more than it', () => Response.json({ ...message, monthly_payment: '9.00 €' }), '200'],
    ['names a number', () => Response.json({ ...message, monthly_payment: 1132.25 }), '200'],
  ];
  for (const [name, silence, reason] of silent) {
    it(`shows nothing where the BFF ${name}, on the console ${reason ?? 'neither'}`, async () => {
      answer = silence;
      const element = placed();
      const said = reason === null ? [] : [`<soft-pull-message>: nothing is shown (${reason}).`];
      await until(() => answered === 1 && lines.length === said.length);
      element.amount = '9000.00';
      await until(() => answered === 2);
      expect(shown(element)).to.equal('');
      expect(lines).to.deep.equal(said);
    });
  }

  it('says that the BFF is not reached where `server` is no address', async () => {
    placed({ server: 'bff.example' });
    await until(() => lines.length === 1);
    expect(lines).to.deep.equal(['<soft-pull-message>: nothing is shown (not reached).']);
    expect(asked).to.have.length(0);
  });

  it('asks for nothing without a merchant or an amount', async () => {
    placed({ merchant: '' });
    placed({ amount: '' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).to.have.length(0);
    expect(lines).to.deep.equal([]);
  });

  it('never shows the payment of an earlier amount beside a new one', async () => {
    const element = placed();
    await until(() => shown(element) !== '');
    let answerFirst: (response: Response) => void = () => {};
    const first = new Promise<Response>((resolve) => {
      answerFirst = resolve;
    });
    answer = ({ searchParams }) =>
      searchParams.get('amount') === '700.00'
        ? first
        : Response.json({ ...message, monthly_payment: '9.00' });
    element.amount = '700.00';
    await until(() => asked.length === 2);
    expect(shown(element)).to.equal('');
    element.amount = '900.00';
    await until(() => shown(element).includes('$9.00'));
    answerFirst(Response.json(message));
    await until(() => answered === 3);
    expect(shown(element)).to.contain('$9.00');
  });

  it('leads to the checkout by a link', async () => {
    const element = placed({ href: '#pay' });
    await until(() => shown(element) !== '');
    expect(way(element)?.getAttribute('href')).to.equal('#pay');
    element.addEventListener('soft-pull-message-open', (event) => event.preventDefault());
    way(element)?.click();
    expect(location.hash).to.equal('');
  });

  it('leads where the page leads by now, and without an address to its event', async () => {
    const element = placed({ href: '#pay' });
    await until(() => shown(element) !== '');
    element.href = '#cart';
    await until(() => way(element)?.getAttribute('href') === '#cart');
    for (const none of [null, undefined]) {
      Object.assign(element, { href: '#pay' });
      await until(() => way(element)?.localName === 'a');
      Object.assign(element, { href: none });
      await until(() => way(element)?.localName === 'button');
    }
  });

  it('leads to the checkout by an event, also out of a component of the page', async () => {
    const element = placed();
    const component = document.createElement('div');
    component.attachShadow({ mode: 'open' }).append(element);
    document.body.append(component);
    await until(() => shown(element) !== '');
    const amounts: string[] = [];
    const listen = ({ amount }: { amount: string }) => amounts.push(amount);
    document.body.addEventListener('soft-pull-message-open', listen);
    way(element)?.click();
    document.body.removeEventListener('soft-pull-message-open', listen);
    expect(amounts).to.deep.equal(['10000.00']);
    expect(way(element)?.localName).to.equal('button');
  });

  it('stays as it is where the page moves it by `moveBefore()`', async () => {
    const element = placed();
    await until(() => shown(element) !== '');
    const shelf = document.createElement('div');
    document.body.append(shelf);
    Reflect.get(shelf, 'moveBefore').call(shelf, element, null);
    expect(element.parentElement).to.equal(shelf);
    expect(shown(element)).not.to.equal('');
    await new Promise(requestAnimationFrame);
    expect(shown(element)).not.to.equal('');
    expect(asked).to.have.length(1);
  });

  it('speaks the language of where `moveBefore()` takes it', async () => {
    const element = placed();
    await until(() => shown(element) !== '');
    const shelf = Object.assign(document.createElement('div'), { lang: 'es' });
    document.body.append(shelf);
    Reflect.get(shelf, 'moveBefore').call(shelf, element, null);
    await until(() => shown(element).startsWith('Desde '));
  });

  it('asks again when it comes back to the page', async () => {
    const element = placed();
    await until(() => shown(element) !== '');
    element.remove();
    document.body.append(element);
    await until(() => asked.length === 2);
    await until(() => shown(element) !== '');
  });
});
