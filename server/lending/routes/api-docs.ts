import { callbackEvents } from '../../lending-api/events.ts';
import { answerExamples, requestExamples } from '../../lending-api/examples/examples.ts';
import { addNotes, type DocsPage, docsRoutes } from '../../platform/http/api-docs.ts';
import type { LendingContext } from '../context.ts';
import {
  addBasicSecurity,
  addCallbackSecurity,
  documentHead,
  SANDBOX_DOCUMENT,
} from './document-head.ts';
import type { LendingApp } from './lending-app.ts';

const apiPage: DocsPage = { path: '/docs', title: 'Sponsor Lending API', url: '/openapi.json' };

const sandboxPage: DocsPage = {
  path: '/docs/sandbox',
  title: 'Sandbox controls',
  url: SANDBOX_DOCUMENT,
};

const sandboxNote = ` This is a sandbox: no loan is real. What happens outside the API is done by its [controls](${sandboxPage.path}).`;

/** `/openapi.json` (OpenAPI 3.1) and `/docs`, whose assets come from disk. Call it after all routes. */
export function registerApiDocs(app: LendingApp, { config }: LendingContext): void {
  addBasicSecurity(app.openAPIRegistry);
  addCallbackSecurity(app.openAPIRegistry);
  for (const { name, webhook } of callbackEvents) {
    app.openAPIRegistry.registerWebhook({ ...webhook, path: name });
  }
  const head = documentHead(config, {
    title: 'Sponsor Lending API',
    description: `Merchants and consumer loans.${config.environment === 'sandbox' ? sandboxNote : ''}`,
  });
  let document: ReturnType<LendingApp['getOpenAPI31Document']> | undefined;
  app.get('/openapi.json', (c) => {
    document ??= completed(app.getOpenAPI31Document(head));
    return c.json(document, 200);
  });
  app.route('/', docsRoutes(config.environment === 'sandbox' ? [apiPage, sandboxPage] : [apiPage]));
}

function completed<Document extends Parameters<typeof addTags>[0]>(document: Document): Document {
  addNotes(document, { parameters, calls: requestExamples, answers: answerExamples });
  addTags(document);
  return document;
}

/** What each parameter of a path, a query or a header is, by its name. */
const parameters: Readonly<Record<string, string>> = {
  request_user_id: 'The active merchant user on whose behalf the call is made.',
  user_id: 'The sponsor’s own id of a merchant user.',
  external_org_id: 'The sponsor’s own id of a merchant.',
  merchant_uuid: 'The `platform_merchant_id` of a merchant.',
  id: 'The `id` of the record in its list.',
  loan_id: 'The sponsor’s own id of a loan.',
  external_application_id: 'The sponsor’s own id of an application.',
  offer_uuid: 'An offer of a soft pull.',
  payment_request_uuid: 'A charge request.',
  ordering: 'The field to order by, with `-` before it for descending.',
  page: 'The page, from 1. One past the end is answered 404.',
  page_size: 'Records a page, at most 100; 25 when absent.',
  search: 'Text to look for, in any case.',
  begin_date: 'The first day, inclusive.',
  end_date: 'The last day, inclusive.',
  'idempotency-key':
    'A repeat with the same key and body gets the first answer; with another body it is refused.',
};

/** What the operations and callbacks are about, and the two parts that the API is published as. */
const tagDescriptions = [
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
const ofConsumers: ReadonlySet<string> = new Set([
  'Consumer applications',
  'Consumer accounts',
  'Transaction history',
]);

interface WithTags {
  tags?: string[];
}

/** Declares the tags, and tells of every operation to which part of the API it belongs. */
function addTags(document: { paths?: object; tags?: object[] }): void {
  document.tags = [...tagDescriptions];
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path) as WithTags[]) {
      const subjects = operation.tags ?? [];
      const isOfConsumers = subjects.some((subject) => ofConsumers.has(subject));
      operation.tags = [...subjects, isOfConsumers ? 'sponsor_consumer_v1' : 'sponsor_merchant_v1'];
    }
  }
}
