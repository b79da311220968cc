import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { OffersScreen } from '../../../widget/screens/offers/offers-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { anOffer, aStep, aUuid } from '../helpers/contract-values.ts';
import { mountScreen, textOf } from '../helpers/mount-screen.ts';

customElements.define('offers-screen', OffersScreen);

const strings = en.outcome.offers;

async function setup(change: Parameters<typeof aStep<'offers'>>[1] = {}, context = {}) {
  const mounted = await mountScreen(new OffersScreen(), aStep('offers', change), context);
  const cards = () => [...mounted.root.querySelectorAll<HTMLElement>('.offer')];
  return { ...mounted, cards };
}

describe('<offers-screen>', () => {
  it('names an offer in the language that the lender writes', async () => {
    const { query } = await setup({
      locale: 'es',
      offers: [anOffer({ product_name: 'Préstamo' })],
    });
    expect(query('bdi').lang).to.equal('es');
  });

  it('shows for each offer what the law wants seen, in the order it came', async () => {
    const { cards } = await setup();
    const [first, second] = cards().map(textOf);
    expect(cards()).to.have.length(2);
    expect(first).to.contain('7.99% APR');
    expect(second).to.contain('12.99% APR');
    for (const said of ['$191.08', '60 monthly payments', '$8,400.00', '$3,065.02', '$11,465.02']) {
      expect(second).to.contain(said);
    }
  });

  it('makes the APR the largest thing on the card', async () => {
    const { cards } = await setup();
    const [card] = cards();
    if (card === undefined) throw new Error('no card');
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const apr = card.querySelector('.apr');
    if (apr === null) throw new Error('no APR');
    const others = [...card.querySelectorAll('*')].filter((one) => !apr.contains(one));
    expect(Math.max(...others.map(sizeOf))).to.be.lessThan(sizeOf(apr));
  });

  it('speaks of no other offers where there is one', async () => {
    const { text } = await setup({ offers: [anOffer()] });
    expect(text()).to.contain(strings.title(1));
    expect(text()).not.to.match(/other/i);
  });

  it('says that an offer is not final and until when it stands', async () => {
    const { text } = await setup();
    expect(text()).to.contain(strings.notFinal);
    expect(text()).to.contain('March 31, 2026');
  });

  it('chooses nothing beforehand and marks an earlier choice without making it', async () => {
    const { root, intents } = await setup({ selected_offer_uuid: aUuid(2) });
    expect(root.querySelector('input, [aria-checked], [aria-selected]')).to.equal(null);
    expect(root.querySelectorAll('.current')).to.have.length(1);
    expect(intents).to.deep.equal([]);
  });

  it('sends the chosen offer by pointer and by keyboard', async () => {
    const { button, intents } = await setup();
    button(strings.chooseLong('Standard 60 months', '12.99%')).click();
    button(strings.chooseLong('Reduced rate', '7.99%')).focus();
    await sendKeys({ press: 'Enter' });
    expect(intents).to.deep.equal([
      { type: 'select_offer', offerUuid: aUuid(2) },
      { type: 'select_offer', offerUuid: aUuid(1) },
    ]);
  });

  it('takes no choice while one is on its way', async () => {
    const { button, intents } = await setup({}, { busy: 'slow' });
    button(strings.chooseLong('Reduced rate', '7.99%')).click();
    expect(intents).to.deep.equal([]);
  });

  it('marks a counter-offer with both amounts', async () => {
    const offers = [anOffer({ is_counter_offer: true, approved_amount: '7500.00' })];
    const { text } = await setup({ offers });
    expect(text()).to.contain(strings.counterOffer);
    expect(text()).to.contain(strings.counterOfferText('$7,500.00', '$8,400.00'));
  });

  for (const width of [320, 460, 500, 580, 768]) {
    it(`lays all offers out alike, ${width} pixels wide`, async () => {
      const figures = [
        { apr: '7.99', monthly_payment: '191.08', number_of_payments: 6 },
        { apr: '12.99', monthly_payment: '10191.08', number_of_payments: 120 },
      ];
      const { screen, cards } = await setup({ offers: figures.map((one) => anOffer(one)) });
      const { host } = screen.getRootNode() as ShadowRoot;
      host.setAttribute('style', `width: ${width}px; container-type: inline-size`);
      const layouts = cards().map((card) => {
        const [apr, monthly] = ['.apr', '.monthly'].map((part) => {
          const box = card.querySelector(part)?.getBoundingClientRect();
          if (box === undefined) throw new Error(`no ${part}`);
          return box;
        }) as [DOMRect, DOMRect];
        const end = getComputedStyle(card.querySelector('.monthly') ?? card).textAlign === 'end';
        return { isBelow: monthly.top >= apr.bottom, end };
      });
      expect(layouts[1]).to.deep.equal(layouts[0]);
      expect(layouts[0]?.end).to.equal(!layouts[0]?.isBelow);
    });
  }

  it('puts the cost of deferred interest beside the monthly payment', async () => {
    const promotion = {
      promo_months: 12,
      promo_payoff_amount: '6140.96',
      promo_disclosure: 'Interest is charged from the purchase date.',
    };
    const { cards } = await setup({ offers: [anOffer(promotion)], locale: 'es' });
    const [card] = cards();
    const text = card ? textOf(card) : '';
    expect(text).to.contain(promotion.promo_disclosure);
    // Read out in the language that the lender was asked to write in.
    expect(card?.querySelector<HTMLElement>('.promo bdi')?.lang).to.equal('es');
    expect(text).to.contain('$6,140.96');
    expect(text.indexOf(promotion.promo_disclosure)).to.be.lessThan(text.indexOf(strings.total));
  });

  it('says before the choice whether accepting leads to a hard inquiry', async () => {
    const { text } = await setup({ offers: [anOffer({ hard_inquiry_on_accept: true })] });
    expect(text()).to.contain(strings.hardInquiry);
    expect(text()).not.to.contain(strings.noHardInquiry);
  });

  it('shows the statement of the Military Lending Act to who is covered by it, and to nobody else', async () => {
    const covered = await setup({ offers: [anOffer({ mla_covered: true })] });
    expect(covered.text()).to.contain('mla_statement in en');
    const others = await setup();
    expect(others.text()).not.to.contain('mla_statement in en');
  });

  it('shows a problem with its way on', async () => {
    const problem = { code: 'network', retryable: true, correlationId: 'c-1', fields: {} } as const;
    const { text, button, intents } = await setup({}, { problem });
    expect(text()).to.contain(en.common.problems.network.title);
    expect(text()).to.contain(en.common.reference('c-1'));
    button(en.common.tryAgain).click();
    expect(intents).to.deep.equal([{ type: 'retry' }]);
  });

  it('is accessible', async () => {
    const offers = [
      anOffer({ is_counter_offer: true, promo_disclosure: 'A text.', promo_payoff_amount: '1.00' }),
      anOffer({ offer_uuid: aUuid(2), mla_covered: true, product_name: 'Another' }),
    ];
    const { screen } = await setup({ offers, selected_offer_uuid: aUuid(2) });
    await expectAccessible(screen);
  });
});
