import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { define } from '../../../widget/elements/define.ts';
import { embedStyles } from '../../../widget/embed/embed.styles.ts';
import { defineFlow } from '../../../widget/flow/define-flow.ts';
import { flowSheets } from '../../../widget/flow/inline-flow.ts';
import { loadResults } from '../../../widget/load-results.ts';
import { AcceptedScreen } from '../../../widget/screens/accepted-screen.ts';
import { emptyDraft } from '../../../widget/screens/details/application-form.ts';
import type { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import type { Part } from '../../../widget/screens/details/form-fields.ts';
import { OffersScreen } from '../../../widget/screens/offers-screen.ts';
import type { ScreenContext } from '../../../widget/screens/screen-context.ts';
import { card } from '../../../widget/styles/card.ts';
import { sheetOf } from '../../../widget/styles/sheet.ts';
import { tokens } from '../../../widget/styles/theme.ts';
import { anOffer, aStep, aUuid } from './contract-values.ts';
import { aContext, drawnInto, find, type ScreenUnderTest } from './mount-screen.ts';
import { until } from './until.ts';

const offers = aStep('offers', {
  offers: [
    anOffer({ apr: '7.99' }),
    anOffer({ offer_uuid: aUuid(2), is_counter_offer: true, promo_disclosure: 'A promotion.' }),
  ],
  selected_offer_uuid: aUuid(2),
});

/** The screens on which every look is to be seen, side by side in one card as the element draws it. */
export class ThemedScreens {
  readonly host = document.createElement('soft-pull-checkout');
  readonly card = document.createElement('section');
  readonly #screens = new Map<string, ScreenUnderTest>();

  static async mount(): Promise<ThemedScreens> {
    defineFlow();
    await loadResults();
    define('soft-pull-offers-screen', OffersScreen);
    define('soft-pull-accepted-screen', AcceptedScreen);
    const screens = new ThemedScreens();
    screens.#addCard();
    screens.#addPart('home', 2);
    screens.#addPart('consent', 3);
    screens.#add('offers', offers);
    screens.#add('accepted', aStep('accepted'));
    screens.#add('blocked', aStep('accepted', { blocked: 'portal_required' }));
    await until(() => screens.#drawn('consent').querySelector('.authorization') !== null);
    screens.#add('about', aStep('details'), { problem: wrongName });
    await until(() => screens.#drawn('about').querySelector('.summary') !== null);
    return screens;
  }

  /** `'about .title'`, or `'.card'` for what stands around them. */
  find(path: string): HTMLElement {
    const [name = '', ...rest] = path.split(' ');
    if (name.startsWith('.')) return find(this.card.getRootNode() as ShadowRoot, path);
    return find(this.#drawn(name), rest.join(' '));
  }

  /** What a property of the theme, such as `accent`, comes to as a color. */
  color(name: string): string {
    const probe = document.createElement('i');
    probe.style.color = `var(--_${name})`;
    this.card.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  screen(name: string): HTMLElement {
    const screen = this.#screens.get(name);
    if (screen === undefined) throw new Error(`There is no screen ${name}`);
    return screen;
  }

  remove(): void {
    this.host.remove();
  }

  #addCard(): void {
    const frame = document.createElement('div');
    const root = this.host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(tokens(':host') + card + embedStyles)];
    frame.className = 'frame';
    this.card.className = 'card';
    frame.append(this.card);
    root.append(frame);
    document.body.append(this.host);
  }

  #addPart(name: string, part: Part): void {
    const draft = emptyDraft();
    draft.values.housing_status = 'own';
    const screen = this.#add(name, aStep('details')) as ScreenUnderTest & DetailsScreen;
    screen.draft = { ...draft, part };
  }

  #add(name: string, step: CheckoutStep, context: Partial<ScreenContext> = {}): ScreenUnderTest {
    const tag = `soft-pull-${step.screen}-screen`;
    const screen = document.createElement(tag) as ScreenUnderTest;
    screen.step = step;
    screen.context = aContext(context);
    this.card.append(step.screen === 'details' ? apart(screen) : screen);
    this.#screens.set(name, screen);
    return screen;
  }

  #drawn(name: string): ShadowRoot | HTMLElement {
    return drawnInto(this.screen(name));
  }
}

/** Fields are known by their ids: there is one form in a tree. */
function apart(screen: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [...flowSheets];
  root.append(screen);
  return host;
}

const wrongName: ScreenContext['problem'] = {
  code: 'invalid_applicant',
  retryable: false,
  correlationId: null,
  fields: { first_name: ['required'] },
};
