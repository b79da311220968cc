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

/** The imports of the classes that the members of these elements name. */
export function classImports(elements: readonly ElementFacts[], isListening = true): string {
  return elements
    .map(({ className, module, events }) => {
      const names = new Set([className, ...(isListening ? events.map(({ type }) => type) : [])]);
      const lines = [...names].sort().map((name) => `  ${name},\n`);
      return `import type {\n${lines.join('')}} from '${module}';\n`;
    })
    .join('');
}

function attributeType(type: string): string {
  return type === 'number' ? 'number | string' : type;
}
