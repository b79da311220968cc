import { moveFocus } from '../elements/move-focus.ts';
import { LitElement } from 'lit';
import { base } from '../styles/base.ts';
import { buttons } from '../styles/buttons.ts';
import { panels } from '../styles/panels.ts';
import { exportedParts } from '../styles/parts.ts';
import { type Intent, IntentEvent } from './intent.ts';

/** What every screen is: it has a heading that takes the focus, and sends intents. */
export abstract class BaseScreen extends LitElement {
  static override styles = [base, buttons, panels];

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add('screen');
    this.setAttribute('exportparts', exportedParts);
  }

  focusHeading(options?: FocusOptions): void {
    moveFocus(this.renderRoot, '.title', options);
  }

  protected send(intent: Intent): void {
    this.dispatchEvent(new IntentEvent(intent));
  }
}
