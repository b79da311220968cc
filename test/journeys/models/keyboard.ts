import type { Locator, Page } from 'playwright-core';
import { until } from '../../helpers/until.ts';

const mostTabs = 120;
/** After a second without a key, a list takes the next one for the start of another name. */
const listForgetsMs = 1_200;

/** A person without a mouse: what cannot be reached by Tab does not exist. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Tabs on until the focus is on the element. @throws Error when it never gets there */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs <= mostTabs; tabs += 1) {
      if (await hasFocus(target)) return;
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${target}`);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.#page.keyboard.type(text);
  }

  /** Spells the option's name, as one does in a list; again when the keys came too slowly. */
  async choose(target: Locator, option: string): Promise<void> {
    await this.reach(target);
    const spell = async () => {
      await this.#page.keyboard.type(option);
      return (await isChosen(target, option)) || undefined;
    };
    await until(`${option} is chosen`, spell, { everyMs: listForgetsMs });
  }

  /** Space on a button, a box or a radio button. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Space'): Promise<void> {
    await this.reach(target);
    await this.#page.keyboard.press(key);
  }
}

function isChosen(target: Locator, option: string): Promise<boolean> {
  return target.evaluate(
    (element, name) => (element as HTMLSelectElement).selectedOptions[0]?.label.trim() === name,
    option,
  );
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return root.activeElement === element;
  });
}
