import { expect } from '@open-wc/testing';
import type { PayPageRequest, PayPageView } from '../../../widget/contract/pay-page.ts';
import { SoftPullErrorEvent } from '../../../widget/embed/events.ts';
import { HandleStore } from '../../../widget/embed/handle-store.ts';
import { payTexts } from '../../../widget/pay/texts.ts';
import { payPageView } from '../helpers/pay-page-view.ts';
import { until } from '../helpers/until.ts';

/** A question of the page to the BFF, which the test answers. */
interface Question extends PayPageRequest {
  answer(view: PayPageView): void;
  /** The BFF is overloaded. */
  fail(): void;
}

const view = (shop: string, state: PayPageView['state']) => payPageView({ shop, state });

describe('the page of links, where one link follows another', () => {
  const main = document.createElement('main');
  const questions: Question[] = [];
  const { fetch } = window;

  before(async () => {
    document.body.append(main);
    window.fetch = (_address, { body, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        // Read at once: what an answer leads to has been done by the next task.
        const answer = (answered: PayPageView) => {
          const response = Response.json(answered);
          response.json = () => Promise.resolve(answered);
          resolve(response);
        };
        const fail = () => resolve(new Response(null, { status: 503 }));
        questions.push({ ...(JSON.parse(String(body)) as PayPageRequest), answer, fail });
      });
    customElements.define('soft-pull-checkout', class extends HTMLElement {});
    location.hash = 'none-yet';
    await import('../../../widget/pay/main.ts');
    await questionOf('none-yet');
  });

  after(() => {
    window.fetch = fetch;
    main.remove();
    location.hash = '';
  });

  /** The last that the page has asked about a link. */
  const questionOf = async (link: string): Promise<Question> => {
    await until(() => questions.at(-1)?.link === link);
    return questions.at(-1) as Question;
  };

  const follow = (link: string): Promise<Question> => {
    location.hash = link;
    return questionOf(link);
  };

  const nextTask = () => new Promise((resolve) => setTimeout(resolve));

  it('shows the one followed last, though the other is answered after it', async () => {
    const early = await follow('early');
    const late = await follow('late');
    late.answer(view('Late shop', 'ended'));
    await until(() => main.textContent?.includes('Late shop') === true);
    early.answer(view('Early shop', 'in_use'));
    await nextTask();
    expect(main.textContent).to.include('Late shop');
    expect(main.textContent).not.to.include('Early shop');
    expect(document.title).to.include('Late shop');
  });

  it('says so when nobody answers, and asks again', async () => {
    const { timeout } = AbortSignal;
    const deadline = new AbortController();
    AbortSignal.timeout = () => deadline.signal;
    try {
      await follow('stalled');
    } finally {
      AbortSignal.timeout = timeout;
    }
    deadline.abort();
    await until(() => main.textContent?.includes(payTexts.en.failed) === true);
    main.querySelector<HTMLButtonElement>('section button')?.click();
    await until(() => questions.filter(({ link }) => link === 'stalled').length === 2);
  });

  it('says nothing of a link that another has followed, when its checkout turns out to be void', async () => {
    (await follow('void')).answer(view('Void shop', 'open'));
    await until(() => main.querySelector('soft-pull-checkout') !== null);
    const element = main.querySelector('soft-pull-checkout');
    const asked = questions.length;
    element?.dispatchEvent(new SoftPullErrorEvent('not_found', false, null));
    await until(() => questions.length > asked);
    const outcome = await questionOf('void');
    (await follow('next')).answer(view('Next shop', 'in_use'));
    await until(() => main.textContent?.includes('Next shop') === true);
    outcome.answer(view('Void shop', 'ended'));
    await nextTask();
    expect(main.textContent).to.include('Next shop');
    expect(main.textContent).not.to.include('Void shop');
  });

  it('calls no link invalid when nobody answers what became of its checkout', async () => {
    (await follow('lost')).answer(view('Lost shop', 'open'));
    await until(() => main.textContent?.includes('Lost shop') === true);
    const asked = questions.length;
    const element = main.querySelector('soft-pull-checkout');
    element?.dispatchEvent(new SoftPullErrorEvent('not_found', false, null));
    await until(() => questions.length > asked);
    (await questionOf('lost')).fail();
    await until(() => main.textContent?.includes(payTexts.en.failed) === true);
    expect(main.textContent).not.to.include(payTexts.en.ended);
    expect(main.textContent).to.include(payTexts.en.tryAgain);
  });

  it('asks nothing about a checkout whose error comes after another link was followed', async () => {
    (await follow('left')).answer(view('Left shop', 'open'));
    await until(() => main.textContent?.includes('Left shop') === true);
    const element = main.querySelector('soft-pull-checkout');
    const next = await follow('opened');
    const asked = questions.length;
    element?.dispatchEvent(new SoftPullErrorEvent('not_found', false, null));
    await nextTask();
    expect(questions).to.have.length(asked);
    next.answer(view('Opened shop', 'open'));
    await until(() => main.textContent?.includes('Opened shop') === true);
    expect(main.querySelector('soft-pull-checkout')).not.to.equal(null);
  });

  it('says of a link in use that another tab may have it, and what to do without that tab', async () => {
    for (const [locale, tab] of [
      ['en', 'another tab'],
      ['es', 'otra pestaña'],
    ] as const) {
      (await follow(`used-${locale}`)).answer({ ...view('Used shop', 'in_use'), locale });
      await until(() => main.textContent?.includes(payTexts[locale].inUse) === true);
      expect(main.textContent).to.include(tab);
      expect(main.textContent).to.include(payTexts[locale].askShop('Used shop'));
    }
  });

  it('goes on with what this tab has begun, after a link of another merchant', async () => {
    const begun = { checkout_id: '0a0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11', merchant: 'pk_begun' };
    const other = { checkout_id: '0b0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11', merchant: 'pk_other' };
    // As the element of the checkout keeps it, once somebody has begun.
    const store = new HandleStore(begun.merchant, begun.checkout_id);
    for (const { checkout_id, merchant } of [begun, other]) {
      const question = await follow(`token.${checkout_id}`);
      expect(question.held).to.equal(undefined);
      question.answer({ ...view(merchant, 'open'), checkout_id, merchant });
      await until(() => main.textContent?.includes(merchant) === true);
      if (merchant === begun.merchant) store.write('its handle', true);
    }
    expect((await follow(`token.${begun.checkout_id}`)).held).to.equal('its handle');
    sessionStorage.clear();
  });

  it('has the look of the shop whose link was followed last, and nothing of another’s', async () => {
    const { style } = document.documentElement;
    const accent = () => style.getPropertyValue('--soft-pull-accent');
    const theme = { '--soft-pull-accent': 'rebeccapurple' };
    (await follow('themed')).answer({ ...view('Themed shop', 'ended'), theme });
    await until(() => main.textContent?.includes('Themed shop') === true);
    expect(accent()).to.equal('rebeccapurple');
    (await follow('plain')).answer(view('Plain shop', 'ended'));
    await until(() => main.textContent?.includes('Plain shop') === true);
    expect(accent()).to.equal('');
  });

  it('gives the focus on to what follows what had it [wcag:link-focus]', async () => {
    (await follow('over')).answer(view('Over shop', 'ended'));
    await until(() => document.activeElement?.localName === 'h1');
    (await follow('on')).answer(view('On shop', 'open'));
    await until(() => main.querySelector('soft-pull-checkout') !== null);
    expect(document.activeElement?.localName).to.equal('h1');
    expect(document.activeElement?.textContent).to.equal(payTexts.en.from('On shop'));
  });
});
