import type { WidgetErrorCode } from '../../contract/flow-message.ts';
import type { LONGEST_RETURN_URL, LONGEST_TEXT } from '../../contract/limits.ts';
import type { Diagnosis } from '../../contract/public-information.ts';
import type { attributes } from '../checkout-properties.ts';
import { markupFrame } from '../markup-frame.ts';
import { registeredBy } from './copies.ts';
import type { DiagnosedElement, Finding } from './finding.ts';
import { orderFault } from './order-faults.ts';
import { ask, askAboutOrder, type Question, tryFraming } from './probes.ts';
import { Violations } from './violations.ts';

/** Looks for what keeps the checkout from working on this page; nothing is found where it works. */
export async function diagnose(element: DiagnosedElement): Promise<Finding[]> {
  const { server, isolation } = element;
  // That of an address which is of no web page, such as `localhost:8787`, is the word `null`.
  const origin = server !== null && URL.canParse(server) ? new URL(server).origin : 'null';
  if (origin === 'null') {
    return [serverMissing(server), ...wrongValues(element), ...doubleRegistration()];
  }
  const violations = new Violations(origin);
  const nameless = namelessAround(element, origin);
  try {
    const question = questionOf(element);
    const [said, refusal, around] = await Promise.all([
      question && ask(origin, question),
      refusalOfOrder(element, origin),
      pagesAround(element, origin),
    ]);
    if (isolation === 'frame') await tryFraming(origin);
    else violations.tryLit();
    await violations.reported();
    return [
      ...keyAndOrigin(question, origin, said, violations),
      ...(await nameless),
      ...around,
      ...wrongValues(element),
      ...(refusal ?? refusedValues(element)),
      ...missingSources(element, origin, violations),
      ...uselessFrames(element, origin),
      ...doubleRegistration(),
    ];
  } finally {
    violations.stop();
  }
}

function serverMissing(server: string | null): Finding {
  const message =
    server === null
      ? 'The element does not know where the BFF is.'
      : `server is no web address: ${server}. Write it with https://, or http:// on localhost.`;
  return { code: 'server_missing', message, fix: 'server="https://…"' };
}

/** What the BFF, in its sandbox, says of the order token that it refused; null if it says nothing. */
async function refusalOfOrder(
  { lastError, merchant, orderToken }: DiagnosedElement,
  server: string,
): Promise<Finding[] | null> {
  if (lastError !== 'order_invalid' || !merchant || !orderToken) return null;
  const refusal = await askAboutOrder(server, { merchant, order_token: orderToken });
  const fault = refusal && orderFault(refusal, { server, merchant });
  if (!fault) return null;
  const message = `The BFF has refused the order token (${refusal.reason}). ${fault.message}`;
  return [{ code: 'wrong_value', message, fix: fault.fix }];
}

/** The frame stands on listed pages only, all those around them included. */
async function pagesAround(element: DiagnosedElement, server: string): Promise<Finding[]> {
  const { merchant } = element;
  if (!merchant) return [];
  const asked = originsAround(element, server)
    .filter(isOfTheWeb)
    .map(async (return_origin) => {
      const said = await ask(server, { merchant, return_origin });
      if (!said?.merchant_known || said.return_origin_allowed !== false) return [];
      return [notListed(return_origin, ', of a page around this one')];
    });
  return (await Promise.all(asked)).flat();
}

/** Such a page may be listed all the same, and is where the frame says something. */
async function namelessAround(element: DiagnosedElement, server: string): Promise<Finding[]> {
  const isNamed = originsAround(element, server).every(isOfTheWeb);
  return isNamed || (await hasCome(element)) ? [] : [aroundWithoutName];
}

/** As long as the element itself waits for its frame. */
const frameTimeoutMs = 10_000;

