import type { Page } from 'playwright-core';

/** What the scripts of a page have got hold of. */
export interface Loot {
  /** Keys that were heard. */
  keys: number;
  /** Every text that was seen, wherever it was. */
  texts: string[];
}

/**
 * Lets a page do all that its scripts can do to listen to what is typed on it: listeners, observers,
 * prototypes and calls of its own making, before any other script has run.
 */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Scripts of a test run in every frame, scripts of a page only in the page.
    if (window !== window.top) return;
    const loot: { keys: number; texts: string[] } = { keys: 0, texts: [] };
    Reflect.set(window, 'loot', loot);
    const see = (value: unknown) => {
      if (value === undefined || value === null) return;
      loot.texts.push(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    };

    const hear = (event: Event) => {
      if (event instanceof KeyboardEvent && event.type === 'keydown') loot.keys += 1;
      if (event instanceof KeyboardEvent) see(event.key);
      if (event instanceof InputEvent) see(event.data);
      const [target] = event.composedPath();
      if (target instanceof HTMLInputElement) see(target.value);
    };
    const types = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste'];
    for (const type of types) {
      window.addEventListener(type, hear, true);
      document.addEventListener(type, hear, true);
    }
    window.addEventListener('message', ({ data }) => see(data));

    const watch = (root: Node) =>
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          see(target.textContent);
          for (const node of addedNodes) see(node.textContent);
        }
      }).observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
    watch(document);
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, { ...init, mode: 'open' });
      watch(root);
      for (const type of types) root.addEventListener(type, hear, true);
      return root;
    };

    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    Object.defineProperty(HTMLInputElement.prototype, 'value', {
      ...value,
      get() {
        const read: unknown = value?.get?.call(this);
        see(read);
        return read;
      },
      set(text) {
        see(text);
        value?.set?.call(this, text);
      },
    });
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const heard = (event: Event) => {
        hear(event);
        if (event instanceof MessageEvent) see(event.data);
        if (typeof listener === 'function') listener.call(this, event);
        else listener?.handleEvent(event);
      };
      addEventListener.call(this, type, type === 'load' ? listener : heard, options);
    };

    const { fetch } = window;
    window.fetch = (input, init) => {
      see(init?.body);
      return fetch(input, init);
    };
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      see(body);
      send.call(this, body);
    };
    JSON.stringify = new Proxy(JSON.stringify, {
      apply(stringify, self, parts) {
        const text: string | undefined = Reflect.apply(stringify, self, parts);
        if (text !== undefined) loot.texts.push(text);
        return text;
      },
    });
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown, ...rest: never[]) {
      see(message);
      postMessage.call(this, message, ...rest);
    };
    const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...onmessage,
      set(listener: (event: MessageEvent) => void) {
        onmessage?.set?.call(this, (event: MessageEvent) => {
          see(event.data);
          listener.call(this, event);
        });
      },
    });

    setInterval(() => {
      for (const frame of document
        .querySelector('soft-pull-checkout')
        ?.shadowRoot?.querySelectorAll('iframe') ?? []) {
        try {
          see(frame.contentWindow?.document.documentElement.outerHTML);
        } catch {
          // That is what the frame is for.
        }
      }
      see({ ...sessionStorage, ...localStorage });
      see([location.href, history.state]);
      see(performance.getEntries().map(({ name }) => name));
    }, 250);
  });
}

export function lootOf(page: Page): Promise<Loot> {
  return page.evaluate(() => Reflect.get(window, 'loot') as Loot);
}
