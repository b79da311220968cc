import type { BrowserContext, Page } from 'playwright-core';
import { pageStrings } from '../../../server/lending/pages/page-context.ts';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { en } from '../../../widget/strings/en.ts';
import { es } from '../../../widget/strings/es.ts';
import { CheckoutPage, type Isolation } from './checkout-page.ts';
import { LenderPages } from './lender-pages.ts';

/** A public event of the element, with its own properties as JSON. */
export interface HeardEvent {
  type: string;
  detail: Record<string, unknown>;
}

const eventTypes = [
  'soft-pull-ready',
  'soft-pull-step-change',
  'soft-pull-decision',
  'soft-pull-ask-lender',
  'soft-pull-offer-selected',
  'soft-pull-redirect',
  'soft-pull-accepted',
  'soft-pull-charge-requested',
  'soft-pull-charge-outcome',
  'soft-pull-expired',
  'soft-pull-error',
  // Not the element's: what a content security policy had to refuse on the way.
  'securitypolicyviolation',
];

export interface VisitKind {
  locale: Locale;
  isolation: Isolation;
  /** The browser gives a frame of another origin a process of its own. */
  hasFrameProcess: boolean;
}

/** One browser of one person: its pages, and what the element told the shop's page in it. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly checkout: CheckoutPage;
  readonly lender: LenderPages;
  readonly heard: HeardEvent[];
  /** Every address that any of its pages asked for. */
  readonly requested: string[] = [];
  readonly locale: Locale;
  readonly isolation: Isolation;
  readonly hasFrameProcess: boolean;

  constructor(page: Page, heard: HeardEvent[], { locale, isolation, hasFrameProcess }: VisitKind) {
    this.page = page;
    this.context = page.context();
    this.heard = heard;
    this.locale = locale;
    this.isolation = isolation;
    this.hasFrameProcess = hasFrameProcess;
    const strings = locale === 'es' ? es : en;
    this.checkout = new CheckoutPage(page, strings, isolation, { hasFrameProcess });
    this.lender = new LenderPages(page, pageStrings[locale]);
    this.context.on('request', (request) => this.requested.push(request.url()));
  }

  /** `'details → offers → redirect'`: the screens as the element named them, page loads included. */
  get path(): string {
    const screens: string[] = [];
    for (const { type, detail } of this.heard) {
      if (type === 'soft-pull-step-change' && detail.step !== screens.at(-1)) {
        screens.push(String(detail.step));
      }
    }
    return screens.join(' → ');
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Visit> {
    return new Visit(await this.context.newPage(), this.heard, this);
  }

  /** A window of its own, with nothing around the page, which a page of the shop has opened. */
  async popup(): Promise<Visit> {
    const opened = this.context.waitForEvent('page');
    await this.page.evaluate(() =>
      window.open(location.href, 'payment', 'popup,width=400,height=700'),
    );
    return new Visit(await opened, this.heard, this);
  }

  times(type: string, screen?: Screen): number {
    const matching = this.heard.filter(
      (event) => event.type === type && (screen === undefined || event.detail.step === screen),
    );
    return matching.length;
  }
}

/** A shop whose element has other attributes than the demo's, from the start. */
export async function setAttributes(
  context: BrowserContext,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  await context.addInitScript((all) => {
    new MutationObserver((_changes, observer) => {
      const element = document.querySelector('soft-pull-checkout');
      if (element === null) return;
      for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, attributes);
}

/** Lets every page of the context tell what its element says, from before the page's own scripts. */
export async function listen(context: BrowserContext): Promise<HeardEvent[]> {
  const heard: HeardEvent[] = [];
  await context.exposeBinding('hearSoftPullEvent', (_source, event: HeardEvent) => {
    heard.push(event);
  });
  await context.addInitScript((types) => {
    const tell = Reflect.get(window, 'hearSoftPullEvent') as (event: unknown) => void;
    for (const type of types) {
      window.addEventListener(type, (event) => {
        const refused = event instanceof SecurityPolicyViolationEvent;
        const why = refused && { directive: event.violatedDirective, blocked: event.blockedURI };
        tell({ type, detail: JSON.parse(JSON.stringify({ ...event, ...why })) });
      });
    }
  }, eventTypes);
  return heard;
}
