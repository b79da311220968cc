import { expect } from '@open-wc/testing';
import { resultStates, sampleSteps } from '../../../demo/screens/screen-states.ts';
import type { CheckoutStep, ResultStep } from '../../../widget/contract/step.ts';
import { embedTexts } from '../../../widget/embed/load-failure.ts';
import { resultScreen } from '../../../widget/results.ts';
import { ProblemScreen } from '../../../widget/screens/problem-screen.ts';
import type { FlowProblem } from '../../../widget/screens/screen-context.ts';
import type { IntentEvent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import type { Strings } from '../../../widget/strings/strings.ts';
import { aContext, mountScreen, type ScreenUnderTest } from '../helpers/mount-screen.ts';

customElements.define('a-problem-screen', ProblemScreen);

const { accepted, pending } = sampleSteps;

function isResult(step: CheckoutStep): step is ResultStep {
  return step.screen !== 'details';
}

/** Every screen after the form, in every shape in which it has a button or a number to call. */
const steps: readonly ResultStep[] = [
  ...resultStates.flatMap(({ opening }) => ('step' in opening ? [opening.step] : [])),
  { ...accepted, blocked: 'portal_required' as const, portal_account_status: 'Invited' as const },
  { ...pending, notifications: { sms: 'failed' as const, email: 'none' as const } },
].filter(isResult);

const problem: FlowProblem = {
  code: 'lender_unavailable',
  retryable: true,
  correlationId: null,
  fields: {},
};

/** The screen of a step, as the flow makes it, after a call that has failed. */
function mount(step: ResultStep, strings: Strings = en, isByCode = false) {
  // Every screen after the form takes a step and a context.
  const screen = resultScreen(step, { ...aContext(), strings }, null) as ScreenUnderTest;
  return mountScreen(screen, step, { strings, problem, isByCode });
}

/** By what is asked for: what the buttons say that ask for it, without amounts. */
class ButtonNames {
  readonly #names = new Map<string, Set<string>>();

  /** Presses every button below the root; the screen is one that sends what it is asked for. */
  press(screen: HTMLElement, root: ParentNode): void {
    for (const button of root.querySelectorAll('button')) {
      const name = button.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
      const listen = ({ intent: { type } }: IntentEvent) => {
        if (type === 'announce') return;
        const names = this.#names.get(type) ?? new Set<string>();
        this.#names.set(type, names.add(name.replaceAll(/\$[\d,.]+\d/g, '$')));
      };
      screen.addEventListener('soft-pull-intent', listen);
      button.click();
      screen.removeEventListener('soft-pull-intent', listen);
    }
  }

  get all(): Record<string, string[]> {
    return Object.fromEntries([...this.#names].map(([type, names]) => [type, [...names].sort()]));
  }
}

describe('the screens', () => {
  for (const [language, strings] of Object.entries({ en, es })) {
    it(`call what does the same by the same name, ${language} [wcag:same-names]`, async () => {
      const { common, outcome } = strings;
      const names = new ButtonNames();
      for (const step of steps) {
        for (const isByCode of [false, true]) {
          const { screen, root } = await mount(step, strings, isByCode);
          names.press(screen, root);
        }
      }
      for (const code of ['internal', 'not_found'] as const) {
        const screen = new ProblemScreen();
        Object.assign(screen, { problem: { ...problem, code }, strings: common, headingLevel: 2 });
        document.body.append(screen);
        await screen.updateComplete;
        names.press(screen, screen.renderRoot);
        screen.remove();
      }
      expect(names.all).to.deep.equal({
        refresh: [outcome.checkAgain],
        retry: [common.tryAgain],
        restart: [common.startAgain],
        select_offer: [outcome.offers.choose],
        go_to_lender: [outcome.redirect.go],
        back_to_offers: [outcome.redirect.backToOffers],
        // What was asked for before is called so.
        invite_to_portal: [outcome.accepted.invite, outcome.accepted.inviteAgain].sort(),
        charge: [outcome.accepted.charge('$'), outcome.chargeOutcome.again('$')].sort(),
      });
    });
  }

  it('are tried again by the name that the element itself uses', () => {
    expect([embedTexts.en.retry, embedTexts.es.retry]).to.deep.equal([
      en.common.tryAgain,
      es.common.tryAgain,
    ]);
  });

  it('have the number to call below what they say, and above every button [wcag:same-help]', async () => {
    const found = new Set<string>();
    for (const step of steps) {
      const { root, query } = await mount(step);
      const number = root.querySelector('a[href^="tel:"]');
      if (number === null) continue;
      found.add(step.screen);
      expect(isBefore(query('.title'), number), step.screen).to.equal(true);
      expect(isBefore(query('.lead'), number), step.screen).to.equal(true);
      for (const button of root.querySelectorAll('button')) {
        expect(isBefore(number, button), `${step.screen}: ${button.textContent}`).to.equal(true);
      }
    }
    expect([...found]).to.have.members([
      'review',
      'offers',
      'no_offers',
      'ask_lender',
      'charge_pending',
    ]);
  });
});

/** In the document; what stands inside counts as coming after what it stands in. */
function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
