import { readFileSync } from 'node:fs';
import type {
  Attribute,
  ClassDeclaration,
  ClassField,
  ClassMember,
  CustomElementDeclaration,
  CustomElementField,
  Event,
  JavaScriptModule,
  Package,
} from 'custom-elements-manifest/schema.d.ts';
import { attributes } from '../embed/checkout-properties.ts';
import { create, ts } from './analyzer.ts';
import { themeTable } from './theme-table.ts';

const widget = new URL('../', import.meta.url);
const sources = ['embed/soft-pull-checkout-element.ts', 'embed/events.ts'];

/** Every element of the package, with the entry that registers it. */
const elements = [
  {
    className: 'SoftPullCheckout',
    tagName: 'soft-pull-checkout',
    entry: 'soft-pull-checkout.js',
    isThemed: true,
  },
];
/** Each property's attribute, of whichever element. */
const attributeNames: Readonly<Record<string, string>> = attributes;

/** `custom-elements.json`: the public surface of the elements as their sources and comments tell it. */
export function readManifest(): Package {
  const declarations = analyse().flatMap(({ declarations = [] }) =>
    declarations.filter((each) => each.kind === 'class').map(publicClass),
  );
  const root: JavaScriptModule = {
    kind: 'javascript-module',
    path: modulePath('index.js'),
    declarations,
    exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: { name } })),
  };
  return { schemaVersion: '2.1.0', modules: [root, ...elements.map(registration)] };
}

function analyse(): JavaScriptModule[] {
  const modules = sources.map((path) =>
    ts.createSourceFile(
      path,
      readFileSync(new URL(path, widget), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    ),
  );
  return create({ modules, context: { dev: false } }).modules;
}

function modulePath(entry: string): string {
  return `dist/npm/${entry}`;
}

function registration({ className, tagName, entry }: (typeof elements)[number]): JavaScriptModule {
  const declaration = { name: className, module: modulePath('index.js') };
  return {
    kind: 'javascript-module',
    path: modulePath(entry),
    declarations: [],
    exports: [{ kind: 'custom-element-definition', name: tagName, declaration }],
  };
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
    members: members.map(withAttribute),
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

function withAttribute(member: ClassMember): ClassMember {
  const attribute = attributeNames[member.name];
  if (attribute === undefined || member.kind !== 'field') return member;
  const field: CustomElementField = { ...member, attribute };
  return field;
}

function attributeOf({ name, type, description }: ClassField): Attribute[] {
  const attribute = attributeNames[name];
  if (attribute === undefined || type === undefined) return [];
  return [{ name: attribute, fieldName: name, type, ...(description && { description }) }];
}
