import { basename } from 'node:path';
import type { CustomElementDeclaration, Package } from 'custom-elements-manifest/schema.d.ts';

export interface PropertyFact {
  name: string;
  attribute: string | null;
  type: string;
  description: string;
}

export interface EventFact {
  name: string;
  /** The event's class. */
  type: string;
  description: string;
}

export interface NamedFact {
  name: string;
  description: string;
}

export interface CssPropertyFact extends NamedFact {
  default: string;
}

/** What the types and the editors' data are made of: one element of the manifest. */
export interface ElementFacts {
  tagName: string;
  className: string;
  /** The file that exports the class, as its neighbours import it. */
  module: string;
  summary: string;
  /** What a page may set. */
  properties: PropertyFact[];
  events: EventFact[];
  parts: NamedFact[];
  cssProperties: CssPropertyFact[];
}

export function elementFacts({ modules }: Package): ElementFacts[] {
  return modules.flatMap(({ path, declarations = [] }) =>
    declarations.filter(isElement).map((element) => factsOf(element, `./${basename(path)}`)),
  );
}

function isElement(declaration: { kind: string }): declaration is CustomElementDeclaration {
  return 'customElement' in declaration && declaration.customElement === true;
}

function factsOf(element: CustomElementDeclaration, module: string): ElementFacts {
  const { tagName = '', name, summary = '', members = [], attributes = [] } = element;
  const properties = members.flatMap((member) => {
    if (member.kind !== 'field' || member.readonly === true) return [];
    const attribute = attributes.find(({ fieldName }) => fieldName === member.name)?.name ?? null;
    return [{ ...named(member), attribute, type: member.type?.text ?? 'unknown' }];
  });
  const events = (element.events ?? []).map((event) => ({
    ...named(event),
    type: event.type.text,
  }));
  return {
    tagName,
    className: name,
    module,
    summary,
    properties,
    events,
    parts: (element.cssParts ?? []).map(named),
    cssProperties: (element.cssProperties ?? []).map((property) => ({
      ...named(property),
      default: property.default ?? '',
    })),
  };
}

function named({ name, description = '' }: { name: string; description?: string }): NamedFact {
  return { name, description: description.replaceAll('\n', ' ') };
}
