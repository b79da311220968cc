import type { ElementFacts, NamedFact, PropertyFact } from './element-facts.ts';

/** For `html.customData` of Visual Studio Code. */
export function vsCodeHtml(elements: readonly ElementFacts[]): unknown {
  const tags = elements.map(({ tagName, summary, properties }) => ({
    name: tagName,
    description: summary,
    attributes: properties.flatMap(htmlAttribute),
  }));
  return { version: 1.1, tags };
}

/** For `css.customData` of Visual Studio Code: each once, as the first element has it. */
export function vsCodeCss(elements: readonly ElementFacts[]): unknown {
  const all = elements.flatMap(({ cssProperties }) => cssProperties.map(plain));
  const isFirst = ({ name }: NamedFact, index: number) =>
    all.findIndex((each) => each.name === name) === index;
  return { version: 1.1, properties: all.filter(isFirst) };
}

/** For the editors of JetBrains, which find it by package.json. */
export function webTypes(
  elements: readonly ElementFacts[],
  { name, version }: { name: string; version: string },
): unknown {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    contributions: { html: { elements: elements.map(webTypesElement) } },
  };
}

function htmlAttribute({ attribute, type, description }: PropertyFact) {
  if (attribute === null) return [];
  const values = literals(type).map((name) => ({ name }));
  return [{ name: attribute, description, ...(values.length > 0 && { values }) }];
}

function webTypesElement(element: ElementFacts) {
  const { tagName, summary, properties, events, parts, cssProperties } = element;
  return {
    name: tagName,
    description: summary,
    attributes: properties.flatMap(({ attribute, type, description }) =>
      attribute === null ? [] : [{ name: attribute, description, value: { type } }],
    ),
    js: {
      properties: properties.map(({ name, type, description }) => ({ name, type, description })),
      events: events.map(({ name, type, description }) => ({ name, type, description })),
    },
    css: { parts: parts.map(plain), properties: cssProperties.map(plain) },
  };
}

function plain({ name, description }: NamedFact): NamedFact {
  return { name, description };
}

/** `"'frame' | 'inline'" => ['frame', 'inline']` */
function literals(type: string): string[] {
  return [...type.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
}
