import type { ElementFacts, EventFact, PropertyFact } from './element-facts.ts';

/** One member of an interface, its comment above it. */
export function member(name: string, type: string, description: string): string {
  const key = /^[a-z]\w*$/i.test(name) ? name : `'${name}'`;
  return `  /** ${description} */\n  ${key}?: ${type} | undefined;\n`;
}

/**
 * Attributes by the names that markup has: a property's own name would be lost where a server renders.
 */
export function attributeMembers(properties: readonly PropertyFact[]): string {
  return properties
    .filter(({ attribute }) => attribute !== null)
    .map(({ attribute, name, type, description }) =>
      member(attribute ?? name, attributeType(type), description),
    )
    .join('');
}

/** @param key how the framework names the listener of an event */
export function listenerMembers(
  events: readonly EventFact[],
  key: (eventName: string) => string,
): string {
  return events
    .map(({ name, type, description }) =>
      member(key(name), `((event: ${type}) => void)`, description),
    )
    .join('');
}

/** The import of the classes that the members of these elements name. */
export function classImport(elements: readonly ElementFacts[], isListening = true): string {
  const classes = elements.map(({ className }) => className);
  const events = elements.flatMap((element) => element.events.map(({ type }) => type));
  const names = [...new Set(isListening ? [...classes, ...events] : classes)].sort();
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './index.js';\n`;
}

function attributeType(type: string): string {
  return type === 'number' ? 'number | string' : type;
}
