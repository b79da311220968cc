/** What the operations and callbacks are about, and the two parts that the API is published as. */
const TAGS = [
  { name: 'Merchants', description: 'Merchants of the sponsor, from their onboarding on.' },
  { name: 'Merchant users', description: 'The people who act for a merchant, each with a role.' },
  { name: 'Bank account', description: 'Where a merchant is paid, verified by micro-deposits.' },
  { name: 'Rate sheet', description: 'The loan products, and which of them a merchant offers.' },
  { name: 'Offer codes', description: 'Codes that narrow the products of an application.' },
  {
    name: 'Consumer applications',
    description: 'Applications by invitation or soft pull, and the loans that they become.',
  },
  { name: 'Consumer accounts', description: 'Cancellation and the one credit line increase.' },
  { name: 'Funding', description: 'Charge requests and refunds.' },
  { name: 'Transaction history', description: 'What was charged and refunded, and has settled.' },
  { name: 'Statements', description: 'The monthly statements of a merchant.' },
  {
    name: 'Callbacks',
    description:
      'What the service posts to the sponsor. 200 or 201 acknowledges; anything else is tried again.',
  },
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

interface WithTags {
  tags?: string[];
}

/** Declares the tags, and tells of every operation to which part of the API it belongs. */
export function addTags(document: { paths?: object; tags?: object[] }): void {
  document.tags = [...TAGS];
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path) as WithTags[]) {
      const subjects = operation.tags ?? [];
      const isOfConsumers = subjects.some((subject) => OF_CONSUMERS.has(subject));
      operation.tags = [...subjects, isOfConsumers ? 'sponsor_consumer_v1' : 'sponsor_merchant_v1'];
    }
  }
}
