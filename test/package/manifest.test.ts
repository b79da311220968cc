import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { CustomElementDeclaration } from 'custom-elements-manifest/schema.d.ts';
import { attributes } from '../../widget/embed/checkout-properties.ts';
import { messageStyles } from '../../widget/message/message.styles.ts';
import { apiReport } from '../../widget/packaging/api-report.ts';
import { vsCodeCss, vsCodeHtml, webTypes } from '../../widget/packaging/editor-data.ts';
import { elementFacts } from '../../widget/packaging/element-facts.ts';
import { readManifest } from '../../widget/packaging/manifest.ts';
import { theming } from '../../widget/packaging/theming.ts';
import { SoftPullMessage, SoftPullMessageOpenEvent } from '../../widget/soft-pull-message.ts';
import { exportedParts } from '../../widget/styles/parts.ts';
import { eventFacts } from '../docs/public-element.ts';
import { themeProperties } from '../helpers/theme-properties.ts';

const manifest = readManifest();
const elements = elementFacts(manifest);
const [checkout, message] = elements;

describe('custom-elements.json', () => {
  it('says which file registers which element', () => {
    const definitions = manifest.modules.flatMap(({ path, exports = [] }) =>
      exports
        .filter(({ kind }) => kind === 'custom-element-definition')
        .map(({ name, declaration }) => [path, name, declaration]),
    );
    const checkoutClass = { name: 'SoftPullCheckout', module: 'dist/npm/index.js' };
    const messageClass = { name: 'SoftPullMessage', module: 'dist/npm/soft-pull-message.js' };
    assert.deepEqual(definitions, [
      ['dist/npm/soft-pull-checkout.js', 'soft-pull-checkout', checkoutClass],
      ['dist/npm/soft-pull-message.js', 'soft-pull-message', messageClass],
    ]);
  });

  it('has every attribute with its property, and every event with its class', () => {
    const listed = checkout?.properties.map(({ name, attribute }) => [name, attribute]);
    assert.deepEqual(listed, [...Object.entries(attributes), ['prefill', null]]);
    assert.deepEqual(
      checkout?.events.map(({ name }) => name),
      eventFacts().map(({ type }) => type),
    );
    for (const { type } of checkout?.events ?? []) assert.match(type, /^SoftPull\w+Event$/);
    assert.deepEqual(
      message?.properties.map(({ attribute }) => attribute),
      SoftPullMessage.observedAttributes,
    );
    assert.deepEqual(
      message?.events.map(({ name }) => name),
      [new SoftPullMessageOpenEvent('').type],
    );
  });

  it('says which properties are written into attributes, and that elements stand in the tag', () => {
    const declared = manifest.modules
      .flatMap(({ declarations = [] }) => declarations)
      .filter((one): one is CustomElementDeclaration => 'tagName' in one);
    const listed = declared.map(({ tagName, members = [], slots = [] }) => ({
      tagName,
      reflected: members.filter((one) => 'reflects' in one && one.reflects).map(({ name }) => name),
      slots: slots.map(({ name }) => name),
    }));
    assert.deepEqual(listed, [
      { tagName: 'soft-pull-checkout', reflected: [], slots: [''] },
      { tagName: 'soft-pull-message', reflected: SoftPullMessage.observedAttributes, slots: [] },
    ]);
  });

  it('says of which type each property is', () => {
    const types = elements.flatMap(({ properties }) => properties.map(({ type }) => type));
    assert.ok(!types.includes('unknown'));
    const prefill = checkout?.properties.find(({ name }) => name === 'prefill');
    assert.equal(prefill?.type, 'Prefill | null');
  });

  it('has the custom properties that the styles of each ask for', () => {
    assert.deepEqual(
      checkout?.cssProperties.map(({ name }) => name),
      themeProperties,
    );
    assert.deepEqual(
      message?.cssProperties.map(({ name }) => name),
      [...new Set(messageStyles.match(/--soft-pull-[a-z-]+/g))],
    );
    assert.deepEqual(
      message?.parts.map(({ name }) => name),
      ['message', 'payment', 'disclosure', 'link'],
    );
  });

  it('has every part, and a sentence about everything', () => {
    assert.deepEqual(
      checkout?.parts.map(({ name }) => name).sort(),
      exportedParts.split(', ').sort(),
    );
    for (const { properties, events, parts, cssProperties } of elements) {
      for (const { name, description } of [...properties, ...events, ...parts, ...cssProperties]) {
        assert.match(description, /\.$/, name);
      }
    }
  });

  it('shows nothing that only the element itself uses', () => {
    assert.doesNotMatch(JSON.stringify(manifest), /"#|Callback|observedAttributes|OrNone/);
  });
});

describe('what editors complete', () => {
  it('knows the tag, its attributes and their values', () => {
    const { tags } = vsCodeHtml(elements) as {
      tags: { name: string; attributes: { name: string; values?: unknown }[] }[];
    };
    assert.equal(tags[0]?.name, 'soft-pull-checkout');
    assert.deepEqual(
      tags[0]?.attributes.map(({ name }) => name),
      Object.values(attributes),
    );
    const isolation = tags[0]?.attributes.find(({ name }) => name === 'isolation');
    assert.deepEqual(isolation?.values, [{ name: 'frame' }, { name: 'inline' }]);
  });

  it('knows the custom properties', () => {
    const { properties } = vsCodeCss(elements) as { properties: { name: string }[] };
    assert.deepEqual(
      properties.map(({ name }) => name),
      themeProperties,
    );
    const types = JSON.stringify(webTypes(elements, { name: 'x', version: '1.0.0' }));
    for (const known of ['--soft-pull-accent', 'soft-pull-redirect', 'order-token', 'orderToken']) {
      assert.ok(types.includes(`"${known}"`), known);
    }
  });
});

it('tells merchants how to theme it: widget/theming.md is what the sources say', () => {
  const kept = readFileSync(new URL('../../widget/theming.md', import.meta.url), 'utf8');
  assert.equal(kept, theming(manifest), 'Run `npm run api-report` and commit it.');
  const listed = [...kept.matchAll(/^\| `(--soft-pull-[\w-]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(listed, themeProperties);
});

it('keeps its promises: widget/api-report.md is what the sources say', () => {
  const kept = readFileSync(new URL('../../widget/api-report.md', import.meta.url), 'utf8');
  assert.equal(
    kept,
    apiReport(manifest),
    'The public surface has changed. When that is meant, run `npm run api-report` and commit it.',
  );
});
