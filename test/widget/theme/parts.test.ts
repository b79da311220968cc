import { expect } from '@open-wc/testing';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { DetailsScreen } from '../../../widget/screens/details/details-screen.ts';
import { exportedParts } from '../../../widget/styles/parts.ts';
import { aStep } from '../helpers/contract-values.ts';
import { FakeBff } from '../helpers/fake-bff.ts';
import { findButton } from '../helpers/mount-screen.ts';
import { clearPage, place, placed, screenOf } from '../helpers/place-checkout.ts';
import { until } from '../helpers/until.ts';

const parts = exportedParts.split(', ');
const mark = 'rgb(1, 2, 3)';

/** The page's own rule for a part. */
function stylePart(part: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`soft-pull-checkout::part(${part}) { text-decoration-color: ${mark}; }`);
  document.adoptedStyleSheets = [sheet];
}

function everyElement(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((one) => [
    one,
    ...(one.shadowRoot === null ? [] : everyElement(one.shadowRoot)),
  ]);
}

/** The elements that the page's rule has reached, by their parts. */
function reached(element: SoftPullCheckout): string[] {
  if (element.shadowRoot === null) throw new Error('nothing is drawn');
  const found = everyElement(element.shadowRoot).filter(
    (one) => getComputedStyle(one).textDecorationColor === mark,
  );
  return [...new Set(found.map((one) => one.getAttribute('part') ?? one.localName))];
}

describe('every part', () => {
  let bff: FakeBff;

  beforeEach(() => {
    bff = new FakeBff();
  });
  afterEach(() => {
    document.adoptedStyleSheets = [];
    clearPage();
    bff.uninstall();
  });

  /** Which parts the page can style on the screen that is shown. */
  function styled(element: SoftPullCheckout): string[] {
    return parts.filter((part) => {
      stylePart(part);
      const found = reached(element);
      expect(
        found.every((one) => one === part),
        `${part}: ${found}`,
      ).to.equal(true);
      return found.length > 0;
    });
  }

  async function detailsOf(element: SoftPullCheckout): Promise<DetailsScreen> {
    const screen = screenOf(element);
    if (!(screen instanceof DetailsScreen)) throw new Error('the form is not shown');
    await screen.updateComplete;
    return screen;
  }

  it('can be styled inline', async () => {
    const element = await placed();
    const form = await detailsOf(element);
    const atFirst = ['card', 'heading', 'field', 'input', 'primary-button', 'amount'];
    expect(styled(element)).to.deep.equal(atFirst);
    findButton(form.renderRoot, 'Continue').click();
    await until(() => form.renderRoot.querySelector('.summary') !== null);
    const onFirst = styled(element);
    await until(() => {
      // The flow hands its own draft on whenever something arrives, such as the texts.
      if (form.draft.part !== 3) form.draft = { ...form.draft, part: 3 };
      return form.renderRoot.querySelector('.authorization') !== null;
    });
    const onLast = styled(element);
    element.remove();
    bff.step = aStep('offers', { more_at_lender: { lender: null } });
    const withOffers = await placed();
    await until(() => screenOf(withOffers)?.localName === 'soft-pull-offers-screen');
    const all = new Set([...onFirst, ...onLast, ...styled(withOffers)]);
    expect([...all].toSorted()).to.deep.equal(parts.toSorted());
  });

  it('is out of reach in a frame, but for the card', async () => {
    const element = place({ isolation: 'frame', server: location.origin });
    await until(() => element.shadowRoot?.querySelector('iframe') != null);
    expect(styled(element)).to.deep.equal(['card']);
  });
});
