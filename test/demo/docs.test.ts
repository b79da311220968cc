import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { framePolicy, inlinePolicy } from '../../demo/docs/content-security.ts';
import { findingCodes } from '../../demo/docs/diagnostics.ts';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { embedTexts } from '../../widget/embed/load-failure.ts';
import { elementFacts } from '../../widget/packaging/element-facts.ts';
import { readManifest } from '../../widget/packaging/manifest.ts';
import { eventFacts } from '../docs/public-element.ts';
import { aShop, BFF, ORDER, ORDER_SECRET, SECRET_KEY } from './demo-shop.ts';

async function read(path: string): Promise<string> {
  const answer = await aShop().request(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

/** The page as it reads, without its markup. */
async function text(path: string): Promise<string> {
  const page = await read(path);
  return page
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function terms(page: string): string[] {
  return [...page.matchAll(/<dt><code>([^<]+)<\/code>/g)].map(([, term = '']) => term);
}

const elements = elementFacts(readManifest());
const report = await readFile(new URL('../../widget/api-report.md', import.meta.url), 'utf8');

/** The members of a union that the package exports. */
function unionOf(name: string): string[] {
  const [, members = ''] = new RegExp(`^type ${name} =([^;]+);`, 'm').exec(report) ?? [];
  assert.notEqual(members, '', name);
  return [...members.matchAll(/"(\w+)"/g)].map(([, member = '']) => member);
}

describe('the docs', () => {
  for (const { path, title } of docsPages) {
    it(`has “${title}”, whose own links lead somewhere`, async () => {
      const page = await read(path);
      const links = [...page.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link);
      assert.ok(links.length > docsPages.length);
      for (const link of new Set(links)) {
        const [address = '', anchor] = link.split('#');
        const answer = await aShop().request(address);
        assert.ok([200, 302].includes(answer.status), link);
        if (anchor) assert.match(await answer.text(), new RegExp(`id="${anchor}"`), link);
      }
    });

    it(`needs no script but to copy, no inline style and nobody else for “${title}”`, async () => {
      const answer = await aShop().request(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.doesNotMatch(policy, /unsafe|\*/);
      const page = await answer.text();
      const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      assert.deepEqual(scripts, ['<script type="module" src="/assets/copy.js">']);
      assert.doesNotMatch(page, /<style|style="| on[a-z]+="/);
      assert.doesNotMatch(page, /<(?:link|img|iframe)[^>]* (?:href|src)="(?!\/)/);
      assert.ok(!page.includes(ORDER_SECRET) && !page.includes(SECRET_KEY));
    });
  }

  it('lists every attribute, property, event, part and custom property of the source', async () => {
    const [referenced, themed] = [
      terms(await read('/docs/reference')),
      await read('/docs/theming'),
    ];
    for (const { properties, events, parts, cssProperties } of elements) {
      for (const name of [
        ...properties.map((each) => each.attribute ?? each.name),
        ...events.map((each) => each.name),
        ...parts.map((each) => `::part(${each.name})`),
      ]) {
        assert.ok(referenced.includes(name), name);
      }
      for (const { name } of cssProperties) assert.ok(terms(themed).includes(name), name);
    }
  });

  it('names a client token wherever it says that a page can charge by an order token', async () => {
    const guide = await read('/docs/server');
    const said = [...guide.matchAll(/<(?:p|li)>.*/g)].map(([paragraph]) => paragraph);
    const charging = said.filter((each) => /page can start the charge|has a button/.test(each));
    assert.equal(charging.length, 2);
    for (const each of charging) assert.match(each, /client_token/);
    const reference = await text('/docs/reference');
    const [, advice = ''] = /order_required(.*?)origin_not_allowed/s.exec(reference) ?? [];
    assert.match(advice, /without an order,/);
  });

  it('says what each event carries', async () => {
    const reference = await text('/docs/reference');
    for (const { type, fields } of eventFacts()) {
      const entry = reference.slice(reference.indexOf(type)).slice(0, 600);
      for (const field of fields) assert.ok(entry.includes(`${field}:`), `${type} ${field}`);
    }
  });

  it('lists every screen and every error code of the package', async () => {
    const listed = terms(await read('/docs/reference'));
    for (const name of [...unionOf('Screen'), ...unionOf('WidgetErrorCode')]) {
      assert.ok(listed.includes(name), name);
    }
  });

  it('leaves no type in the reference that only the source explains', async () => {
    const reference = await text('/docs/reference');
    for (const outcome of unionOf('ChargeOutcome')) assert.ok(reference.includes(`'${outcome}'`));
    for (const decision of unionOf('Decision')) assert.ok(reference.includes(`'${decision}'`));
    for (const reason of unionOf('AskLenderReason')) assert.ok(reference.includes(`'${reason}'`));
    const page = await read('/docs/reference');
    const types = [...page.matchAll(/<code class="type">(.*?)<\/code>/g)].map(([, each]) => each);
    const bare = types.map((each) => each?.replaceAll(/<a .*?<\/a>/g, ''));
    assert.deepEqual(
      bare.filter((each) =>
        /\b(?:Screen|WidgetErrorCode|Decision|AskLenderReason|ChargeOutcome|Finding)\b/.test(
          each ?? '',
        ),
      ),
      [],
    );
  });

  it('names every finding of diagnose()', async () => {
    const source = await readFile(
      new URL('../../widget/embed/diagnosis/finding.ts', import.meta.url),
      'utf8',
    );
    const [, union = ''] = /type FindingCode =([^;]+);/.exec(source) ?? [];
    const codes = [...union.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code);
    assert.deepEqual([...findingCodes].sort(), codes.sort());
  });

  it('shows samples with the addresses that the demo has', async () => {
    const page = await text('/docs');
    assert.ok(page.includes(`<script type="module" async src="${BFF}/v1/soft-pull-checkout.js">`));
    const security = await text('/docs/security');
    assert.ok(security.includes(framePolicy(BFF)) && security.includes(inlinePolicy(BFF)));
  });

  it('names the title of a Spanish frame', async () => {
    assert.ok((await text('/docs')).includes(embedTexts.es.label));
  });

  it('marks up samples on the server, with every character escaped', async () => {
    const page = await read('/docs/react');
    assert.match(page, /<span class="hljs-keyword">import<\/span>/);
    const [, sample = ''] = /<code>(.*?)<\/code>/s.exec(page) ?? [];
    assert.doesNotMatch(sample.replaceAll(/<\/?span[^>]*>/g, ''), /[<>"]/);
  });

  it('is linked from the shop and the README', async () => {
    assert.match(await read(`/?order=${ORDER}`), /href="\/docs"/);
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    assert.match(readme, /\/docs\b/);
    assert.match(readme, /`\/docs\/testing`/);
  });
});
