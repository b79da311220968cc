import { expect } from '@open-wc/testing';
import { ProblemScreen } from '../../../widget/screens/problem-screen.ts';
import type { Intent, IntentEvent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { findButton, textOf } from '../helpers/mount-screen.ts';

customElements.define('problem-screen', ProblemScreen);

async function setup(change: Partial<ProblemScreen['problem']> = {}) {
  const screen = new ProblemScreen();
  const intents: Intent[] = [];
  screen.problem = {
    code: 'internal',
    retryable: true,
    correlationId: 'c-42',
    fields: {},
    ...change,
  };
  screen.strings = en.common;
  screen.headingLevel = 3;
  screen.addEventListener('soft-pull-intent', (event: IntentEvent) => intents.push(event.intent));
  document.body.append(screen);
  await screen.updateComplete;
  if (screen.shadowRoot === null) throw new Error('no shadow root');
  return { screen, root: screen.shadowRoot, intents, text: textOf(screen.shadowRoot) };
}

describe('<problem-screen>', () => {
  afterEach(() => document.querySelector('problem-screen')?.remove());

  it('says what happened in words, with the reference for who helps', async () => {
    const { text } = await setup();
    expect(text).to.contain(en.common.problems.internal.text);
    expect(text).to.contain('c-42');
  });

  it('has no reference where there is none', async () => {
    const { text } = await setup({ correlationId: null });
    expect(text).not.to.contain(en.common.reference('').trim());
  });

  it('can be tried again where that helps', async () => {
    const { root, intents } = await setup();
    findButton(root, en.common.tryAgain).click();
    expect(intents).to.deep.equal([{ type: 'retry' }]);
  });

  it('starts again where the checkout is gone', async () => {
    const { root, intents } = await setup({ code: 'not_found', retryable: false });
    findButton(root, en.common.startAgain).click();
    expect(intents).to.deep.equal([{ type: 'restart' }]);
  });

  it('says of a used-up code how far its checkout is, and starts again only before acceptance', async () => {
    for (const [reached, mayBeginAnew] of [
      ['chosen', true],
      ['ended', true],
      ['accepted', false],
      ['charged', false],
    ] as const) {
      const { root, text, screen } = await setup({ code: 'code_used', retryable: false, reached });
      expect(text).to.contain(en.common.problems.code_used.title);
      expect(text).to.contain(en.common.codeUsed[reached]);
      expect(root.querySelectorAll('button')).to.have.length(mayBeginAnew ? 1 : 0);
      screen.remove();
    }
  });

  it('is accessible, with the heading at the level it was given', async () => {
    const { screen, root } = await setup();
    expect(root.querySelector('h3')).not.to.equal(null);
    await expectAccessible(screen);
  });
});
