import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { SignJWT } from 'jose';
import type { Frame, Page } from 'playwright-core';
import { consoleLine } from '../../demo/docs/diagnostics.ts';
import { sandboxOrderSecret } from '../../server/config/sandbox-settings.ts';
import type { Finding } from '../../widget/index.ts';
import { bundle } from './models/bundle.ts';
import { journey } from './models/journey.ts';
import { openOwnPage } from './models/own-page.ts';
import { ShopServer } from './models/shop-server.ts';

describe('element.diagnose()', () => {
  const here = journey();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-page-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** @returns the address of a page that is opened as a file */
  async function file(body: string): Promise<string> {
    const path = join(folder, `${randomUUID()}.html`);
    await writeFile(path, `<!doctype html><title>Host</title>${body}`);
    return pathToFileURL(path).href;
  }

  interface HostPage {
    origin?: string;
    policy?: string;
    attributes?: string;
    scripts?: readonly string[];
    /** What stands inside the tag. */
    inside?: string;
    /** The page whose frame this one stands in. */
    around?: { address: string; sandbox?: string };
    /** The browser keeps the origins of the pages around to itself. */
    hidesAround?: boolean;
    /** The browser keeps no report for who asks later. */
    isForgetful?: boolean;
    /** The event of the checkout that comes before the question. */
    until?: string;
    /** Its frame comes after everything that the question waits for in any case. */
    isFrameLate?: boolean;
    /** What the BFF answers in place of what it would, by path. */
    answers?: Readonly<Record<string, unknown>>;
  }

  /** A page that nobody has prepared, of the shop's origin unless it says another. */
  async function findings(host: HostPage = {}): Promise<Finding[]> {
    const { demoUrl, bffUrl } = here.product;
    const { origin = demoUrl, policy, scripts = [`${bffUrl}/v1/soft-pull-checkout.js`] } = host;
    const attributes = host.attributes ?? 'merchant="pk_sandbox_hillside" amount="8400.00"';
    const tags = scripts.map((src) => `<script type="module" src="${src}"></script>`);
    const context = await here.browser.newContext();
    // A page that did not come over the network counts as one of the internet.
    await context.grantPermissions(['local-network-access']);
    const page = await context.newPage();
    await page.addInitScript(() => {
      for (const name of ['soft-pull-error', 'soft-pull-step-change']) {
        addEventListener(name, () => Reflect.set(window, name, true));
      }
    });
    const { inside = '', around, hidesAround } = host;
    // As of a frame with a referrer policy (whatwg/html#11560), which Chromium 156 does not do yet.
    if (hidesAround) {
      await page.addInitScript(() => {
        const value = () => ['null'].values();
        Object.defineProperty(DOMStringList.prototype, Symbol.iterator, { value });
      });
    }
    // As Firefox 153, which hands over only what comes while somebody observes.
    if (host.isForgetful) {
      await page.addInitScript(() => {
        ReportingObserver.prototype.takeRecords = () => [];
      });
    }
    if (host.isFrameLate) {
      const isTried = page.waitForEvent(
        'requestfinished',
        (request) =>
          request.url().startsWith(`${bffUrl}/v1/diagnose?`) && request.isNavigationRequest(),
      );
      await page.route(`${bffUrl}/v1/frame?*`, async (route) => {
        await isTried;
        await route.continue();
      });
    }
    for (const [path, json] of Object.entries(host.answers ?? {})) {
      const headers = { 'access-control-allow-origin': '*' };
      const isAsked = (url: URL) => url.origin === bffUrl && url.pathname === path;
      await page.route(isAsked, (route) => route.fulfill({ json, headers }));
    }
    await page.route(`${origin}/host`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: policy === undefined ? {} : { 'content-security-policy': policy },
        body: `<!doctype html><html lang="en"><title>Host</title>${tags.join('')}
          <soft-pull-checkout ${attributes} amount="8400.00">${inside}</soft-pull-checkout></html>`,
      }),
    );
    await page.route('**/around', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Around</title>
          <iframe ${around?.sandbox ?? ''} src="${origin}/host"></iframe></html>`,
      }),
    );
    const isThere = page.waitForEvent(
      'framenavigated',
      (frame) => frame.url() === `${origin}/host`,
    );
    const waitUntil = host.isFrameLate ? 'commit' : 'load';
    await page.goto(around?.address ?? `${origin}/host`, { waitUntil });
    return said(await isThere, host.until);
  }

  /** What the element says in this page. */
  async function said(page: Page | Frame, event = ''): Promise<Finding[]> {
    await page.waitForFunction((name) => name === '' || Reflect.get(window, name), event);
    return page.evaluate(async () => {
      await customElements.whenDefined('soft-pull-checkout');
      return document.querySelector('soft-pull-checkout')?.diagnose() ?? [];
    });
  }

  const codesAndFixes = (found: Finding[]) => found.map(({ code, fix }) => [code, fix]);

  it('finds nothing where the checkout works', async () => {
    assert.deepEqual(await findings(), []);
    const inline = 'merchant="pk_sandbox_hillside" isolation="inline"';
    assert.deepEqual(await findings({ attributes: inline }), []);
  });

  it('names a key that no merchant has, and one that is missing', async () => {
    assert.deepEqual(codesAndFixes(await findings({ attributes: 'merchant="pk_nobody"' })), [
      ['wrong_key', 'merchant="pk_…"'],
    ]);
    assert.deepEqual(codesAndFixes(await findings({ attributes: '' })), [
      ['key_missing', 'merchant="pk_…"'],
    ]);
  });

  it('names an attribute with which no checkout can begin', async () => {
    const key = 'merchant="pk_sandbox_hillside"';
    const address = `/pay?q=${'x'.repeat(1_900)}`;
    for (const [attribute, fix] of [
      [`return-url="${address}"`, 'return-url="…"'],
      ['return-url="http://["', 'return-url="…"'],
      ['return-url="myshop://checkout"', 'return-url="https://…"'],
      [`client-token="${'x'.repeat(4_097)}"`, 'client-token="…"'],
    ]) {
      const found = await findings({ attributes: `${key} ${attribute}` });
      assert.deepEqual(codesAndFixes(found), [['wrong_value', fix]]);
    }
  });

  it('names the return-url that a page without a web address needs', async () => {
    const { bffUrl, demoUrl } = here.product;
    const { context } = await here.visit({ startsAt: 'nowhere' });
    for (const [attribute, fixes] of [
      ['', [['wrong_value', 'return-url="https://…"']]],
      [`return-url="${demoUrl}/"`, []],
    ] as const) {
      const srcdoc = `<script type='module' src='${bffUrl}/v1/soft-pull-checkout.js'></script>
        <soft-pull-checkout merchant='pk_sandbox_hillside' amount='8400.00'
          ${attribute.replaceAll('"', "'")}></soft-pull-checkout>`;
      const body = `<iframe srcdoc="${srcdoc}"></iframe>`;
      const { page } = await openOwnPage(context, here.product, { head: '', body });
      const frame = page.frames().find((each) => each.url() === 'about:srcdoc');
      assert.ok(frame);
      assert.deepEqual(codesAndFixes(await said(frame)), fixes);
    }
  });

  it('names an attribute in the spelling of its property, which has no effect', async () => {
    const key = 'merchant="pk_sandbox_hillside"';
    for (const [attribute, fixes] of [
      ['ordertoken="eyJ…"', [['wrong_value', 'order-token="…"']]],
      ['clientToken="…"', [['wrong_value', 'client-token="…"']]],
      ['offer_code="SPRING"', [['wrong_value', 'offer-code="…"']]],
      [`returnurl="/pay" return-url="/pay"`, []],
    ] as const) {
      const found = await findings({ attributes: `${key} ${attribute}` });
      assert.deepEqual(codesAndFixes(found), fixes);
    }
  });

  it('names an id that two elements have', async () => {
    const key = 'merchant="pk_sandbox_hillside" amount="8400.00"';
    for (const [id, fixes] of [
      ['pay', [['wrong_value', 'id="…"']]],
      ['other', []],
    ] as const) {
      const second = `></soft-pull-checkout><soft-pull-checkout ${key} id="${id}"`;
      const found = await findings({ attributes: `${key} id="pay"${second}` });
      assert.deepEqual(codesAndFixes(found), fixes);
    }
  });

  it('names the order token, amount or return address that the BFF has refused', async () => {
    for (const [attribute, fix] of [
      ['amount="8400.00" order-token="…"', 'order-token="eyJ…"'],
      ['amount="5.00"', 'amount="8400.00"'],
    ] as const) {
      const attributes = `merchant="pk_sandbox_hillside" ${attribute}`;
      const found = await findings({ attributes, until: 'soft-pull-error' });
      assert.deepEqual(codesAndFixes(found), [['wrong_value', fix]]);
    }
  });

  it('names the order token that was refused where the BFF does not say why', async () => {
    const attributes = 'merchant="pk_sandbox_hillside" order-token="…"';
    const answers = { '/v1/diagnose/order-token': { refusal: null } };
    const found = await findings({ attributes, answers, until: 'soft-pull-error' });
    assert.deepEqual(codesAndFixes(found), [
      ['wrong_value', 'order-token="…" or client-token="…"'],
    ]);
  });

  it('names the amount that the BFF cannot read, and the one that is missing', async () => {
    const key = 'merchant="pk_sandbox_hillside"';
    const found = await findings({ attributes: `${key} amount="8,400"`, until: 'soft-pull-error' });
    assert.deepEqual(codesAndFixes(found), [
      ['wrong_value', 'amount="8400.00" return-url="https://…"'],
    ]);
    assert.deepEqual(codesAndFixes(await findings({ attributes: `${key} amount=""` })), [
      ['amount_missing', 'amount="8400.00"'],
    ]);
    const ofOrder = await findings({
      attributes: `${key} amount="" order-token="…"`,
      until: 'soft-pull-error',
    });
    assert.deepEqual(codesAndFixes(ofOrder), [['wrong_value', 'order-token="eyJ…"']]);
  });

  it('names the fault of a token, and the line of the server that makes it right', async () => {
    const { bffUrl } = here.product;
    const now = Math.floor(Date.now() / 1000);
    const unnamed = {
      iss: 'pk_sandbox_hillside',
      aud: bffUrl,
      iat: now,
      exp: now + 900,
      amount: '8400.00',
      order_id: 'o-1',
    };
    const order = { ...unnamed, jti: 'j-1' };
    const secret = new TextEncoder().encode(sandboxOrderSecret);
    for (const [claims, key, reason, fix] of [
      [{ ...order, aud: `${bffUrl}/` }, secret, 'aud_slash', `aud: '${bffUrl}'`],
      [unnamed, secret, 'missing_claim', 'jti: crypto.randomUUID()'],
      [{ ...order, exp: now + 3_600 }, secret, 'exp_too_far', 'exp: iat + 15 * 60'],
      [
        order,
        Buffer.from(sandboxOrderSecret, 'base64'),
        'secret_decoded',
        '.sign(new TextEncoder().encode(orderSecret))',
      ],
    ] as const) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
      const attributes = `merchant="pk_sandbox_hillside" order-token="${token}"`;
      const [finding, ...others] = await findings({ attributes, until: 'soft-pull-error' });
      assert.deepEqual(others, []);
      assert.deepEqual([finding?.code, finding?.fix], ['wrong_value', fix]);
      assert.match(finding?.message ?? '', new RegExp(`\\(${reason}\\)`));
    }
  });

  it('names an origin that is not listed', async () => {
    const origin = 'http://elsewhere.localhost:8099';
    assert.deepEqual(codesAndFixes(await findings({ origin })), [
      ['origin_not_allowed', `"origins": ["${origin}"]`],
    ]);
  });

  it('names the origin of a page around that is not listed', async () => {
    const origin = 'http://around.localhost';
    const [finding, ...others] = await findings({ around: { address: `${origin}/around` } });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [finding?.code, finding?.fix],
      ['origin_not_allowed', `"origins": ["${origin}"]`],
    );
    assert.match(finding?.message ?? '', /around/);
    assert.deepEqual(await findings({ around: { address: `${here.product.demoUrl}/around` } }), []);
    const attributes = 'merchant="pk_sandbox_hillside" isolation="inline"';
    assert.deepEqual(await findings({ around: { address: `${origin}/around` }, attributes }), []);
  });

  it('names an origin once that the page and the one around it share', async () => {
    const origin = 'http://elsewhere.localhost:8099';
    const found = await findings({ origin, around: { address: `${origin}/around` } });
    assert.deepEqual(codesAndFixes(found), [['origin_not_allowed', `"origins": ["${origin}"]`]]);
  });

  it('names what gives a page in a sandbox an origin, and nothing to list', async () => {
    const address = `${here.product.demoUrl}/around`;
    const around = { address, sandbox: 'sandbox="allow-scripts"' };
    const sandbox = 'sandbox="allow-scripts allow-same-origin allow-forms allow-top-navigation"';
    assert.deepEqual(codesAndFixes(await findings({ around })), [['origin_not_allowed', sandbox]]);
    assert.deepEqual(await findings({ around: { ...around, sandbox } }), []);
  });

  it('names no origin to list for a page that was opened as a file', async () => {
    const { page } = await here.visit({ startsAt: 'nowhere' });
    await page.goto(
      await file(`<script type="module" src="${here.product.bffUrl}/v1/soft-pull-checkout.js"></script>
        <soft-pull-checkout merchant="pk_sandbox_hillside" amount="8400.00"></soft-pull-checkout>`),
    );
    assert.deepEqual(codesAndFixes(await said(page)), [
      ['origin_not_allowed', 'http://localhost:…'],
    ]);
  });

  it('names no origin to list for a page around that was opened as a file', async () => {
    const address = await file(`<iframe src="${here.product.demoUrl}/host"></iframe>`);
    assert.deepEqual(codesAndFixes(await findings({ around: { address } })), [
      ['origin_not_allowed', 'http://localhost:…, allow-same-origin, or "origins": ["…"]'],
    ]);
  });

  it('finds nothing in a page around that the browser does not name, where the checkout works', async () => {
    const around = { address: `${here.product.demoUrl}/around` };
    for (const moment of [{ until: 'soft-pull-step-change' }, { isFrameLate: true }]) {
      assert.deepEqual(await findings({ around, hidesAround: true, ...moment }), []);
    }
    // An error that its frame has told shows as well that the frame has come.
    const attributes = 'merchant="pk_sandbox_hillside" order-token="…"';
    const until = 'soft-pull-error';
    const found = await findings({ around, hidesAround: true, attributes, until });
    assert.deepEqual(codesAndFixes(found), [['wrong_value', 'order-token="eyJ…"']]);
  });

  it('says of such a page that it may be the one that is not listed', async () => {
    const around = { address: 'http://around.localhost/around' };
    const [finding, ...others] = await findings({ around, hidesAround: true });
    assert.deepEqual(others, []);
    assert.equal(finding?.code, 'origin_not_allowed');
    assert.match(finding?.message ?? '', /names no origin.*Unless it is listed/);
  });

  it('names a frame of the markup that its sandbox keeps from working, and one that is not used', async () => {
    const { bffUrl } = here.product;
    const src = `${bffUrl}/v1/frame?merchant=pk_sandbox_hillside`;
    const fix = `<iframe src="${src}"></iframe>`;
    const sandboxed = (address: string) =>
      `<iframe sandbox="allow-scripts" src="${address}"></iframe>`;
    for (const [inside, fault] of [
      [sandboxed(src), 'does not work: its sandbox lacks allow-same-origin allow-forms.'],
      [
        sandboxed(`${src}_north`),
        'is not used: its address is not the one of server and merchant.',
      ],
      [`<div>${fix}</div>`, 'is not used: it is not a direct child of the tag.'],
    ] as const) {
      const [finding, ...others] = await findings({ inside });
      assert.deepEqual(others, []);
      assert.deepEqual([finding?.code, finding?.fix], ['frame_unused', fix]);
      assert.ok(finding?.message.endsWith(fault), finding?.message);
    }
    assert.deepEqual(await findings({ inside: fix }), []);
  });

  it('names what uses a frame of the markup that inline does not need', async () => {
    const src = `${here.product.bffUrl}/v1/frame?merchant=pk_sandbox_hillside`;
    const inside = `<iframe src="${src}"></iframe>`;
    const attributes = 'merchant="pk_sandbox_hillside" amount="8400.00" isolation="inline"';
    const found = await findings({ attributes, inside });
    const fix = 'isolation="frame"';
    assert.deepEqual(codesAndFixes(found), [['frame_unused', fix]]);
    assert.match(found[0]?.message ?? '', /is not used: isolation="inline" needs none\.$/);
  });

  it('names an origin that is not listed where return-url leads to it', async () => {
    const key = 'merchant="pk_sandbox_hillside"';
    const elsewhere = 'return-url="https://elsewhere.example/pay"';
    const attributes = `${key} amount="8400.00" ${elsewhere}`;
    const [finding, ...others] = await findings({ attributes, until: 'soft-pull-error' });
    assert.deepEqual(others, []);
    assert.equal(finding?.code, 'origin_not_allowed');
    assert.equal(finding?.fix, '"origins": ["https://elsewhere.example"]');
    assert.match(finding?.message ?? '', /return-url/);
    const tokened = `${key} ${elsewhere} client-token="…"`;
    const found = await findings({ attributes: tokened, until: 'soft-pull-error' });
    assert.deepEqual(codesAndFixes(found), [['wrong_client_token', 'client-token="…"']]);
  });

  it('names it beside a client token, too, where the merchant’s server said no return_url', async () => {
    for (const [return_url, fixes] of [
      [undefined, [['origin_not_allowed', '"origins": ["https://elsewhere.example"]']]],
      [`${here.product.demoUrl}/pay`, []],
    ] as const) {
      const { client_token } = await new ShopServer(here).makeCheckout({ return_url });
      const elsewhere = 'return-url="https://elsewhere.example/pay"';
      const attributes = `merchant="pk_sandbox_hillside" ${elsewhere} client-token="${client_token}"`;
      const until = return_url === undefined ? 'soft-pull-error' : '';
      assert.deepEqual(codesAndFixes(await findings({ attributes, until })), fixes);
    }
  });

  it('finds nothing where return-url leads to another origin that is listed', async () => {
    const { demoUrl } = here.product;
    const attributes = `merchant="pk_sandbox_hillside" return-url="${demoUrl}/pay"`;
    const [finding, ...others] = await findings({
      origin: 'http://elsewhere.localhost:8099',
      attributes,
    });
    assert.deepEqual(others, []);
    assert.equal(finding?.fix, '"origins": ["http://elsewhere.localhost:8099"]');
  });

  it('names the source that a policy lacks', async () => {
    const { bffUrl } = here.product;
    const basis = `default-src 'none'; script-src ${bffUrl}`;
    const whole = `${basis}; connect-src ${bffUrl}; frame-src ${bffUrl}`;
    assert.deepEqual(await findings({ policy: whole }), []);
    assert.deepEqual(codesAndFixes(await findings({ policy: `${basis}; connect-src ${bffUrl}` })), [
      ['csp_source_missing', `frame-src ${bffUrl}`],
    ]);
    assert.deepEqual(codesAndFixes(await findings({ policy: `${basis}; frame-src ${bffUrl}` })), [
      ['not_asked', `connect-src ${bffUrl}`],
    ]);
    const inline = 'merchant="pk_sandbox_hillside" isolation="inline"';
    assert.deepEqual(codesAndFixes(await findings({ policy: basis, attributes: inline })), [
      ['csp_source_missing', `connect-src ${bffUrl}`],
    ]);
    const typed = `${whole}; require-trusted-types-for 'script'; trusted-types none-of-ours`;
    const refused = await findings({
      policy: typed,
      attributes: inline,
      until: 'soft-pull-error',
    });
    assert.deepEqual(codesAndFixes(refused), [
      ['csp_source_missing', "trusted-types lit-html 'allow-duplicates'"],
    ]);
  });

  it('names the source that keeps the inline form out, where the browser has forgotten the refusal', async () => {
    const { bffUrl } = here.product;
    const basis = `default-src 'none'; script-src ${bffUrl}; connect-src ${bffUrl}; require-trusted-types-for 'script'`;
    const inline = {
      attributes: 'merchant="pk_sandbox_hillside" isolation="inline"',
      isForgetful: true,
    };
    const refused = await findings({
      ...inline,
      policy: `${basis}; trusted-types none-of-ours`,
      until: 'soft-pull-error',
    });
    assert.deepEqual(codesAndFixes(refused), [
      ['csp_source_missing', "trusted-types lit-html 'allow-duplicates'"],
    ]);
    const taken = { ...inline, policy: `${basis}; trusted-types lit-html` };
    assert.deepEqual(await findings({ ...taken, until: 'soft-pull-step-change' }), []);
  });

  it('names the source that lets the diagnosis itself in, where only the script is let in', async () => {
    const { bffUrl } = here.product;
    const policy = `script-src 'unsafe-eval' ${bffUrl}/v1/soft-pull-checkout.js`;
    assert.deepEqual(codesAndFixes(await findings({ policy })), [
      ['script_blocked', `script-src ${bffUrl}`],
    ]);
  });

  it('is not there where the policy refuses the script, of which the docs show what is said', async () => {
    const { demoUrl, bffUrl } = here.product;
    const page = await here.browser.newPage();
    const refused = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.route(`${demoUrl}/host`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': "script-src 'self'" },
        body: `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Host</title>
          <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script></html>`,
      }),
    );
    await page.goto(`${demoUrl}/host`);
    assert.ok((await refused).text().startsWith(consoleLine(bffUrl)), (await refused).text());
  });

  it('names a script that came twice', async () => {
    const { bffUrl } = here.product;
    const answer = await fetch(`${bffUrl}/v1/integrity.json`);
    const { version } = (await answer.json()) as { version: string };
    const evergreen = `${bffUrl}/v1/soft-pull-checkout.js`;
    const scripts = [evergreen, `${bffUrl}/v1/soft-pull-checkout-${version}.js`];
    const [finding, ...others] = await findings({ scripts });
    assert.deepEqual(others, []);
    assert.equal(finding?.code, 'double_registration');
    assert.equal(finding?.fix, `<script type="module" src="${evergreen}"></script>`);
    assert.match(finding?.message ?? '', new RegExp(`loads the checkout 2 times: .*${version}`));
  });

  it('names a script that came twice, once in a bundle that knows no address of its own', async () => {
    const { bffUrl } = here.product;
    const entry = '@soft-pull/checkout/soft-pull-checkout.js';
    const module = await bundle(`import '${entry}';`);
    // As esbuild makes a classic script of it.
    const source = module.replaceAll('import.meta.url', 'undefined');
    const bundled = `data:text/javascript,${encodeURIComponent(source)}`;
    const tag = `${bffUrl}/v1/soft-pull-checkout.js`;
    const attributes = `merchant="pk_sandbox_hillside" server="${bffUrl}"`;
    for (const { scripts, message, fix } of [
      {
        scripts: [bundled, tag],
        message: `a bundled script is used, ${tag} came later.`,
        fix: `import '${entry}';`,
      },
      {
        scripts: [tag, bundled],
        message: `${tag} is used, a bundled script came later.`,
        fix: `<script type="module" src="${tag}"></script>`,
      },
    ]) {
      const found = await findings({ scripts, attributes });
      assert.deepEqual(codesAndFixes(found), [['double_registration', fix]]);
      assert.ok(found[0]?.message.includes(message), found[0]?.message);
    }
  });

  it('names a BFF that does not answer', async () => {
    const server = 'http://localhost:9';
    const attributes = `merchant="pk_sandbox_hillside" server="${server}" isolation="inline"`;
    assert.deepEqual(codesAndFixes(await findings({ attributes })), [
      ['unreachable', `server="${server}"`],
    ]);
  });

  it('names a server that answers as no BFF does', async () => {
    const fix = `server="${here.product.bffUrl}"`;
    for (const answer of [
      { status: 'ok' },
      { merchant_known: true, origin_allowed: 'yes' },
      null,
    ]) {
      const found = await findings({ answers: { '/v1/diagnose': answer } });
      assert.deepEqual(codesAndFixes(found), [['unreachable', fix]]);
    }
  });
});