function hasCome({ host, lastError }: DiagnosedElement): Promise<boolean> {
  if (host.step !== null || lastError !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const listening = new AbortController();
    const { signal } = listening;
    const end = (hasCome: boolean) => {
      listening.abort();
      clearTimeout(timer);
      resolve(hasCome);
    };
    const timer = setTimeout(end, frameTimeoutMs, false);
    host.addEventListener('soft-pull-step-change', () => end(true), { signal });
    host.addEventListener('soft-pull-error', ({ code }) => end(code !== 'frame_blocked'), {
      signal,
    });
  });
}

const aroundWithoutName: Finding = {
  code: 'origin_not_allowed',
  message:
    'The browser names no origin of the web for a page around this one: it was opened as a file, belongs to an extension, stands in a sandbox, or its frame has referrerpolicy="no-referrer". Unless it is listed, that blocks the checkout.',
  fix: 'http://localhost:…, allow-same-origin, or "origins": ["…"]',
};

/** Of the pages around that the frame depends on. Not every browser tells which these are. */
function originsAround({ merchant, isolation }: DiagnosedElement, server: string): string[] {
  if (!merchant || isolation === 'inline') return [];
  const origins = new Set(location.ancestorOrigins ?? []);
  for (const known of [self.origin, server]) origins.delete(known);
  return [...origins];
}

function isOfTheWeb(origin: string): boolean {
  return origin.startsWith('http');
}

/** Null without a key to ask about. */
function questionOf(element: DiagnosedElement): Question | null {
  const { merchant } = element;
  if (!merchant) return null;
  const return_origin = otherReturnOrigin(element);
  return return_origin === null ? { merchant } : { merchant, return_origin };
}

function keyAndOrigin(
  question: Question | null,
  server: string,
  said: Diagnosis | null,
  violations: Violations,
): Finding[] {
  if (question === null) {
    const message = 'The element has no publishable key.';
    return [{ code: 'key_missing', message, fix: 'merchant="pk_…"' }];
  }
  if (said !== null) return refusals(said, question);
  // Then it is the page that keeps the BFF from being asked.
  if (violations.directives.has('connect-src')) return [];
  const message = `${server} does not answer, or is no BFF.`;
  return [{ code: 'unreachable', message, fix: `server="${server}"` }];
}

function refusals(said: Diagnosis, { merchant, return_origin }: Question): Finding[] {
  if (!said.merchant_known) {
    const message = `No merchant has the publishable key ${merchant}.`;
    return [{ code: 'wrong_key', message, fix: 'merchant="pk_…"' }];
  }
  const page = said.origin_allowed ? [] : [refusedPage()];
  if (return_origin === undefined || said.return_origin_allowed !== false) return page;
  const advice = ', to which return-url leads: list it, or lead to an origin that is listed';
  return [...page, notListed(return_origin, advice)];
}

/** One without an origin says `null`, which no list can hold. */
function refusedPage(): Finding {
  if (self.origin !== 'null') return notListed(self.origin, '');
  const code = 'origin_not_allowed';
  if (location.protocol === 'file:') {
    const message =
      'The page was opened as a file, so it has no origin: serve it, and list the origin that it then has.';
    return { code, message, fix: 'http://localhost:…' };
  }
  const message = 'The page stands in a sandbox that leaves it no origin.';
  const fix = 'sandbox="allow-scripts allow-same-origin allow-forms allow-top-navigation"';
  return { code, message, fix };
}

function notListed(origin: string, advice: string): Finding {
  const message = `The BFF does not list ${origin} for this merchant (MERCHANTS_FILE)${advice}.`;
  return { code: 'origin_not_allowed', message, fix: `"origins": ["${origin}"]` };
}

function missingSources(
  { isolation }: DiagnosedElement,
  server: string,
  { directives }: Violations,
): Finding[] {
  return [...directives].map((directive) => {
    if (isolation === 'frame' && directive === 'connect-src') return notAsked(server);
    const isTypes = directive === 'trusted-types';
    const source = isTypes ? "lit-html 'allow-duplicates'" : server;
    const message = `The page’s Content-Security-Policy lacks ${source} in ${directive}.`;
    return { code: 'csp_source_missing', message, fix: `${directive} ${source}` };
  });
}

