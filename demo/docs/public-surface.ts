import { readFile } from 'node:fs/promises';
import type {
  ClassDeclaration,
  ClassMember,
  CustomElementDeclaration,
  Package,
} from 'custom-elements-manifest/schema.d.ts';

/** What a page may use of one element, as `custom-elements.json` tells it. */
export interface Surface {
  readonly tagName: string;
  readonly summary: string;
  readonly properties: readonly PropertyEntry[];
  /** Properties that only the element sets. */
  readonly readable: readonly PropertyEntry[];
  readonly methods: readonly Entry[];
  readonly events: readonly EventEntry[];
  readonly parts: readonly Entry[];
  readonly cssProperties: readonly CssEntry[];
}

export interface Entry {
  readonly name: string;
  readonly description: string;
}

export interface PropertyEntry extends Entry {
  readonly attribute: string | null;
  readonly type: string;
}

export interface EventEntry extends Entry {
  readonly className: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

export interface CssEntry extends Entry {
  readonly default: string;
}

const built = new URL('../../widget/dist/npm/custom-elements.json', import.meta.url);

/** The built manifest; where the package has not been built, what it would be made from. */
export async function readSurfaces(): Promise<Surface[]> {
  const text = await readFile(built, 'utf8').catch(() => null);
  return surfacesOf(text === null ? await readSources() : (JSON.parse(text) as Package));
}

/** The analyzer is large: it is loaded only where it is needed. */
async function readSources(): Promise<Package> {
  const { readManifest } = await import('../../widget/packaging/manifest.ts');
  return readManifest();
}

export function surfacesOf({ modules }: Package): Surface[] {
  const declarations = modules.flatMap((module) => module.declarations ?? []);
  const classes = new Map(
    declarations.flatMap((each) => (each.kind === 'class' ? [[each.name, each] as const] : [])),
  );
  return declarations.filter(isElement).map((element) => surfaceOf(element, classes));
}

function isElement(declaration: { kind: string }): declaration is CustomElementDeclaration {
  return 'customElement' in declaration && declaration.customElement === true;
}

function surfaceOf(
  element: CustomElementDeclaration,
  classes: ReadonlyMap<string, ClassDeclaration>,
): Surface {
  const { tagName = '', summary = '', members = [] } = element;
  const fields = members.flatMap((member) => (member.kind === 'field' ? [member] : []));
  return {
    tagName,
    summary,
    properties: fields.filter(({ readonly }) => readonly !== true).map(propertyEntry),
    readable: fields.filter(({ readonly }) => readonly === true).map(propertyEntry),
    methods: members.filter(({ kind }) => kind === 'method').map(entry),
    events: (element.events ?? []).map((event) => ({
      ...entry(event),
      className: event.type.text,
      fields: fieldsOf(classes.get(event.type.text)),
    })),
    parts: (element.cssParts ?? []).map(entry),
    cssProperties: (element.cssProperties ?? []).map((property) => ({
      ...entry(property),
      default: property.default ?? '',
    })),
  };
}

function entry({ name, description = '' }: { name: string; description?: string }): Entry {
  return { name, description: description.replaceAll('\n', ' ') };
}

function propertyEntry(member: ClassMember): PropertyEntry {
  const attribute = 'attribute' in member ? String(member.attribute) : null;
  const type = 'type' in member ? member.type?.text : undefined;
  return { ...entry(member), attribute, type: type ?? 'unknown' };
}

function fieldsOf(event: ClassDeclaration | undefined): EventEntry['fields'] {
  return (event?.members ?? []).flatMap((member) =>
    member.kind === 'field' ? [{ name: member.name, type: member.type?.text ?? 'unknown' }] : [],
  );
}
