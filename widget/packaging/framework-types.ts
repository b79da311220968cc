import type { ElementFacts } from './element-facts.ts';
import { attributeMembers, classImport, listenerMembers } from './type-text.ts';

/** Declarations for the frameworks in which the tag is written, by the entry that they belong to. */
export function frameworkTypes(element: ElementFacts): Record<string, string> {
  return {
    react: reactTypes(element),
    'react-18': react18Types(element),
    vue: vueTypes(element),
    svelte: svelteTypes(element),
  };
}

/** React 19 listens to any event: `onsoft-pull-ready`. */
function reactTypes(element: ElementFacts): string {
  const { properties, events } = element;
  const members = [attributeMembers(properties), listenerMembers(events, (name) => `on${name}`)];
  return classImport(element) + jsxTypes(element, members.join(''));
}

/** React 18 listens to no events but the browser's own. */
function react18Types(element: ElementFacts): string {
  const { className, properties } = element;
  const imported = `import type { ${className} } from './index.js';\n`;
  return imported + jsxTypes(element, attributeMembers(properties));
}

function jsxTypes({ className, tagName, summary }: ElementFacts, members: string): string {
  return `import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** ${summary} */
export interface ${className}Props
  extends DetailedHTMLProps<HTMLAttributes<${className}>, ${className}> {
${members}}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      '${tagName}': ${className}Props;
    }
  }
}
`;
}

/** Vue's templates write events as they are; its render functions as `onSoftPullReady`. */
function vueTypes(element: ElementFacts): string {
  const { className, tagName, summary, properties, events } = element;
  const members = [
    attributeMembers(properties),
    listenerMembers(events, (name) => `on${pascalCase(name)}`),
  ];
  return `${classImport(element)}import type { HTMLAttributes, PublicProps } from 'vue';

/** ${summary} */
export interface ${className}Props extends HTMLAttributes {
${members.join('')}}

declare module 'vue' {
  interface GlobalComponents {
    '${tagName}': new () => ${className} & { $props: PublicProps & ${className}Props };
  }
}
`;
}

/** `onsoft-pull-ready` in Svelte 5, `on:soft-pull-ready` before. */
function svelteTypes(element: ElementFacts): string {
  const { className, tagName, summary, properties, events } = element;
  const members = [
    attributeMembers(properties),
    listenerMembers(events, (name) => `on${name}`),
    listenerMembers(events, (name) => `on:${name}`),
  ];
  return `${classImport(element)}import type { HTMLAttributes } from 'svelte/elements';

/** ${summary} */
export interface ${className}Attributes extends HTMLAttributes<${className}> {
${members.join('')}}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    '${tagName}': ${className}Attributes;
  }
}
`;
}

/** `'soft-pull-ready' => 'SoftPullReady'` */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
