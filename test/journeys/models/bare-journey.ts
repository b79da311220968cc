import { readFile } from 'node:fs/promises';
import { after, afterEach } from 'node:test';
import type { personas } from '../../helpers/bare-lender/personas.ts';
import { type CanaryApplicant, canaryApplicant } from '../../helpers/canaries.ts';
import { LeakScanner } from '../../helpers/leak-scanner.ts';
import { BareConsumer } from './bare-consumer.ts';
import type { BareFront } from './bare-front.ts';
import { type Journey, journey, type VisitOptions } from './journey.ts';
import { typedCanary } from './typed-applicant.ts';
import type { Visit } from './visit.ts';

/** A journey over a lender that is not ours; the test moves the product's clock. */
export interface BareJourney extends Pick<Journey, 'product'> {
  /** A new person before the shop's page, whose last name says what becomes of them at the lender. */
  consumer(persona?: keyof typeof personas, options?: VisitOptions): Promise<BareConsumer>;
  /** What stands of these persons where it must not: `'the log: email'`. */
  leaks(): Promise<string[]>;
}

/** @param front closed after the tests */
export function bareJourney({ lender, environment, close }: BareFront): BareJourney {
  const people: CanaryApplicant[] = [];
  const visits: Visit[] = [];
  const kept: string[] = [];
  // Goes before the journey's own, which closes the pages.
  afterEach(async () => {
    const pages = visits.flatMap(({ context }) => context.pages());
    for (const page of pages) kept.push(await page.evaluate(browserStorage));
  });
  const here = journey({ environment, hasSteeredClock: true });
  after(close);
  return {
    get product() {
      return here.product;
    },
    consumer: async (persona, options) => {
      const person = canaryApplicant(people.length);
      people.push(person);
      const visit = await here.visit(options);
      visits.push(visit);
      const applicant = typedCanary(person, persona && { last_name: persona });
      return new BareConsumer(visit, applicant, lender);
    },
    leaks: async () => {
      const scanner = new LeakScanner(people);
      const { logFile, dataDir } = here.product;
      const places = {
        'the log': await readFile(logFile, 'utf8'),
        'an address': visits.flatMap(({ requested }) => requested).join('\n'),
        'an event': JSON.stringify(visits.map(({ heard }) => heard)),
        'the browser': kept.join('\n'),
      };
      const leaks = Object.entries(places).flatMap(([place, text]) =>
        scanner.inText(text).map((kind) => `${place}: ${kind}`),
      );
      return [...leaks, ...(await scanner.inFolder(dataDir))];
    },
  };
}

/** Runs in a page. */
function browserStorage(): string {
  return JSON.stringify([localStorage, sessionStorage]);
}
