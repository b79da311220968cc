import type { ElementFacts, EventFact, PropertyFact } from './element-facts.ts';

type Elements = readonly ElementFacts[];

/** Declarations for the frameworks in which the tags are written, by the entry that they belong to. */
export function frameworkTypes(elements: Elements): Record<string, string> {
  return {
    react: reactTypes(elements),
    'react-18': react18Types(elements),
    vue: vueTypes(elements),
    svelte: svelteTypes(elements),
  };
}

/** React 19 listens to any event: `onsoft-pull-ready`. Hydrating, it sets no property. */
function reactTypes(elements: Elements): string {
  const members = ({ properties, events }: ElementFacts) =>
    attributeMembers(properties) + listenerMembers(events, (name) => `on${name}`);
  return imports(elements, ({ events }) => events) + jsxTypes(elements, members);
}

/** React 18 listens to no events but the browser's own, and sets no property. */
function react18Types(elements: Elements): string {
  const htmlAttributes = (className: string) => `Omit<HTMLAttributes<${className}>, 'className'>`;
  const members = ({ properties }: ElementFacts) =>
    member('class', 'string', 'React 18 would write `className` as `classname`.') +
    attributeMembers(properties);
  return imports(elements, () => []) + jsxTypes(elements, members, htmlAttributes);
}

function jsxTypes(
  elements: Elements,
  members: (element: ElementFacts) => string,
  htmlAttributes = (className: string) => `HTMLAttributes<${className}>`,
): string {
  const props = elements.map(
    (element) => `/** ${element.summary} */
export interface ${element.className}Props
  extends DetailedHTMLProps<${htmlAttributes(element.className)}, ${element.className}> {
${members(element)}}
`,
  );
  const tags = elements.map(({ tagName, className }) => `'${tagName}': ${className}Props;`);
  return `import type { DetailedHTMLProps, HTMLAttributes } from 'react';

${props.join('\n')}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      ${tags.join('\n      ')}
    }
  }
}
`;
}

/**
 * Vue's templates write events as they are; its render functions as `onSoftPullReady`. For the
 * attribute `order-token` of a template Vue's tools read the type of `orderToken`.
 */
function vueTypes(elements: Elements): string {
  const props = elements.map(
    ({ summary, className, properties, events }) => `/** ${summary} */
export interface ${className}Props extends HTMLAttributes {
${propertyMembers(bothSpellings(properties))}${listenerMembers(events, (name) => `on${pascalCase(name)}`)}}
`,
  );
  const tags = elements.map(
    ({ tagName, className }) =>
      `'${tagName}': new () => ${className} & { $props: PublicProps & ${className}Props };`,
  );
  return `${imports(elements, settable)}import type { HTMLAttributes, PublicProps } from 'vue';

${props.join('\n')}
declare module 'vue' {
  interface GlobalComponents {
    ${tags.join('\n    ')}
  }
}
`;
}

/** `onsoft-pull-ready` in Svelte 5, `on:soft-pull-ready` before. */
function svelteTypes(elements: Elements): string {
  const attributes = elements.map(
    ({ summary, className, properties, events }) => `/** ${summary} */
export interface ${className}Attributes extends HTMLAttributes<${className}> {
${propertyMembers(properties)}${['on', 'on:']
  .map((prefix) => listenerMembers(events, (name) => prefix + name))
  .join('')}}
`,
  );
  const tags = elements.map(({ tagName, className }) => `'${tagName}': ${className}Attributes;`);
  return `${imports(elements, settable)}import type { HTMLAttributes } from 'svelte/elements';

${attributes.join('\n')}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    ${tags.join('\n    ')}
  }
}
`;
}

/** `'soft-pull-ready' => 'SoftPullReady'` */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An attribute with a hyphen is there by its own name and by its property's. */
function bothSpellings(properties: readonly PropertyFact[]): PropertyFact[] {
  return properties.flatMap((property) =>
    property.attribute?.includes('-')
      ? [property, { ...property, attribute: property.name }]
      : [property],
  );
}

/** One member of an interface, its comment above it. */
function member(name: string, type: string, description: string): string {
  const key = /^[a-z]\w*$/i.test(name) ? name : `'${name}'`;
  return `  /** ${description} */\n  ${key}?: ${type} | undefined;\n`;
}

/**
 * Attributes by the names that markup has: a property's own name would be lost where a server renders.
 */
function attributeMembers(properties: readonly PropertyFact[]): string {
  return propertyMembers(properties.filter(({ attribute }) => attribute !== null));
}

/** The same, with the properties that have no attribute. */
function propertyMembers(properties: readonly PropertyFact[]): string {
  return properties
    .map(({ attribute, name, type, description }) =>
      member(attribute ?? name, attributeType(type), description),
    )
    .join('');
}

/** @param key how the framework names the listener of an event */
function listenerMembers(events: readonly EventFact[], key: (eventName: string) => string): string {
  return events
    .map(({ name, type, description }) =>
      member(key(name), `((event: ${type}) => void)`, description),
    )
    .join('');
}

/** The imports of the elements' classes, and of the types that these members name. */
function imports(
  elements: Elements,
  members: (element: ElementFacts) => readonly (EventFact | PropertyFact)[],
): string {
  return elements
    .map((element) => {
      const types = members(element).flatMap(({ type }) => type.match(/\b[A-Z]\w*/g) ?? []);
      const names = new Set([element.className, ...types]);
      const lines = [...names].sort().map((name) => `  ${name},\n`);
      return `import type {\n${lines.join('')}} from '${element.module}';\n`;
    })
    .join('');
}

function settable({ properties, events }: ElementFacts): (EventFact | PropertyFact)[] {
  return [...properties, ...events];
}

function attributeType(type: string): string {
  return type === 'number' ? 'number | string' : type;
}
