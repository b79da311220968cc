import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { Random } from '../../faults/fuzz/random.ts';
import type { Visit } from './visit.ts';

const fields = ['first_name', 'last_name', 'email'] as const;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** What a page may do to the element while somebody types, written as JavaScript for the page. */
const rerenders: readonly ((random: Random) => string)[] = [
  (random) => attribute('amount', `${500 + random.below(9000)}.${random.pick(['', '5', '50'])}`),
  (random) => attribute('locale', random.pick(['en', 'es', 'es-MX', 'ar-XB', 'fr'])),
  () => `element.removeAttribute('locale');`,
  (random) => attribute('heading-level', String(1 + random.below(6))),
  (random) => attribute('return-url', `${random.pick(['/', '/cart', '#pay'])}`),
  () => `for (const { name, value } of element.attributes) element.setAttribute(name, value);`,
  (random) => `element.style.inlineSize = '${260 + random.below(700)}px';`,
  (random) =>
    `element.style.setProperty('--soft-pull-font-size', '${14 + random.below(8)}px');` +
    `element.style.colorScheme = '${random.pick(['light', 'dark'])}';`,
  (random) => `document.dir = '${random.pick(['ltr', 'rtl'])}';`,
  (random) => `element.before(document.createTextNode('${random.below(10)} more '));`,
  () => `element.parentNode.moveBefore(element, element.parentNode.firstChild);`,
];

/** A plain move takes the focus from whoever types, and a frame's document with it. */
const move = 'element.parentNode.append(element);';

function attribute(name: string, value: string): string {
  return `element.setAttribute('${name}', '${value}');`;
}

/** A page that renders again and again, and a person who types on it all the same. */
export class RestlessPage {
  readonly #visit: Visit;
  readonly #session: CDPSession;
  readonly #seed: number;
  readonly #random: Random;
  #times = 0;
  readonly #typed = new Map<string, string>(fields.map((name) => [name, '']));

  private constructor(visit: Visit, session: CDPSession, seed: number) {
    this.#visit = visit;
    this.#session = session;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  static async open(visit: Visit, seed: number): Promise<RestlessPage> {
    return new RestlessPage(visit, await sessionOf(visit.page), seed);
  }

  /** Keys and changes in a random order, none of them waiting for what the one before has done. */
  async interleave(): Promise<void> {
    this.#times += 1;
    const field = this.#random.pick(fields);
    if (this.#visit.isolation === 'inline' && this.#random.below(4) === 0) await this.#change(move);
    await this.#input(field).evaluate((input: HTMLInputElement) => {
      input.focus();
      input.select();
    });
    const steps = 3 + this.#random.below(8);
    const sent: Promise<unknown>[] = [];
    let text = '';
    for (let step = 0; step < steps; step += 1) {
      if (step === 0 || this.#random.below(2) === 0) {
        const key = this.#random.pick([...letters]);
        text += key;
        sent.push(...this.#press(key));
      } else {
        sent.push(this.#change(this.#random.pick(rerenders)(this.#random)));
      }
    }
    this.#typed.set(field, text);
    await Promise.all(sent);
  }

  /** Whatever was typed stands where it was typed, and the person may go on. */
  async check(): Promise<void> {
    const form = this.#visit.checkout.inside.locator('form');
    const found = await form.evaluate(
      (element, names) =>
        names.map((name) => element.querySelector<HTMLInputElement>(`#${name}`)?.value),
      fields,
    );
    assert.deepEqual(
      found,
      fields.map((name) => this.#typed.get(name)),
      `after ${this.#times} interleavings of seed ${this.#seed}`,
    );
  }

  #input(name: string) {
    return this.#visit.checkout.inside.locator(`#${name}`);
  }

  #press(key: string): Promise<unknown>[] {
    const event = { key, code: `Key${key.toUpperCase()}` };
    return [
      this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...event }),
      this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
    ];
  }

  #change(script: string): Promise<unknown> {
    const expression = `{ const element = document.querySelector('soft-pull-checkout'); ${script} }`;
    return this.#session.send('Runtime.evaluate', { expression });
  }
}

function sessionOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}
