import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { Offer } from '../../../widget/contract/offer.ts';
import { OffersScreen } from '../../../widget/screens/offers-screen.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import {
  aBareOffer,
  aBareStep,
  aLender,
  anOffer,
  aStep,
  aUuid,
} from '../helpers/contract-values.ts';
import { mountScreen, textOf } from '../helpers/mount-screen.ts';

customElements.define('offers-screen', OffersScreen);

const strings = en.outcome.offers;

async function setup(change: Parameters<typeof aStep<'offers'>>[1] = {}, context = {}) {
  const mounted = await mountScreen(new OffersScreen(), aStep('offers', change), context);
  const cards = () => [...mounted.root.querySelectorAll<HTMLElement>('.offer')];
  return { ...mounted, cards };
}

describe('<offers-screen>', () => {
  it('names an offer in the language that the lender writes [wcag:offer-language]', async () => {
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
    for (const said of ['$191.08', '60 payments', '$8,400.00', '$3,065.02', '$11,465.02']) {
      expect(second).to.contain(said);
    }
  });

  it('names the last payment only where it is another', async () => {
    for (const [final_payment, isNamed] of [
      ['191.08', false],
      ['191.33', true],
    ] as const) {
      const { text } = await setup({ offers: [anOffer({ final_payment })] });
      expect(text().includes(strings.lastPayment)).to.equal(isNamed);
      expect(text().includes('$191.33')).to.equal(isNamed);
    }
  });

  it('names a fee for the origination only where there is one', async () => {
    const figures = async (origination_fee_amount: string) => {
      const { text } = await setup({ offers: [anOffer({ origination_fee_amount })] });
      return text();
    };
    expect(await figures('100.00')).to.contain(`${strings.originationFee}$100.00`);
    expect(await figures('0.00')).not.to.contain(strings.originationFee);
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

  it('says the amount as that of the offers only where one is for it', async () => {
    const lower = anOffer({ is_counter_offer: true, approved_amount: '7500.00' });
    const lead = async (offers: Offer[]) =>
      (await setup({ offers })).query('.lead').textContent?.trim();
    const mixed = await lead([lower, anOffer({ offer_uuid: aUuid(2) })]);
    expect(mixed).to.equal(strings.intro('$8,400.00', 2, true));
    expect(await lead([lower])).to.equal(strings.intro('$8,400.00', 1, false));
    expect(strings.intro('$8,400.00', 1, false)).not.to.contain('For');
  });

  it('speaks of no other offers where there is one', async () => {
    const { text } = await setup({ offers: [anOffer()] });
    expect(text()).to.contain(strings.title(1));
    expect(text()).not.to.match(/other/i);
  });

  it('says by what the offers are sorted', async () => {
    const pressed = ({ root }: { root: ShadowRoot }) =>
      [...root.querySelectorAll('[aria-pressed=true]')].map((key) => key.textContent?.trim());
    expect(pressed(await setup())).to.deep.equal([strings.sortKeys.total]);
    const offers = [anOffer(), aBareOffer({ offer_uuid: aUuid(2) })];
    expect(pressed(await setup({ offers }))).to.deep.equal([strings.sortKeys.apr]);
    expect(pressed(await setup({ offers: [anOffer()] }))).to.deep.equal([]);
  });

  it('sorts by the monthly payment when asked to, says so, and keeps to it [wcag:sorted]', async () => {
    const priced = (number: number, monthly_payment: string, apr: string) =>
      anOffer({ offer_uuid: aUuid(number), product_name: `no. ${number}`, monthly_payment, apr });
    const offers = [
      priced(1, '900.00', '1.00'),
      priced(2, '1000.00', '2.00'),
      priced(3, '90.00', '9.00'),
      priced(4, '90.00', '8.00'),
      priced(5, '90.00', '9.00'),
    ];
    const { screen, root, button, intents, query } = await setup({ offers });
    const order = () => [...root.querySelectorAll('.offer bdi')].map((name) => name.textContent);
    const numbers = (...list: number[]) => list.map((number) => `no. ${number}`);
    expect(order()).to.deep.equal(numbers(1, 2, 3, 4, 5));
    const { payment, total } = strings.sortKeys;
    button(payment).focus();
    await sendKeys({ press: 'Space' });
    await screen.updateComplete;
    expect(order()).to.deep.equal(numbers(4, 3, 5, 1, 2));
    expect(root.activeElement).to.equal(button(payment));
    expect(query('[aria-pressed=true]').textContent?.trim()).to.equal(payment);
    expect(intents).to.deep.equal([{ type: 'announce', text: strings.sortedBy(payment) }]);
    screen.step = aStep('offers', { offers, selected_offer_uuid: aUuid(1) });
    await screen.updateComplete;
    expect(order()).to.deep.equal(numbers(4, 3, 5, 1, 2));
    button(total).click();
    await screen.updateComplete;
    expect(order()).to.deep.equal(numbers(1, 2, 3, 4, 5));
  });

  it('shows unopened what offers are compared by, and opens the rest [wcag:opener]', async () => {
    const { screen, root, cards } = await setup();
    const more = () => cards().map((card) => card.querySelector('.more'));
    const openers = [...root.querySelectorAll<HTMLElement>('.opener')];
    const expanded = () => openers.map((one) => one.ariaExpanded);
    expect(expanded()).to.deep.equal(['false', 'false']);
    expect(more().map((one) => one?.checkVisibility())).to.deep.equal([false, false]);
    const [row] = cards().map((card) => textOf(card.querySelector('.row') ?? card));
    for (const said of ['7.99% APR', '$191.08', '60 payments', 'Total over 60 months']) {
      expect(row).to.contain(said);
    }
    openers[1]?.focus();
    await sendKeys({ press: 'Enter' });
    await screen.updateComplete;
    expect(expanded()).to.deep.equal(['false', 'true']);
    expect(more().map((one) => one?.checkVisibility())).to.deep.equal([false, true]);
    expect(openers[1]?.getAttribute('aria-controls')).to.equal(more()[1]?.id);
    openers[1]?.click();
    await screen.updateComplete;
    expect(expanded()).to.deep.equal(['false', 'false']);
  });

  it('opens an offer from anywhere on its row', async () => {
    const { screen, root, query } = await setup();
    const { x, y } = query('.apr').getBoundingClientRect();
    const hit = root.elementFromPoint(x + 5, y + 5);
    if (!(hit instanceof HTMLElement)) throw new Error('nothing there');
    hit.click();
    await screen.updateComplete;
    expect(query('.opener').ariaExpanded).to.equal('true');
  });

  it('names each offer by its product, APR, payment and number of payments [wcag:offer-name]', async () => {
    const offers = [
      anOffer(),
      anOffer({
        offer_uuid: aUuid(2),
        promo_disclosure: 'A condition.',
        is_counter_offer: true,
        approved_amount: '7500.00',
      }),
    ];
    const { root } = await setup({ offers, selected_offer_uuid: aUuid(1) });
    const texts = (opener: Element, attribute: string) =>
      (opener.getAttribute(attribute)?.split(' ') ?? [])
        .map((id) => {
          const named = root.getElementById(id);
          if (named === null) throw new Error(`nothing has the id ${id}`);
          return named.textContent?.replace(/\s+/g, ' ').trim();
        })
        .join(', ');
    const [first, second] = root.querySelectorAll('.opener');
    if (!first || !second) throw new Error('no openers');
    expect(texts(first, 'aria-labelledby')).to.equal(
      'Standard 60 months, 12.99% APRAnnual percentage rate, $191.08 a month × 60 payments, Chosen before',
    );
    expect(texts(first, 'aria-describedby')).to.equal('');
    expect(texts(second, 'aria-describedby')).to.equal('A condition., Lower amount $7,500.00');
  });

  it('has one offer alone open from the start', async () => {
    const { screen, query } = await setup({ offers: [anOffer()] });
    expect(query('.opener').ariaExpanded).to.equal('true');
    expect(query('.more').hidden).to.equal(false);
    query('.opener').click();
    await screen.updateComplete;
    expect(query('.more').hidden).to.equal(true);
  });

  it('says the term where no total does, or where there are fewer payments than months', async () => {
    const howLong = async (change: Partial<Offer>) =>
      textOf((await setup({ offers: [aBareOffer(change)] })).query('.monthly'));
    expect(await howLong({})).to.contain('over 60 months');
    expect(await howLong({ number_of_payments: 48 })).to.contain('48 payments over 60 months');
    const { text } = await setup({ offers: [anOffer({ number_of_payments: 48 })] });
    expect(text()).to.contain('× 48 payments');
    expect(text()).to.contain(strings.totalCost(60));
  });

  it('keeps five offers within one and a half screens of a telephone', async () => {
    const offers = [1, 2, 3, 4, 5].map((number) =>
      anOffer({
        offer_uuid: aUuid(number),
        product_name: '60-month loan, interest deferred for 12 months',
        ...(number === 5 && {
          promo_months: 12,
          promo_payoff_amount: '8400.00',
          promo_disclosure:
            'Interest accrues from the purchase date. It is waived only if the full promotional balance of $8,400.00 is paid by March 1, 2027. If not, you owe the accrued interest of about $1,420.26. Monthly payments shown will not pay it off in time.',
        }),
      }),
    );
    const { screen, cards } = await setup({ offers });
    const { host } = screen.getRootNode() as ShadowRoot;
    // The page's own margin is taken off 360 pixels, and then the card's padding.
    host.setAttribute('style', 'width: 344px; container-type: inline-size');
    screen.style.width = '302px';
    const top = screen.getBoundingClientRect().top;
    const bottom = cards().at(-1)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
    const padding = 22;
    expect(bottom - top + padding).to.be.lessThan(1_200);
  });

  it('says that an offer is not final and until when it stands [wcag:offer-end]', async () => {
    const { text } = await setup();
    const notFinal = 'offer_not_final_line in en';
    expect(text()).to.contain(notFinal);
    expect(text()).to.contain('March 31, 2026');
    const endless = await setup({ expires_at: null });
    expect(endless.text()).to.contain(notFinal);
    expect(endless.text()).not.to.contain('until undefined');
    expect(endless.text().split(strings.afterwards)).to.have.length(2);
  });

  it('chooses nothing beforehand and marks an earlier choice without making it', async () => {
    const { root, intents } = await setup({ selected_offer_uuid: aUuid(2) });
    expect(root.querySelector('input, [aria-checked], [aria-selected]')).to.equal(null);
    expect(root.querySelectorAll('.current')).to.have.length(1);
    expect(intents).to.deep.equal([]);
  });

  it('says where to go on to whoever came by a return code and may not choose again', async () => {
    const { root, text } = await setup({ selected_offer_uuid: aUuid(2) }, { isByCode: true });
    expect(root.querySelector('.more button')).to.equal(null);
    expect(text()).to.contain(en.common.problems.code_used.text);
    expect(text()).not.to.contain('choose it');
    const free = await setup({}, { isByCode: true });
    expect(free.root.querySelector('.more button')).not.to.equal(null);
    expect(free.text()).not.to.contain(en.common.problems.code_used.text);
  });

  it('sends the chosen offer by pointer and by keyboard', async () => {
    const { screen, root, button, intents } = await setup();
    for (const opener of root.querySelectorAll<HTMLElement>('.opener')) opener.click();
    await screen.updateComplete;
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
    const { text, query } = await setup({ offers });
    expect(textOf(query('.lower'))).to.equal(`${strings.counterOffer} $7,500.00`);
    expect(text()).to.contain(strings.counterOfferText('$7,500.00', '$8,400.00'));
  });

  for (const width of [304, 328, 460, 500, 580, 768]) {
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
        return { isBelow: monthly.top >= apr.bottom, start: apr.left - card.offsetLeft };
      });
      expect(layouts[1]).to.deep.equal(layouts[0]);
      expect(layouts[0]?.isBelow).to.equal(width < 320);
    });
  }

  it('puts the cost of deferred interest beside the monthly payment [wcag:offer-language]', async () => {
    const promotion = {
      promo_months: 12,
      promo_payoff_amount: '6140.96',
      promo_disclosure: 'Interest is charged from the purchase date.',
    };
    const { cards } = await setup({ offers: [anOffer(promotion)], locale: 'es' });
    const [card] = cards();
    const text = card ? textOf(card) : '';
    expect(text).to.contain(promotion.promo_disclosure);
    expect(card?.querySelector('.promo')?.checkVisibility()).to.equal(true);
    // Read out in the language that the lender was asked to write in.
    expect(card?.querySelector<HTMLElement>('.promo bdi')?.lang).to.equal('es');
    expect(text).to.contain('$6,140.96');
    expect(text.indexOf(promotion.promo_disclosure)).to.be.lessThan(text.indexOf(strings.total));
  });

  it('shows of a promotion what is said of it, and no payoff amount without its months', async () => {
    const shown = async (change: Partial<Offer>) =>
      (await setup({ offers: [aBareOffer(change)] })).root.querySelector('.promo')?.textContent;
    expect(await shown({ promo_disclosure: 'A text.' })).to.contain('A text.');
    expect(await shown({ promo_payoff_amount: '5000.00', promo_months: 12 })).to.contain(
      `${strings.promoPayoff(12)}: $5,000.00`,
    );
    expect(await shown({ promo_payoff_amount: '5000.00' })).to.equal(undefined);
  });

  it('says before the choice whether accepting leads to a hard inquiry, where the lender does', async () => {
    const shown = async (hard?: boolean) => {
      const change = hard === undefined ? {} : { hard_inquiry_on_accept: hard };
      const { text } = await setup({ offers: [aBareOffer(change)] });
      const said = ['hard_inquiry_line in en', strings.noHardInquiry];
      return said.map((each) => text().includes(each));
    };
    expect(await shown(true)).to.deep.equal([true, false]);
    expect(await shown(false)).to.deep.equal([false, true]);
    expect(await shown()).to.deep.equal([false, false]);
  });

  it('shows the statement of the Military Lending Act to who is covered by it, and to nobody else', async () => {
    const covered = await setup({ offers: [anOffer({ mla_covered: true })] });
    expect(covered.text()).to.contain('mla_statement in en');
    const others = await setup();
    expect(others.text()).not.to.contain('mla_statement in en');
  });

  it('says that the whole offer can be taken where the lender did not take an amount', async () => {
    const problem = {
      code: 'amount_out_of_range',
      retryable: false,
      correlationId: null,
      fields: {},
    } as const;
    const { text } = await setup({}, { problem });
    const { amount_not_taken, amount_out_of_range } = en.common.problems;
    expect(text()).to.contain(`${amount_not_taken.title} ${amount_not_taken.text}`);
    expect(text()).not.to.contain(amount_out_of_range.text);
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
    const { screen, root } = await setup({ offers, selected_offer_uuid: aUuid(2) });
    await expectAccessible(screen);
    for (const opener of root.querySelectorAll<HTMLElement>('.opener')) opener.click();
    await screen.updateComplete;
    await expectAccessible(screen);
  });
});

