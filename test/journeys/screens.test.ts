import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../widget/contract/language.ts';
import { en } from '../../widget/strings/en.ts';
import { es } from '../../widget/strings/es.ts';
import { conductFaults } from './models/conduct.ts';
import { faultsOf, misfits } from './models/fitness.ts';
import { journey } from './models/journey.ts';
import { isolations, looks, wear } from './models/looks.ts';
import { play, sceneNamed, scenes } from './models/scenes.ts';
import { Stage } from './models/stage.ts';

/** Every screen in one look; `npm run test:matrix` sees each in all of them. */
const sample = scenes.map((scene, index) => ({
  scene,
  isolation: isolations[index % isolations.length] ?? 'frame',
  language: languages[(index + 1) % languages.length] ?? 'en',
  look: looks[(index * 5 + 4 + Math.floor(index / 6)) % looks.length] ?? {
    colors: 'light',
    width: 320,
  },
}));

describe('a screen in text twice as large', { concurrency: 3 }, () => {
  const here = journey({ hasLargeText: true, isSideBySide: true });

  for (const { scene, isolation, language } of sample) {
    it(`is wholly on a phone: ${scene.name}, ${isolation}, ${language} [wcag:large-text]`, async () => {
      const { product, browser } = here;
      const context = { viewport: { width: 360, height: 800 } };
      const stage = await Stage.open({ product, browser, isolation, language, context });
      await play(stage, scene);
      assert.deepEqual(await misfits(stage), []);
      await stage.close();
    });
  }
});

describe('a form in text twice as large, on a shop’s page with margins', () => {
  const here = journey({ hasLargeText: true });

  for (const isolation of isolations) {
    it(`shows the amount and the number that is typed: ${isolation} [wcag:large-text]`, async () => {
      const { product, browser } = here;
      const context = { viewport: { width: 360, height: 800 } };
      const stage = await Stage.open({ product, browser, isolation, language: 'en', context });
      await stage.page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          if (window.top === window) document.body.style.marginInline = '33px';
        });
      });
      await play(stage, sceneNamed('details, consent'));
      assert.deepEqual(await misfits(stage), []);
      const roomInLetters = await stage.locator('#ssn').evaluate((field) => {
        const { paddingInlineStart, paddingInlineEnd, fontSize } = getComputedStyle(field);
        const padding = parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd);
        return (field.clientWidth - padding) / parseFloat(fontSize);
      });
      assert.ok(roomInLetters > 4, `${roomInLetters} em`);
      await stage.close();
    });
  }
});

describe('a screen fits and is accessible', () => {
  const here = journey();

  for (const { scene, isolation, language, look } of sample) {
    it(`${scene.name}: ${isolation}, ${language}, ${look.colors}, ${look.width} px [wcag:every-screen]`, async () => {
      const { product, browser } = here;
      const stage = await Stage.open({ product, browser, isolation, language });
      await wear(stage.page, look);
      await play(stage, scene);
      assert.deepEqual(await faultsOf(stage), []);
      assert.deepEqual(await conductFaults(stage), []);
    });
  }

  for (const isolation of isolations) {
    it(`the longest words on the narrowest screen: ${isolation}`, async () => {
      const { product, browser } = here;
      const stage = await Stage.open({ product, browser, isolation, language: 'es' });
      await wear(stage.page, { colors: 'light', width: 320 });
      await play(stage, sceneNamed('offers'));
      assert.deepEqual(await faultsOf(stage), []);
    });
  }

  it('is found out where it is drawn in another order, covers the focus or flashes', async () => {
    const { product, browser } = here;
    const stage = await Stage.open({ product, browser, isolation: 'inline', language: 'en' });
    await play(stage, sceneNamed('redirect'));
    await stage.locator('.actions').evaluate((actions) => {
      actions.style.flexDirection = 'column-reverse';
    });
    await stage.content.evaluate((content) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        @keyframes blink { to { opacity: 0; } }
        .bar { position: fixed; inset: 0; animation: blink 0.2s infinite; }
      `);
      const root = content.getRootNode() as ShadowRoot;
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      content.append(Object.assign(document.createElement('div'), { className: 'bar' }));
    });
    const found = (await conductFaults(stage)).join('\n');
    const { go, backToOffers } = en.outcome.redirect;
    for (const fault of [
      '.bar flashes: blink 0.2s',
      '320 × 256: fixed: bar',
      `360 × 800: the focus is covered: ${go}`,
      `768 × 800: “${backToOffers}” is drawn before “${go}”`,
    ]) {
      assert.ok(found.includes(fault), `${fault}: ${found}`);
    }
  });

  it('stays in its language while another is out of reach, and asks for that again when it is used', async () => {
    const { product, browser } = here;
    const stage = await Stage.open({ product, browser, isolation: 'frame', language: 'en' });
    await play(stage, sceneNamed('details'));
    const spanish = /\/chunks\/es-/;
    await stage.page.route(spanish, (route) => route.abort());
    const failed = stage.page.waitForEvent('requestfailed');
    await stage.page
      .locator('soft-pull-checkout')
      .evaluate((it) => it.setAttribute('locale', 'es'));
    await failed;
    const spoken = await stage.locator('soft-pull-flow .frame').evaluate(async (frame) => {
      await new Promise(requestAnimationFrame);
      const { documentElement, title } = document;
      return { lang: [documentElement.lang, frame.getAttribute('lang')], title };
    });
    assert.deepEqual(spoken, { lang: ['en', 'en'], title: en.common.label });
    await stage.page.unroute(spanish);
    await stage.locator('#first_name').click();
    await stage.locator('h2').filter({ hasText: es.form.title }).waitFor();
  });

  it('loads no language that is not spoken, and misses none [wcag:page-language]', async () => {
    const scripts: Record<string, string[]> = {};
    for (const language of [...languages, 'fr-CA' as const]) {
      const { product, browser } = here;
      const spoken = language === 'fr-CA' ? 'en' : language;
      const stage = await Stage.open({ product, browser, isolation: 'frame', language: spoken });
      for (const name of ['details', 'offers']) {
        const scene = scenes.find((one) => one.name === name);
        if (scene !== undefined) await stage.show(scene.opening, { locale: language });
      }
      assert.deepEqual(stage.failed, []);
      const frame = stage.locator('soft-pull-flow .frame');
      assert.equal(
        await frame.evaluate((content) => content.ownerDocument.documentElement.lang),
        spoken,
      );
      assert.equal(
        await frame.evaluate((content) => content.ownerDocument.title),
        await stage.locator('.card').getAttribute('aria-label'),
      );
      assert.equal(
        await frame.evaluate((content) => content.ownerDocument.documentElement.dir),
        spoken === 'ar-XB' ? 'rtl' : 'ltr',
      );
      const others = stage.scripts.filter((url) => /\/(es|ar-xb)-[^/]*$/.test(url));
      scripts[language] = [...new Set(others.map((url) => /\/(es|ar-xb)-/.exec(url)?.[1] ?? ''))];
    }
    assert.deepEqual(scripts, { en: [], es: ['es'], 'ar-XB': ['ar-xb'], 'fr-CA': [] });
  });
});
