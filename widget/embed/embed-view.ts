import { boxTheme } from '../styles/box-theme.ts';
import { card } from '../styles/card.ts';
import { sheetOf } from '../styles/sheet.ts';
import { themed } from '../styles/themed.ts';
import { embedStyles, noticing } from './embed.styles.ts';
import { make } from './make.ts';

let shared: CSSStyleSheet | null = null;

function styles(): CSSStyleSheet {
  shared ??= sheetOf(themed(boxTheme) + card + embedStyles);
  return shared;
}

/** What the element draws itself: a box that waits for the flow, holds it, or says it is not there. */
export class EmbedView {
  /** Wears the theme; `transitionrun` there tells of a change that is looked out for. */
  readonly themed = make('div', { className: 'frame' });
  readonly #room = make('div', { className: 'room reserved' });
  readonly #root: ShadowRoot;

  constructor(host: HTMLElement) {
    this.#root = host.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [styles()];
  }

  lookOutFor(properties: readonly string[]): void {
    this.#root.adoptedStyleSheets = [styles(), sheetOf(noticing(properties))];
  }

  /** Four grey lines; beside them the frame, if there is one, gets ready. */
  wait(frame?: HTMLIFrameElement): void {
    const lines = [1, 2, 3, 4].map(() => make('span'));
    this.#box(make('div', { className: 'skeleton' }, ...lines), frame, true);
  }

  fail(failure: Element, frame?: HTMLIFrameElement): void {
    this.#box(failure, frame, false);
    this.release();
  }

  /** The frame has something to show: whatever stood in its place goes. */
  reveal(frame: HTMLIFrameElement): void {
    frame.className = '';
    const box = frame.parentElement;
    box?.removeAttribute('aria-busy');
    box?.querySelector('.inset')?.remove();
  }

  /** Keeps room in the box for the form, or for no more than what is shown. */
  reserve(isForm: boolean): void {
    this.themed.lastElementChild?.classList.toggle('reserved', isForm);
  }

  /** What stands below may follow. */
  release(): void {
    this.#room.remove();
  }

  /** A flow that draws its own box. */
  hold(flow: HTMLElement): void {
    this.themed.replaceChildren(this.#room, flow);
  }

  /** A frame that stays where it stands keeps its document; one that is moved would lose it. */
  #box(content: Element, frame: HTMLIFrameElement | undefined, isBusy: boolean): void {
    const inset = make('div', { className: 'inset' }, content);
    const box = frame?.parentElement ?? make('div', { className: 'card framed' });
    box.part.add('card');
    box.ariaBusy = String(isBusy);
    box.querySelector('.inset')?.remove();
    box.prepend(inset);
    if (frame !== undefined) {
      frame.className = 'waiting';
      if (frame.parentElement === null) box.append(frame);
    }
    if (box.parentElement === null) this.themed.replaceChildren(this.#room, box);
    this.reserve(isBusy);
    if (this.themed.parentNode === null) this.#root.replaceChildren(this.themed);
  }
}
