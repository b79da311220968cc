import assert from 'node:assert/strict';
import type { Product } from '../../helpers/serve.ts';
import { openHostPage } from './host-page.ts';
import { listenIn, lootOf } from './hostile-scripts.ts';
import type { Visit } from './visit.ts';

/** What a field is filled with before it is filled again. */
const atOnce = 250;

/** Letters and digits that stand nowhere by chance, as a person's keys would give them. */
export function canaryText(length: number): string {
  return 'Zq7xJ'.repeat(Math.ceil(length / 5)).slice(0, length);
}

/** Presses the keys of a text, one after the other, as fast as the browser takes them. */
export async function press({ context, page }: Visit, text: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const keys = [...text].flatMap((key) => [
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
  ]);
  await Promise.all(keys);
  await session.detach();
}

/** Types into the frame's form under a page that listens to all of it, and finds nothing there. */
export async function assertNotHeard(
  visit: Visit,
  product: Product,
  keystrokes: number,
): Promise<void> {
  await listenIn(visit.page);
  await openHostPage(visit.page, product);
  await visit.checkout.at('details');
  const field = visit.checkout.form.field('first_name');
  for (let pressed = 0; pressed < keystrokes; pressed += atOnce) {
    await field.selectText();
    await press(visit, canaryText(atOnce));
    assert.equal(await field.inputValue(), canaryText(atOnce));
  }
  const { keys, texts } = await lootOf(visit.page);
  assert.equal(keys, 0);
  assert.doesNotMatch(texts.join('\n'), /Zq7x|q7xJ|7xJZ|xJZq|JZq7/);
}
