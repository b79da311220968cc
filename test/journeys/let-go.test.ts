import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { journey } from './models/journey.ts';
import { play, sceneNamed } from './models/scenes.ts';
import { Stage } from './models/stage.ts';

/** Between them they have every kind of button, what opens a text, and boxes to tick. */
const scenes = [
  'details',
  'details, home',
  'details, consent',
  'offers, opened',
  'redirect',
  'accepted, portal_required',
  'problem',
];

/** Lists and fields are the browser's own. */
const pressed = ['button', 'summary', '[type=radio]', '[type=checkbox]']
  .map((each) => `${each}:visible`)
  .join();

describe('a press', () => {
  const here = journey();

  /** A screen, and every call that changes something, from then on. */
  async function stageAt(name: string) {
    const { product, browser } = here;
    const stage = await Stage.open({ product, browser, isolation: 'frame', language: 'en' });
    await play(stage, sceneNamed(name));
    const calls: string[] = [];
    stage.page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    return { stage, calls };
  }

  for (const name of scenes) {
    it(`that ends elsewhere does nothing: ${name} [wcag:let-go]`, async () => {
      const { stage, calls } = await stageAt(name);
      const before = await stage.content.ariaSnapshot();
      const controls = await stage.locator(pressed).all();
      assert.notEqual(controls.length, 0);
      for (const control of controls) await pressAndLetGo(stage.page, control);
      await stage.settle();
      assert.equal(await stage.content.ariaSnapshot(), before);
      assert.deepEqual(calls, []);
    });
  }

  it('that ends where it began does what it should', async () => {
    const { stage } = await stageAt('offers');
    const before = await stage.content.ariaSnapshot();
    await stage.locator('.opener').first().click();
    await stage.settle();
    assert.notEqual(await stage.content.ariaSnapshot(), before);
  });
});

/** Presses the middle of something, and lets go beside the card. */
async function pressAndLetGo({ mouse }: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  assert.ok(box, `${control} is not drawn`);
  const y = box.y + box.height / 2;
  await mouse.move(box.x + box.width / 2, y);
  await mouse.down();
  await mouse.move(1, y);
  await mouse.up();
}
