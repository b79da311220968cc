import { readFileSync } from 'node:fs';
import type {
  Attribute,
  ClassDeclaration,
  ClassField,
  ClassMember,
  CustomElementDeclaration,
  CustomElementField,
  Event,
  Export,
  JavaScriptModule,
  Package,
} from 'custom-elements-manifest/schema.d.ts';
import { attributes } from '../embed/checkout-properties.ts';
import { messageProperties } from '../message/soft-pull-message-element.ts';
import { theme } from '../styles/theme.ts';
import { create, ts } from './analyzer.ts';

const widget = new URL('../', import.meta.url);
/** The modules that can be imported, with the sources of what they export. */
const modules = [
  {
    path: 'index.js',
    sources: ['embed/soft-pull-checkout-element.ts', 'embed/events.ts'],
  },
  { path: 'soft-pull-checkout.js', sources: [] },
  {
    path: 'soft-pull-message.js',
    sources: ['message/soft-pull-message-element.ts'],
  },
];
type PublicModule = (typeof modules)[number];

/** Every element of the package: the modules that export its class and that register it. */
const elements = [
  {
    className: 'SoftPullCheckout',
    tagName: 'soft-pull-checkout',
    exportedBy: 'index.js',
    registeredBy: 'soft-pull-checkout.js',
    isThemed: true,
    doesReflect: false,
  },
  {
    className: 'SoftPullMessage',
    tagName: 'soft-pull-message',
    exportedBy: 'soft-pull-message.js',
    registeredBy: 'soft-pull-message.js',
    isThemed: false,
    doesReflect: true,
  },
];
type PublicElement = (typeof elements)[number];

/** Each property's attribute, of whichever element. */
const attributeNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(messageProperties.map((name) => [name, name])),
  ...attributes,
};

/** `custom-elements.json`: the public surface of the elements, by their sources and comments. */
export function readManifest(): Package {
  return { schemaVersion: '2.1.0', modules: modules.map(describeModule) };
}

function describeModule({ path, sources }: PublicModule): JavaScriptModule {
  const declarations = analyse(sources).flatMap(({ declarations: all = [] }) =>
    all.filter((each) => each.kind === 'class').map(publicClass),
  );
  const exports = declarations.map(
    ({ name }): Export => ({ kind: 'js', name, declaration: { name, module: builtPath(path) } }),
  );
  const definitions = elements.filter(({ registeredBy }) => registeredBy === path).map(definition);
  return {
    kind: 'javascript-module',
    path: builtPath(path),
    declarations,
    exports: [...exports, ...definitions],
  };
}

function analyse(sources: readonly string[]): JavaScriptModule[] {
  const files = sources.map((path) =>
    ts.createSourceFile(
      path,
      readFileSync(new URL(path, widget), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    ),
  );
  return create({ modules: files, context: { dev: false } }).modules;
}

function builtPath(module: string): string {
  return `dist/npm/${module}`;
}

function definition({ className, tagName, exportedBy }: PublicElement): Export {
  const declaration = { name: className, module: builtPath(exportedBy) };
  return { kind: 'custom-element-definition', name: tagName, declaration };
}

function publicClass(found: ClassDeclaration): ClassDeclaration | CustomElementDeclaration {
  const element = elements.find(({ className }) => className === found.name);
  const members = (found.members ?? []).filter(isPublic);
  if (element === undefined) {
    return { ...found, members, superclass: { name: 'Event', package: 'global:' } };
  }
  const { events = [] } = found as CustomElementDeclaration;
  const fields = members.filter((member): member is ClassField => member.kind === 'field');
  return {
    ...found,
    customElement: true,
    tagName: element.tagName,
    superclass: { name: 'HTMLElement', package: 'global:' },
    attributes: fields.flatMap(attributeOf),
    members: members.map((member) => withAttribute(member, element)),
    events: events.filter(isDocumented),
    ...(element.isThemed && { cssProperties: themeTable() }),
  };
}

/** Private to the language, to TypeScript, or the browser's to call. */
function isPublic({ name, privacy, kind, ...member }: ClassMember): boolean {
  const isStatic = 'static' in member && member.static === true;
  const isCallback = kind === 'method' && name.endsWith('Callback');
  return !name.startsWith('#') && privacy === undefined && !isStatic && !isCallback;
}

/** The analyzer also lists what it sees dispatched, by the names of variables. */
function isDocumented({ description }: Event): boolean {
  return description !== undefined;
}

function withAttribute(member: ClassMember, { doesReflect }: PublicElement): ClassMember {
  const attribute = attributeNames[member.name];
  if (attribute === undefined || member.kind !== 'field') return member;
  const field: CustomElementField = {
    ...member,
    attribute,
    ...(doesReflect && { reflects: true }),
  };
  return field;
}

function attributeOf({ name, type, description }: ClassField): Attribute[] {
  const attribute = attributeNames[name];
  if (attribute === undefined || type === undefined) return [];
  return [{ name: attribute, fieldName: name, type, ...(description && { description }) }];
}

interface ThemeProperty {
  name: string;
  description: string;
  /** As the styles have it, by the public names; for a calculation the name of what it begins with. */
  default: string;
}

const themeSources = ['box-theme.ts', 'theme.ts'].map((name) =>
  readFileSync(new URL(`styles/${name}`, widget), 'utf8'),
);

/** A property's name with the sentence above it, which no browser has to fetch. */
const described = /^ {2}\/\/ (.+)\n {2}'?([\w-]+)'?:/gm;

/** Every custom property that a page may set, with the sentence above it. */
function themeTable(): ThemeProperty[] {
  const descriptions = new Map(
    [...themeSources.join('\n').matchAll(described)].map(([, sentence, name]) => [name, sentence]),
  );
  return Object.entries(theme).map(([name, value]) => ({
    name: `--soft-pull-${name}`,
    description: descriptions.get(name) ?? '',
    default: publicDefault(value),
  }));
}

/** `'color(from var(--_accent) xyz …)' => 'from --soft-pull-accent'` */
function publicDefault(value: string): string {
  const [, origin] = /color\(from var\(--_([\w-]+)\)/.exec(value) ?? [];
  if (origin !== undefined) return `from --soft-pull-${origin}`;
  return value.replaceAll('var(--_', 'var(--soft-pull-');
}
