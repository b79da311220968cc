import type { PayPageRequest, PayPageView } from '../contract/pay-page.ts';
import type { Locale } from '../contract/values.ts';
import type { SoftPullErrorEvent } from '../embed/events.ts';
import { HandleStore, readFragment, readText, writeText } from '../embed/handle-store.ts';
import { embedTexts } from '../embed/load-failure.ts';
import { make } from '../embed/make.ts';
import { onceShown } from '../embed/once-shown.ts';
import type { SoftPullCheckout } from '../embed/soft-pull-checkout-element.ts';
import { formatMoney } from '../format/money.ts';
import { type PayTexts, payTexts } from './texts.ts';

/** In this tab: the id of the checkout that it was opened for last, and by it that one's merchant. */
const lastKey = 'soft-pull-pay';
const merchantKey = (checkoutId: string) => `${lastKey}:${checkoutId}`;
/** In this tab: the language that its consumer has chosen, which need not be the shop's. */
const localeKey = 'soft-pull-pay-locale';

/** As the element waits for the BFF: past this, nobody is answering. */
const answerTimeoutMs = 30_000;

const main = document.querySelector('main') as HTMLElement;

/** What the BFF has said, `unknown` for a link that is none, `failed` when it has not answered. */
type Answer = PayPageView | 'unknown' | 'failed';

/** The link, or the return code with which the consumer comes back; null in a tab that has its handle. */
function linkOf(): string | null {
  const { resume } = readFragment(location.hash);
  return resume ?? (location.hash.slice(1) || null);
}

/** What this tab keeps of a checkout: its handle is not known to whoever sent the link. */
function storeOf(link: string | null): HandleStore | null {
  const [id = readText(lastKey)] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(link ?? '') ?? [];
  const merchant = id && readText(merchantKey(id));
  return id && merchant ? new HandleStore(merchant, id) : null;
}

/** Counts what is asked for: an answer to something earlier is dropped. */
let latest = 0;

async function show(): Promise<void> {
  latest += 1;
  const call = latest;
  const link = linkOf();
  const held = storeOf(link)?.read() ?? null;
  const request: PayPageRequest = { link: link ?? undefined, held: held?.resume };
  const answer = link === null && held === null ? 'unknown' : await ask(request);
  if (call !== latest) return;
  // The look of another link's shop.
  document.documentElement.removeAttribute('style');
  if (typeof answer === 'string') return showTrouble(answer);
  const { checkout_id, merchant, theme } = answer;
  const locale = chosenLocale() ?? answer.locale;
  for (const [name, value] of Object.entries(theme)) {
    document.documentElement.style.setProperty(name, value);
  }
  if (answer.state !== 'open') return showClosed(answer, locale);
  if (!hasElement()) return showTrouble('failed');
  writeText(lastKey, checkout_id);
  writeText(merchantKey(checkout_id), merchant);
  const isCode = readFragment(location.hash).resume !== null;
  // The handle of a link that was issued again since is not the one to go on with.
  const used = answer.is_held || link === null ? held : null;
  const ofLink = isCode ? null : link;
  const ofTab = used?.opens_forms ? used.resume : null;
  // By a code alone, or what was kept of one, the element opens the checkout itself.
  const isFresh = used === null && !isCode;
  showCheckout(answer, { locale, clientToken: used === null ? ofLink : ofTab, isFresh });
}

/** False where its script, which stands before this one, did not come. */
function hasElement(): boolean {
  return customElements.get('soft-pull-checkout') !== undefined;
}

function chosenLocale(): Locale | null {
  const kept = readText(localeKey);
  return kept === 'en' || kept === 'es' ? kept : null;
}

/** The page's language and title. */
function speak(locale: Locale, shop?: string): PayTexts {
  const texts = payTexts[locale];
  document.documentElement.lang = locale;
  document.title = shop === undefined ? texts.title : `${texts.title} – ${shop}`;
  return texts;
}

/** Leads to the other language. */
function languageSwitch(locale: Locale, change: (locale: Locale) => void): HTMLButtonElement {
  const button = make('button', { className: 'language' });
  let other: Locale;
  const offer = (current: Locale) => {
    other = current === 'en' ? 'es' : 'en';
    button.lang = other;
    button.textContent = payTexts[other].language;
  };
  offer(locale);
  button.addEventListener('click', () => {
    const wanted = other;
    writeText(localeKey, wanted);
    offer(wanted);
    change(wanted);
  });
  return button;
}