/** In frame mode the page itself calls nobody. */
function notAsked(server: string): Finding {
  const message =
    'The page’s Content-Security-Policy keeps this diagnosis from asking the BFF about key and origin. The checkout itself does not need it.';
  return { code: 'not_asked', message, fix: `connect-src ${server}` };
}

/** The element does not use these frames inside the tag, or uses one that cannot work. */
function uselessFrames({ isolation, merchant, host }: DiagnosedElement, server: string): Finding[] {
  if (!merchant) return [];
  const used = isolation === 'frame' ? markupFrame(host, { server, merchant }) : null;
  const useless = [...host.querySelectorAll('iframe')].filter(
    (frame) => frame !== used || lackOf(frame) !== '',
  );
  return useless.map((frame) => {
    const fault =
      frame === used
        ? `does not work: its sandbox lacks ${lackOf(frame)}`
        : `is not used: ${whyUnused(frame, isolation, host)}`;
    return {
      code: 'frame_unused',
      message: `The frame inside the tag (${frame.src}) ${fault}.`,
      fix:
        isolation === 'frame'
          ? `<iframe src="${server}/v1/frame?merchant=${merchant}"></iframe>`
          : 'isolation="frame"',
    };
  });
}

function whyUnused(frame: HTMLIFrameElement, isolation: string | null, host: Element): string {
  if (isolation !== 'frame') return 'isolation="inline" needs none';
  if (frame.parentElement !== host) return 'it is not a direct child of the tag';
  return 'its address is not the one of server and merchant';
}

/** What the checkout needs, and the frame's sandbox does not allow. */
function lackOf(frame: HTMLIFrameElement): string {
  if (!frame.hasAttribute('sandbox')) return '';
  const needed = ['allow-scripts', 'allow-same-origin', 'allow-forms'];
  return needed.filter((each) => !frame.sandbox.contains(each)).join(' ');
}

function doubleRegistration(): Finding[] {
  const [first, ...others] = registeredBy().map((url) => url ?? 'a bundled script');
  if (first === undefined || others.length === 0) return [];
  const message = `The page loads the checkout ${others.length + 1} times: ${first} is used, ${others.join(', ')} came later. Keep one.`;
  return [{ code: 'double_registration', message, fix: lineOf(first) }];
}

/** A module that a bundler made has no address to name. */
function lineOf(url: string): string {
  return /\/v1\/soft-pull-checkout[\w.-]*\.js/.test(url)
    ? `<script type="module" src="${url}"></script>`
    : "import '@soft-pull/checkout/soft-pull-checkout.js';";
}

/*
 * Types only: what is shared with the flow comes with Lit, which a page's policy may refuse, and
 * that is one of the things to be found.
 */
const longest: { returnUrl: typeof LONGEST_RETURN_URL; text: typeof LONGEST_TEXT } = {
  returnUrl: 1_900,
  text: 4_096,
};

type Named = 'amount' | 'orderToken' | 'clientToken' | 'offerCode' | 'returnUrl';

const names: Pick<typeof attributes, Named> = {
  amount: 'amount',
  orderToken: 'order-token',
  clientToken: 'client-token',
  offerCode: 'offer-code',
  returnUrl: 'return-url',
};

/** Names the attributes with which a checkout cannot begin. */
function wrongValues(element: DiagnosedElement): Finding[] {
  const texts = (['amount', 'orderToken', 'clientToken'] as const).flatMap((property) =>
    tooLong(names[property], String(element[property] ?? ''), longest.text),
  );
  return [
    ...texts,
    ...amountMissing(element),
    ...returnUrl(element),
    ...misspelled(element),
    ...sharedIds(),
  ];
}