describe('<offers-screen> of a lender that says no more than it must', () => {
  function bare(change: Partial<Offer> = {}) {
    return setup({
      ...aBareStep('offers', { offers: [aBareOffer(change)] }),
      more_at_lender: null,
    });
  }

  it('shows what there is, and nothing in place of the rest', async () => {
    const { text } = await bare();
    for (const said of ['12.99% APR', '$191.08', strings.term(60), `${strings.amount}$8,400.00`]) {
      expect(text()).to.contain(said);
    }
    const { amountFinanced, financeCharge, total, firstPayment, lastPayment, rate } = strings;
    const { originationFee, counterOffer } = strings;
    for (const unsaid of [
      ...[amountFinanced, financeCharge, total, firstPayment, lastPayment, rate],
      ...[originationFee, counterOffer, 'Offered by', 'NMLS', '×', ' payments'],
      ...['undefined', 'null', 'NaN', 'Invalid Date'],
    ]) {
      expect(text()).not.to.contain(unsaid);
    }
  });

  it('names an offer that has no name, in the reader’s language', async () => {
    const { query, button, intents } = await bare();
    expect(query('bdi').textContent).to.equal(strings.unnamed(60));
    expect(query('bdi').lang).to.equal('');
    button(strings.chooseLong(strings.unnamed(60), '12.99%')).click();
    expect(intents).to.deep.equal([{ type: 'select_offer', offerUuid: aUuid(1) }]);
  });

  it('takes each figure by itself', async () => {
    const { text } = await bare({
      lender_name: 'A bank',
      finance_charge: '3065.02',
      first_payment_date: '2026-04-01',
    });
    expect(text()).to.contain('Offered by A bank.');
    expect(text()).to.contain(`${strings.financeCharge}$3,065.02`);
    expect(text()).to.contain(`${strings.firstPayment}April 1, 2026`);
  });

  it('says that an offer is for another amount than was asked for', async () => {
    const { text, query } = await bare({ amount: '5000.00' });
    expect(text()).to.contain(strings.counterOfferText('$5,000.00', '$8,400.00'));
    expect(textOf(query('.lower'))).to.equal(`${strings.amount} $5,000.00`);
    const marked = await bare({ is_counter_offer: true });
    expect(textOf(marked.query('.lower'))).to.equal(strings.counterOffer);
    expect(marked.text()).not.to.contain('This offer is for');
  });

  it('says that the lender has more offers, and where to ask for them', async () => {
    const { text, query } = await setup({ more_at_lender: { lender: aLender } });
    for (const said of [strings.more.title, strings.more.text, aLender.name]) {
      expect(text()).to.contain(said);
    }
    expect(query<HTMLAnchorElement>('.notice a').href).to.equal('tel:18005550142');
    const nobody = await setup({ more_at_lender: { lender: null } });
    expect(nobody.text()).to.contain(strings.more.title);
    expect(nobody.root.querySelector('.notice a')).to.equal(null);
    const none = await setup();
    expect(none.text()).not.to.contain(strings.more.title);
  });

  it('is accessible', async () => {
    const { screen } = await setup(aBareStep('offers'));
    await expectAccessible(screen);
    const more = await setup({ more_at_lender: { lender: aLender } });
    await expectAccessible(more.screen);
  });
});
