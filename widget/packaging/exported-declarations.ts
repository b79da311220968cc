import { fileURLToPath } from 'node:url';
import { ts } from './analyzer.ts';

type Program = ReturnType<typeof ts.createProgram>;
type Checker = ReturnType<Program['getTypeChecker']>;
type Symbols = ReturnType<Checker['getExportsOfModule']>;
type Type = ReturnType<Checker['getDeclaredTypeOfSymbol']>;
type ClassElement = ReturnType<typeof ts.factory.createClassDeclaration>['members'][number];
type PropertyDeclaration = ReturnType<typeof ts.factory.createPropertyDeclaration>;
type MethodDeclaration = ReturnType<typeof ts.factory.createMethodDeclaration>;

/** Every export of a module as a declaration, by name, with what its types come down to. */
export function exportedDeclarations(entry: URL): string {
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