/** Attributes in a property's name, as frameworks write a property that they do not know. */
function misspelled(element: DiagnosedElement): Finding[] {
  const written = element.host.getAttributeNames();
  return (Object.keys(names) as Named[]).flatMap((property) => {
    const name = names[property];
    const other = written.find((one) => one !== name && plain(one) === plain(name));
    if (other === undefined || element[property]) return [];
    return [finding(name, `${other} is no attribute of the element: write ${name}.`)];
  });
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Without one the form says so, and leads nowhere. */
function amountMissing({ amount, orderToken, clientToken }: DiagnosedElement): Finding[] {
  if (amount || orderToken || clientToken) return [];
  const message = 'The element has no amount: neither its own nor that of an order.';
  return [{ code: 'amount_missing', message, fix: 'amount="8400.00"' }];
}

/** An element finds its checkout again by its id. */
function sharedIds(): Finding[] {
  const ids = [...document.querySelectorAll('soft-pull-checkout[id]')].map(({ id }) => id);
  const shared = new Set(ids.filter((id, index) => id !== '' && ids.indexOf(id) !== index));
  return [...shared].map((id) =>
    finding(
      'id',
      `Two elements have the id ${id}; once the page is reloaded they show one checkout.`,
    ),
  );
}

function returnUrl({ returnUrl: given }: DiagnosedElement): Finding[] {
  const name = names.returnUrl;
  const address = given || location.href;
  if (!URL.canParse(address, document.baseURI)) return [finding(name, `${name} is no address.`)];
  const { protocol, href } = new URL(address, document.baseURI);
  if (given && isWeb(protocol)) return tooLong(name, href, longest.returnUrl);
  // A page that was opened as a file is named with its origin.
  if (isWeb(protocol) || (!given && protocol === 'file:')) return [];
  const message = given
    ? `${name} is no web address: it begins with “${protocol}”.`
    : `The page has no web address to come back to: its own begins with “${protocol}”. Set ${name}.`;
  return [{ ...finding(name, message), fix: `${name}="https://…"` }];
}

function isWeb(protocol: string): boolean {
  return /^https?:$/.test(protocol);
}

function tooLong(name: string, { length }: string, most: number): Finding[] {
  if (length <= most) return [];
  return [finding(name, `${name} has ${length} characters; ${most} is the most.`)];
}

function finding(name: string, message: string): Finding {
  return { code: 'wrong_value', message, fix: `${name}="…"` };
}

/** What the BFF has said against a value, and the attribute that it came by. */
const refusedByBff: Partial<Record<WidgetErrorCode, { message: string; fix: string }>> = {
  order_invalid: {
    message: 'The BFF has refused the order: its token is spent, past its time or wrongly signed.',
    fix: 'order-token="…" or client-token="…"',
  },
  amount_out_of_range: {
    message: 'The BFF has refused the amount: it is not one that the merchant finances.',
    fix: 'amount="8400.00"',
  },
  invalid_request: {
    message:
      'The BFF could not read amount or return-url: an amount is text such as 8400.00, an address one of a listed origin.',
    fix: 'amount="8400.00" return-url="https://…"',
  },
};

/** Names the value that was refused last, unless the page has set another since. */
function refusedValues({ lastError, clientToken }: DiagnosedElement): Finding[] {
  if (clientToken && (lastError === 'unauthorized' || lastError === 'not_found')) {
    const message =
      'The BFF does not know the client token: it is cut short, of another merchant, or its checkout is gone.';
    return [{ code: 'wrong_client_token', message, fix: 'client-token="…"' }];
  }
  const refusal = lastError && refusedByBff[lastError];
  return refusal ? [{ code: 'wrong_value', ...refusal }] : [];
}

/**
 * The origin to which the consumer would come back, where the attribute leads to another than the
 * page's. With a client token the merchant's server may have said where that is: then the BFF does not
 * look at the attribute, and refuses nothing.
 */
function otherReturnOrigin({ returnUrl, clientToken, lastError }: DiagnosedElement): string | null {
  if (clientToken && lastError !== 'origin_not_allowed') return null;
  if (!returnUrl || !URL.canParse(returnUrl, document.baseURI)) return null;
  const { origin, protocol } = new URL(returnUrl, document.baseURI);
  return isWeb(protocol) && origin !== location.origin ? origin : null;
}
