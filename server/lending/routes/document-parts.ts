/** The two parts that the API is published as. */
const PARTS = [
  {
    name: 'sponsor_merchant_v1',
    description: 'Version 1.0.0 of the API, first part: merchants and what they are paid.',
  },
  {
    name: 'sponsor_consumer_v1',
    description:
      'Version 1.0.0 of the API, second part: consumers’ applications and accounts, and the history of transactions.',
  },
] as const;

/** Subjects of the consumers' part; every other one is the merchants'. */
const OF_CONSUMERS: ReadonlySet<string> = new Set([
  'Consumer applications',
  'Consumer accounts',
  'Transaction history',
]);

interface Operation {
  tags?: string[];
}

/** Tells of every operation, behind its subject, to which part of the API it belongs. */
export function addParts(document: { paths?: object; tags?: object[] }): void {
  document.tags = [...PARTS];
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path) as Operation[]) {
      const subjects = operation.tags ?? [];
      const isOfConsumers = subjects.some((subject) => OF_CONSUMERS.has(subject));
      operation.tags = [...subjects, isOfConsumers ? 'sponsor_consumer_v1' : 'sponsor_merchant_v1'];
    }
  }
}
