import type { FrontLink, FrontPage } from '../platform/http/front-page.ts';
import type { Config } from './config.ts';
import type { Part } from './environment.ts';

/** The parts by the names that a person reads. */
export const partNames: Readonly<Record<Part, string>> = {
  demo: 'Demo shop',
  bff: 'BFF',
  lending: 'Lending service',
};

/** The shop's own, made of the merchant API and webhooks; not on the internet. */
const backOffice: FrontLink = {
  href: '/back-office',
  name: 'Back office',
  says: 'The shop’s orders and money: sells, charges, refunds and keeps the books.',
};

/** What a person can open of each part in the sandbox, without a login; the first is its front page. */
const pages: Readonly<Record<Part, readonly [FrontLink, ...FrontLink[]]>> = {
  demo: [
    { href: '/', name: 'Demo shop', says: 'A shop with the checkout on its page: start here.' },
    { href: '/docs', name: 'Merchant documentation', says: 'How a shop embeds the checkout.' },
    {
      href: '/simulator',
      name: 'Simulator',
      says: 'The usual outcomes of a checkout, delays and errors, by one click each.',
    },
    backOffice,
  ],
  bff: [
    { href: '/', name: 'BFF', says: 'The server behind the checkout.' },
    {
      href: '/docs',
      name: 'Merchant API',
      says: 'The calls of a shop’s server, to read and to try.',
    },
  ],
  lending: [
    { href: '/', name: 'Lending service', says: 'The embedded lender.' },
    { href: '/docs', name: 'API reference', says: 'The Sponsor Lending API, to read and to try.' },
    {
      href: '/docs/sandbox',
      name: 'Sandbox controls',
      says: 'Calls that move the clock, accept terms or hold callbacks.',
    },
  ],
};

type Service = Exclude<Part, 'demo'>;

const leads: Readonly<Record<Service, readonly string[]>> = {
  bff: [
    'This is the backend for frontend of the checkout. It holds the sponsor’s credentials, calls the lender and tells the checkout which screen comes next.',
    'A shop embeds the checkout, and the shop’s server has calls of its own. In the sandbox no loan is real.',
  ],
  lending: [
    'This is the embedded lender. It implements the Sponsor Lending API over a database, with real deadlines.',
    'Consumers open its pages by the links in their messages, which the demo shop shows. In the sandbox no loan is real and no credit bureau is asked.',
  ],
};

const files: Readonly<Record<Service, readonly FrontLink[]>> = {
  bff: [
    {
      href: '/v1/soft-pull-checkout.js',
      name: 'soft-pull-checkout.js',
      says: 'The script that a shop’s page loads.',
    },
    {
      href: '/v1/integrity.json',
      name: 'integrity.json',
      says: 'The version and the hashes of the scripts.',
    },
    {
      href: '/v1/openapi.json',
      name: 'OpenAPI document of the merchant API',
      says: 'OpenAPI 3.1.',
    },
  ],
  lending: [
    {
      href: '/openapi.json',
      name: 'OpenAPI document of the API',
      says: 'OpenAPI 3.1, with the callbacks as webhooks.',
    },
    {
      href: '/sandbox/v1/openapi.json',
      name: 'OpenAPI document of the sandbox controls',
      says: 'OpenAPI 3.1.',
    },
  ],
};

const health: FrontLink = { href: '/healthz', name: 'Health', says: 'That the service runs.' };

/** For the inside of a network: the service asks for no credentials there. */
const inside: readonly FrontLink[] = [
  { href: '/readyz', name: 'Readiness', says: 'Whether the service can answer requests.' },
  { href: '/metrics', name: 'Metrics', says: 'Counts and durations, in the format of Prometheus.' },
];

type PageConfig = Pick<
  Config,
  'serve' | 'isSandbox' | 'publicDemo' | 'demoPublicUrl' | 'bffPublicUrl' | 'lendingPublicUrl'
>;

/** Of a service that is opened in a browser; undefined outside the sandbox. */
export function frontPageOf(service: Service, config: PageConfig): FrontPage | undefined {
  if (!config.isSandbox) return undefined;
  const [, ...own] = pages[service];
  const others = (['demo', 'bff', 'lending'] as const)
    .filter((part) => part !== service && config.serve.has(part))
    .flatMap((part) =>
      pagesOf(part, config).map((link) => ({
        ...link,
        href: `${publicUrlOf(part, config)}${link.href}`,
      })),
    );
  return {
    title: partNames[service],
    lead: leads[service],
    sections: [
      { title: 'Pages', links: [...own, ...others] },
      { title: 'Files', links: files[service] },
      { title: 'Operation', links: config.publicDemo ? [health] : [health, ...inside] },
    ].filter(({ links }) => links.length > 0),
  };
}

/** Of a part, what answers a browser: printed at the start. */
export function pagesToPrint(part: Part, config: PageConfig): readonly FrontLink[] {
  if (config.isSandbox) return pagesOf(part, config);
  return part === 'demo' ? pages.demo.slice(0, 1) : [health];
}

function pagesOf(part: Part, { publicDemo }: PageConfig): readonly FrontLink[] {
  return publicDemo === null ? pages[part] : pages[part].filter((link) => link !== backOffice);
}

export function publicUrlOf(part: Part, config: PageConfig): string {
  switch (part) {
    case 'demo':
      return config.demoPublicUrl;
    case 'bff':
      return config.bffPublicUrl;
    case 'lending':
      return config.lendingPublicUrl;
  }
}
