import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
  readonly methods: readonly MethodEntry[];
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

export interface MethodEntry extends Entry {
  /** What it returns. */
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

let surfaces: Promise<Surface[]> | undefined;

/** The built manifest; where the package has not been built, what it would be made from. */
export function readSurfaces(): Promise<Surface[]> {
  surfaces ??= readManifestText().then((text) => surfacesOf(JSON.parse(text) as Package));
  surfaces.catch(() => {
    surfaces = undefined;
  });
  return surfaces;
}

async function readManifestText(): Promise<string> {
  return (await readFile(built, 'utf8').catch(() => null)) ?? printManifest();
}

/** In a process of its own: the analyzer is larger than all of the server. */
async function printManifest(): Promise<string> {
  const script = fileURLToPath(new URL('./print-manifest.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return stdout;
}

function surfacesOf({ modules }: Package): Surface[] {
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
    methods: members.flatMap((member) =>
      member.kind === 'method'
        ? [{ ...entry(member), type: member.return?.type?.text ?? 'void' }]
        : [],
    ),
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
