import {
  type CSSResultOrNative,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Screen, StepOf } from '../contract/step.ts';
import { heading } from '../elements/heading.ts';
import { formatMoney } from '../format/money.ts';
import { exportedParts } from '../styles/parts.ts';
import { sharedSheet } from '../styles/shared-sheet.ts';
import type { ScreenContext } from './screen-context.ts';

/** What a person asked for on a screen. Screens send it up; only the flow acts on it. */
export type Intent =
  /** For the live region: something that changed on a screen by itself. */
  | { type: 'announce'; text: string }
  | { type: 'typed' }
  /** What is in view now, for the page around the frame. */
  | { type: 'scroll_to'; top: number; bottom: number }
  | { type: 'apply'; body: Readonly<Record<string, unknown>> }
  | { type: 'select_offer'; offerUuid: string }
  /** Repeats the choice of the offer, which renews a dead link. */
  | { type: 'go_to_lender'; offerUuid: string }
  | { type: 'back_to_offers' }
  | { type: 'invite_to_portal' }
  | { type: 'charge' }
  /** Polls the checkout. */
  | { type: 'refresh' }
  | { type: 'retry' }
  | { type: 'restart' }
  /** What is needed to go on could not be fetched, and the screen says so. */
  | { type: 'out_of_reach' };

/** Stops at the flow's shadow root: the merchant's page never hears an intent. */
export class IntentEvent extends Event {
  readonly intent: Intent;

  constructor(intent: Intent) {
    super('soft-pull-intent', { bubbles: true, composed: false });
    this.intent = intent;
  }
}

declare global {
  interface HTMLElementEventMap {
    'soft-pull-intent': IntentEvent;
  }
}

/** What every screen is: it has a heading that takes the focus, and sends intents. */
export abstract class BaseScreen extends LitElement {
  static override styles: CSSResultOrNative[] = [sharedSheet];

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add('screen');
    this.setAttribute('exportparts', exportedParts);
  }

  focusHeading(options?: FocusOptions): void {
    this.moveFocus('.title', options);
  }

  /**
   * Moves the focus to the first element that matches, and the page no further than that needs. It
   * goes there at once: a page that glides would still be moving under whatever is pressed next.
   */
  protected moveFocus(selector: string, options?: FocusOptions): void {
    const target = this.renderRoot.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    if (target && !options?.preventScroll) this.bringIntoView(target);
  }

  /**
   * With what names it, and with room below and above, where merchants pin their own bars. A box that
   * stands there is brought into view, since a scroll margin does not reach out of a frame with a process
   * of its own. The edge of the frame's document is the end of both: the page's `scroll-padding` does the
   * rest. The page around a frame is told as well, since WebKit lets no frame of another origin scroll it:
   * no intent of the consumer's, which a screen would remember.
   */
  protected bringIntoView(target: HTMLElement): void {
    const named = target.closest<HTMLElement>('.field, .box, .part-heading') ?? target;
    const box = document.createElement('span');
    const { offsetHeight } = named;
    named.prepend(box);
    const bring = (edge: string) => {
      box.style.cssText = `position:absolute;inline-size:1px;block-size:1px;margin-block-start:calc(${edge})`;
      box.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      return Math.max(0, box.getBoundingClientRect().top);
    };
    const bottom = bring(`${offsetHeight}px + 5rem`);
    const top = bring('-5rem');
    box.remove();
    this.dispatchEvent(new IntentEvent({ type: 'scroll_to', top, bottom }));
  }

  protected send(intent: Intent): void {
    this.dispatchEvent(new IntentEvent(intent));
  }
}

/** What all screens share: they are given a step and a context, and send intents. */
export abstract class ScreenElement<
  Name extends Screen,
  Context extends ScreenContext,
> extends BaseScreen {
  static override properties: PropertyDeclarations = {
    step: { attribute: false },
    context: { attribute: false },
  };

  declare step: StepOf<Name>;
  declare context: Context;

  /** A call that ended in a problem leads there, wherever the button was that started it. */
  override updated(changed: PropertyValues): void {
    if (this.hasEnded(changed) && this.mayTakeFocus) this.moveFocus('.problem');
  }

  /** False once somebody has gone on elsewhere, on the page or around its frame. */
  protected get mayTakeFocus(): boolean {
    const isFree = document.activeElement === document.body && document.hasFocus();
    return isFree || this.matches(':focus-within');
  }

  /** True if the call that was under way has just ended. */
  protected hasEnded(changed: PropertyValues): boolean {
    const before = changed.get('context') as Context | undefined;
    return before !== undefined && before.busy !== 'idle' && this.context.busy === 'idle';
  }

  protected money(amount: string): string {
    return formatMoney(amount);
  }

  protected titleHeading(text: string): TemplateResult {
    return heading(this.context.headingLevel, text);
  }

  protected subHeading(text: unknown): TemplateResult {
    return heading(this.context.headingLevel + 1, text, 'subtitle');
  }
}