async function ask(request: PayPageRequest): Promise<Answer> {
  try {
    const response = await fetch('/v1/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      cache: 'no-store',
      credentials: 'omit',
      // Without a referrer a POST would have no origin either.
      referrerPolicy: 'strict-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    if (response.ok) return (await response.json()) as PayPageView;
    return response.status === 404 || response.status === 400 ? 'unknown' : 'failed';
  } catch {
    return 'failed';
  }
}

interface Shown {
  readonly locale: Locale;
  /** This tab's handle, or the link while nobody has begun. */
  readonly clientToken: string | null;
  /** Nobody has begun with it in this tab. */
  readonly isFresh: boolean;
}

function showCheckout(view: PayPageView, { locale, clientToken, isFresh }: Shown): void {
  const { checkout_id: id, merchant, shop, order } = view;
  const title = make('h1', { tabIndex: -1 }, speak(locale, shop).from(shop));
  const change = (wanted: Locale) => {
    title.textContent = speak(wanted, shop).from(shop);
    // What was typed into it stays.
    element.locale = wanted;
    frame.title = embedTexts[wanted].label;
  };
  const header = make('header', {}, title, languageSwitch(locale, change));
  if (order !== null) {
    const amount = make('span', { className: 'amount' }, formatMoney(order.amount));
    header.append(make('p', { className: 'order' }, order.description ?? '', amount));
  }
  const element: SoftPullCheckout = document.createElement('soft-pull-checkout');
  // Its handle is kept under this name.
  element.id = id;
  Object.assign(element, {
    server: location.origin,
    merchant,
    locale,
    returnUrl: `${location.origin}${location.pathname}`,
    clientToken,
  });
  // Chromium fills in nothing in a frame that the element makes. Who comes back would see the form in it
  // for a moment, where another screen is to follow.
  const src = `/v1/frame?${new URLSearchParams({ merchant, locale })}`;
  const { label: frameTitle } = embedTexts[locale];
  const frame = make('iframe', { src, title: frameTitle, height: '1100' });
  if (isFresh) element.append(frame);
  const call = latest;
  element.addEventListener('soft-pull-error', ({ code }: SoftPullErrorEvent) => {
    // Another link has been followed, in whose place nothing of this one is to stand.
    if (call !== latest) return;
    // Another browser was first, the link was issued again, or the checkout is over.
    if (code === 'not_found' || code === 'order_invalid') void showOutcome(view);
  });
  replace(header, element);
}

/** The link is void, or leads to nothing that could be begun again. */
async function showOutcome(view: PayPageView): Promise<void> {
  const call = latest;
  const answer = await ask({
    link: linkOf() ?? undefined,
    held: storeOf(view.checkout_id)?.read()?.resume,
  });
  if (call !== latest) return;
  if (answer === 'failed') return showTrouble('failed');
  const state = typeof answer === 'string' || answer.state === 'open' ? 'ended' : answer.state;
  showClosed({ ...view, state }, chosenLocale() ?? view.locale);
}

function showClosed({ state, shop, lender }: PayPageView, locale: Locale): void {
  const texts = speak(locale, shop);
  const isInUse = state === 'in_use';
  const said = isInUse
    ? [texts.inUseWhy, texts.askShop(shop)]
    : [texts.endedWhy, texts.askShopAgain(shop)];
  const section = say(isInUse ? texts.inUse : texts.ended, { said, locale });
  if (isInUse && lender !== null) {
    const href = `tel:${lender.phone.replaceAll(/[^\d+]/g, '')}`;
    const phone = make('a', { href }, lender.phone);
    section.append(make('p', {}, `${texts.askLender(lender.name)} `, phone));
  }
}

function showTrouble(trouble: 'unknown' | 'failed'): void {
  const locale = chosenLocale() ?? (navigator.language.startsWith('es') ? 'es' : 'en');
  const texts = speak(locale);
  if (trouble === 'unknown') {
    say(texts.needsLink, { said: [texts.needsLinkWhy], locale });
    return;
  }
  const button = make('button', {}, texts.tryAgain);
  button.addEventListener('click', () => (hasElement() ? void show() : location.reload()));
  say(texts.failed, { said: [texts.failedWhy], locale }).append(button);
}

/** In place of all that is there; whoever listens hears the heading. */
function say(
  heading: string,
  { said, locale }: { said: readonly string[]; locale: Locale },
): HTMLElement {
  const title = make('h1', { tabIndex: -1 }, heading);
  const section = make('section', {}, title, ...said.map((text) => make('p', {}, text)));
  replace(
    languageSwitch(locale, () => void show()),
    section,
  );
  title.focus();
  return section;
}

/** Whoever had the focus in what was there has it at the heading of what follows. */
function replace(...nodes: readonly Node[]): void {
  const hadFocus = main.contains(document.activeElement);
  main.replaceChildren(...nodes);
  main.setAttribute('aria-busy', 'false');
  if (hadFocus) main.querySelector('h1')?.focus();
}

// Another link that is opened in this tab may change the fragment alone.
window.addEventListener('hashchange', () => void show());
// The element is registered then: before, it would be taken for one that did not come.
onceShown(() => void show());
