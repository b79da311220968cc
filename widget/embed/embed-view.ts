import { boxTheme } from '../styles/box-theme.ts';
import { card } from '../styles/card.ts';
import { sheetOf } from '../styles/sheet.ts';
import { themed } from '../styles/themed.ts';
import { embedStyles, noticing } from './embed.styles.ts';
import { make } from './make.ts';

let shared: CSSStyleSheet | null = null;

function styles(): CSSStyleSheet {
  shared ??= sheetOf(themed(':host', boxTheme) + card + embedStyles);
  return shared;
}

/** Of a frame whose markup gives none, in CSS pixels. */
const usualHeight = 900;

/** What the element draws itself: a box that waits for the flow, holds it, or says it is not there. */
export class EmbedView {
  /** Has the theme; `transitionrun` there tells of a change that is watched. */
  readonly themed = make('div', { className: 'frame' });
  readonly #room = make('div', { className: 'room reserved' });
  /** Shows what stands inside the tag, and only what it is told to. */
  readonly #slot = make('slot');
  /** Stands in the place of the flow. */
  #inset = make('div');
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  #sheets: readonly CSSStyleSheet[] = [styles()];

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#root = host.attachShadow({ mode: 'open', slotAssignment: 'manual' });
    this.adoptSheets();
    this.#root.append(this.themed);
  }

  /** Another document, where scripts park what is to outlive a swap, takes no sheets and empties the list. */
  adoptSheets(sheets: readonly CSSStyleSheet[] = this.#sheets): void {
    this.#sheets = sheets;
    if (this.#host.ownerDocument === document) this.#root.adoptedStyleSheets = [...sheets];
  }

  watch(properties: readonly string[]): void {
    this.adoptSheets([styles(), sheetOf(noticing(properties))]);
  }

  /** The frame of the page's markup stands where it stands, as it has been drawn so far. */
  showMarkup(frame: HTMLIFrameElement): void {
    this.#slot.assign(frame);
    this.#slot.className = 'markup';
    this.#slot.style.cssText ||= `--_height:${Number(frame.height) || usualHeight}px`;
    this.#box(this.#slot);
    this.reserve(true);
  }

  /** The frame's document has come with the form; its script is still on the way. */
  showDrawn(frame: HTMLIFrameElement, height: number): void {
    this.resize(frame, height);
    if (frame.className === 'waiting') this.reveal(frame);
  }

  resize(frame: HTMLIFrameElement, height: number): void {
    if (this.#isOwn(frame)) frame.height = String(height);
    else this.#slot.style.cssText = `--_height:${height}px`;
  }

  /** Brings a part of the frame into view. The frame has done so too, but WebKit lets none scroll the page. */
  scrollTo({ top, bottom }: { top: number; bottom: number }): void {
    const mark = make('span');
    mark.style.cssText = `position:absolute;inset-block:${top}px max(0px,100% - ${bottom}px)`;
    this.themed.lastElementChild?.append(mark);
    mark.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    mark.remove();
  }

  /** Four grey lines; beside them the frame, if there is one, gets ready. */
  wait(frame?: HTMLIFrameElement): void {
    const lines = [1, 2, 3, 4].map(() => make('span'));
    this.#instead(make('div', { className: 'skeleton' }, ...lines), frame, true);
  }

  /**
   * The elements that the page has put inside the tag for this case, else what is said here. A frame is
   * none of them: one that is not used stays aside.
   */
  fail(failure: Element, frame?: HTMLIFrameElement): void {
    const fallback = this.#host.querySelectorAll(':scope > :not(iframe)');
    this.#slot.assign(...fallback);
    this.#slot.className = '';
    const said = fallback.length > 0 ? this.#slot : failure;
    this.#instead(said, frame && this.#isOwn(frame) ? frame : undefined, false);
    this.release();
  }

  /** The frame has something to show: whatever stood in its place goes. */
  reveal(frame: HTMLIFrameElement): void {
    const hadFocus = this.#inset.matches(':focus-within');
    if (this.#isOwn(frame)) {
      frame.className = '';
      this.#inset.remove();
    } else if (this.#slot.className === '') this.showMarkup(frame);
    // The button that had it is gone.
    if (hadFocus) frame.focus();
  }

  #isOwn(frame: HTMLIFrameElement): boolean {
    return frame.getRootNode() === this.#root;
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
  hold(flow: HTMLElement, flowSheets: readonly CSSStyleSheet[]): void {
    this.adoptSheets([styles(), ...flowSheets]);
    this.themed.replaceChildren(this.#room, flow);
  }

  /** A frame that stays where it stands keeps its document; one that is moved would lose it. */
  #instead(content: Element, frame: HTMLIFrameElement | undefined, isBusy: boolean): void {
    this.#inset.remove();
    this.#inset = make('div', { className: 'inset', ariaBusy: String(isBusy) }, content);
    if (frame) frame.className = 'waiting';
    const box = frame?.parentElement;
    if (box) box.prepend(this.#inset);
    else this.#box(this.#inset, ...(frame ? [frame] : []));
    this.reserve(isBusy);
  }

  #box(...content: Element[]): void {
    const box = make('div', { className: 'card framed' }, ...content);
    box.part.add('card');
    this.themed.replaceChildren(this.#room, box);
  }
}
