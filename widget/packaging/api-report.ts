import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Package } from 'custom-elements-manifest/schema.d.ts';
import { ts } from './analyzer.ts';
import { type ElementFacts, elementFacts } from './element-facts.ts';

type Program = ReturnType<typeof ts.createProgram>;
type Checker = ReturnType<Program['getTypeChecker']>;
type Symbols = ReturnType<Checker['getExportsOfModule']>;
type Type = ReturnType<Checker['getDeclaredTypeOfSymbol']>;
type ClassElement = ReturnType<typeof ts.factory.createClassDeclaration>['members'][number];
type PropertyDeclaration = ReturnType<typeof ts.factory.createPropertyDeclaration>;
type MethodDeclaration = ReturnType<typeof ts.factory.createMethodDeclaration>;

const widget = new URL('../', import.meta.url);

/** What exports anything, by what is imported. */
const sources = {
  '@soft-pull/checkout': 'index.ts',
  '@soft-pull/checkout/soft-pull-message.js': 'soft-pull-message.ts',
};

/** The whole public surface as one text, so that a change of the surface changes a line of it. */
export function apiReport(manifest: Package): string {
  return `# What \`@soft-pull/checkout\` promises

Written by \`npm run api-report\` from the sources. A line that goes or changes breaks pages that use it.

## What can be imported

${entries()}
${elementFacts(manifest).map(elementReport).join('\n')}
${Object.entries(sources).map(exportsReport).join('\n')}`;
}

function entries(): string {
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', widget), 'utf8'));
  const lines = Object.entries<string | { default?: string }>(exports).map(([path, target]) => {
    const file = typeof target === 'string' ? target : target.default;
    return `- \`${path.replace('.', name)}\`${file === undefined ? ': types' : ''}\n`;
  });
  return lines.join('');
}

function exportsReport([entry, source]: [string, string]): string {
  return `## What \`${entry}\` exports

\`\`\`ts
${exportedDeclarations(new URL(source, widget))}
\`\`\`
`;
}

function elementReport(element: ElementFacts): string {
  const { tagName, properties, events, parts, cssProperties } = element;
  return `## \`<${tagName}>\`

${table(
  ['Attribute', 'Property', 'Type'],
  properties.map(({ attribute, name, type }) => [attribute ?? '', name, type]),
)}
${table(
  ['Event', 'Class'],
  events.map(({ name, type }) => [name, type]),
)}
- Parts: ${codes(parts)}
${styling(cssProperties)}`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    headings,
    headings.map(() => '---'),
    ...rows.map((row) => row.map((cell) => cell && `\`${cell.replaceAll('|', '\\|')}\``)),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function styling(cssProperties: ElementFacts['cssProperties']): string {
  if (cssProperties.length === 0) return '';
  return `- Custom properties, which [theming.md](theming.md) describes: ${codes(cssProperties)}\n`;
}

function codes(facts: readonly { name: string }[]): string {
  return facts.map(({ name }) => `\`${name}\``).join(', ');
}

/** Every export of a module as a declaration, by name, with what its types come down to. */
function exportedDeclarations(entry: URL): string {
  const { checker, exports } = readModule(fileURLToPath(entry));
  return exports
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map((symbol) => declaration(checker, resolved(checker, symbol)))
    .join('\n\n');
}

function readModule(path: string): { checker: Checker; exports: Symbols } {
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} exports nothing`);
  return { checker, exports: checker.getExportsOfModule(module) };
}

function resolved(checker: Checker, symbol: Symbols[number]): Symbols[number] {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function declaration(checker: Checker, symbol: Symbols[number]): string {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  if (symbol.flags & ts.SymbolFlags.Class) return classDeclaration(checker, symbol, type);
  if (symbol.flags & ts.SymbolFlags.Interface) return interfaceDeclaration(symbol);
  return `type ${symbol.name} =${unionMembers(checker, type)};`;
}

function interfaceDeclaration({ name, declarations = [] }: Symbols[number]): string {
  const members = declarations
    .filter(ts.isInterfaceDeclaration)
    .flatMap((each) => each.members.map((member) => `  ${member.getText()}\n`));
  return `interface ${name} {\n${members.sort().join('')}}`;
}

/** In an order that does not depend on what else the compiler has read. */
function unionMembers(checker: Checker, type: Type): string {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map((member) => text(checker, member)).sort();
  return texts.map((member) => `\n  | ${member}`).join('');
}

function classDeclaration(checker: Checker, symbol: Symbols[number], type: Type): string {
  const base = type
    .getBaseTypes()
    ?.map((each) => text(checker, each))
    .join(', ');
  const members = (symbol.declarations ?? [])
    .filter(ts.isClassDeclaration)
    .flatMap((each) => each.members.map(memberText))
    .filter((member) => member !== null)
    .sort();
  const lines = members.map((line) => `  ${line};\n`).join('');
  return `class ${symbol.name} extends ${base} {\n${lines}}`;
}

/** A member as it is declared, or `null` for what only the class itself or the browser uses. */
function memberText(member: ClassElement): string | null {
  if (ts.isConstructorDeclaration(member)) return `constructor(${parameters(member)})`;
  const name = member.name?.getText() ?? '#';
  if (name.startsWith('#') || name.endsWith('Callback') || isStatic(member)) return null;
  if (ts.isMethodDeclaration(member)) {
    return `${name}(${parameters(member)}): ${member.type?.getText()}`;
  }
  if (ts.isGetAccessor(member)) return `get ${name}(): ${member.type?.getText()}`;
  if (ts.isSetAccessor(member)) return `set ${name}(${parameters(member)})`;
  return ts.isPropertyDeclaration(member) ? propertyText(name, member) : null;
}

function propertyText(name: string, { modifiers, type }: PropertyDeclaration): string {
  const isReadonly = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
  return `${isReadonly ? 'readonly ' : ''}${name}: ${type?.getText()}`;
}

function parameters({ parameters }: Pick<MethodDeclaration, 'parameters'>): string {
  return parameters.map((parameter) => parameter.getText()).join(', ');
}

function isStatic(member: ClassElement): boolean {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
}

function text(checker: Checker, type: Type): string {
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}
