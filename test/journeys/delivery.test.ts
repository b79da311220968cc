import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { integritySchema } from '../../widget/contract/public-information.ts';
import { until } from '../helpers/until.ts';
import { bundle } from './models/bundle.ts';
import { journey } from './models/journey.ts';
import { openOwnPage, shown } from './models/own-page.ts';

const inline = tag('isolation="inline"');

function tag(attributes: string, name = 'soft-pull-checkout'): string {
  return `<${name} merchant="pk_sandbox_hillside" amount="8400.00" ${attributes}></${name}>`;
}

describe('a page of a merchant', () => {
  const here = journey();

  async function pinned(): Promise<{ url: string; script: string }> {
    const answer = await fetch(`${here.product.bffUrl}/v1/integrity.json`);
    const { version, files } = integritySchema.parse(await answer.json());
    const name = `soft-pull-checkout-${version}.js`;
    const url = `${here.product.bffUrl}/v1/${name}`;
    const integrity = `sha384-${files[name]?.sha384}`;
    const script = `<script type="module" crossorigin src="${url}" integrity="${integrity}"></script>`;
    return { url, script };
  }

  for (const isolation of ['frame', 'inline']) {
    it(`runs a script that it has pinned by its hash, and loads no other: ${isolation}`, async () => {
      const { url, script } = await pinned();
      const context = await here.browser.newContext();
      const own = await openOwnPage(context, here.product, {
        head: script,
        body: tag(`isolation="${isolation}"`),
      });
      await shown(own.page, 'soft-pull-checkout');
      assert.deepEqual(own.scripts, [url]);
      assert.deepEqual(own.complaints, []);
    });
  }

  it('is spared a pinned script of which one byte is another [asvs:pinned-script]', async () => {
    const { url, script } = await pinned();
    const context = await here.browser.newContext();
    await context.route(url, async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      const middle = Math.floor(body.length / 2);
      body.writeUInt8(body.readUInt8(middle) ^ 1, middle);
      await route.fulfill({ response, body });
    });
    const own = await openOwnPage(context, here.product, { head: script, body: inline });
    assert.equal(
      await own.page.evaluate(() => customElements.get('soft-pull-checkout')),
      undefined,
    );
    await until('the refusal', async () => own.complaints.find((each) => /integrity/.test(each)));
  });

  it('has two elements, each with a checkout of its own that a reload finds again', async () => {
    const context = await here.browser.newContext();
    const { page, complaints } = await openOwnPage(context, here.product, {
      head: `<script type="module" src="${here.product.bffUrl}/v1/soft-pull-checkout.js"></script>`,
      body: tag('') + inline,
    });
    const ids = await shown(page, 'soft-pull-checkout');
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(complaints, []);
    await page.reload();
    assert.deepEqual(await shown(page, 'soft-pull-checkout'), ids);
  });

  it('has scripts of two versions and the npm module, and each element its own checkout', async () => {
    const context = await here.browser.newContext();
    const { bffUrl } = here.product;
    const another = await (await fetch((await pinned()).url)).text();
    const npm = await bundle(`import { SoftPullCheckout } from '@soft-pull/checkout';
      import '@soft-pull/checkout/soft-pull-checkout.js';
      customElements.define('own-checkout', class extends SoftPullCheckout {});`);
    const { page, complaints } = await openOwnPage(context, here.product, {
      head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>
        <script type="module" src="another.js"></script>
        <script type="module" src="npm.js"></script>`,
      body: inline + tag(`server="${bffUrl}" isolation="inline"`, 'own-checkout'),
      scripts: { 'another.js': another, 'npm.js': npm },
    });
    const ids = await shown(page, 'soft-pull-checkout', 'own-checkout');
    assert.equal(new Set(ids).size, 2);
    await page.reload();
    assert.deepEqual(await shown(page, 'soft-pull-checkout', 'own-checkout'), ids);
    assert.deepEqual(complaints, []);
  });
});
