import type { ElementFacts } from './element-facts.ts';
import { attributeMembers, classImports, listenerMembers } from './type-text.ts';

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

/** React 19 listens to any event: `onsoft-pull-ready`. */
function reactTypes(elements: Elements): string {
  const members = ({ properties, events }: ElementFacts) =>
    attributeMembers(properties) + listenerMembers(events, (name) => `on${name}`);
  return classImports(elements) + jsxTypes(elements, members);
}

/** React 18 listens to no events but the browser's own. */
function react18Types(elements: Elements): string {
  const members = ({ properties }: ElementFacts) => attributeMembers(properties);
  return classImports(elements, false) + jsxTypes(elements, members);
}

function jsxTypes(elements: Elements, members: (element: ElementFacts) => string): string {
  const props = elements.map(
    (element) => `/** ${element.summary} */
export interface ${element.className}Props
  extends DetailedHTMLProps<HTMLAttributes<${element.className}>, ${element.className}> {
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

/** Vue's templates write events as they are; its render functions as `onSoftPullReady`. */
function vueTypes(elements: Elements): string {
  const props = elements.map(
    ({ summary, className, properties, events }) => `/** ${summary} */
export interface ${className}Props extends HTMLAttributes {
${attributeMembers(properties)}${listenerMembers(events, (name) => `on${pascalCase(name)}`)}}
`,
  );
  const tags = elements.map(
    ({ tagName, className }) =>
      `'${tagName}': new () => ${className} & { $props: PublicProps & ${className}Props };`,
  );
  return `${classImports(elements)}import type { HTMLAttributes, PublicProps } from 'vue';

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
${attributeMembers(properties)}${['on', 'on:']
  .map((prefix) => listenerMembers(events, (name) => prefix + name))
  .join('')}}
`,
  );
  const tags = elements.map(({ tagName, className }) => `'${tagName}': ${className}Attributes;`);
  return `${classImports(elements)}import type { HTMLAttributes } from 'svelte/elements';

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
