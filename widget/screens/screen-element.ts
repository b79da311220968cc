import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import type { Screen, StepOf } from '../contract/step.ts';
import { heading } from '../elements/heading.ts';
import { moveFocus } from '../elements/move-focus.ts';
import { formatMoney } from '../format/money.ts';
import { BaseScreen } from './base-screen.ts';
import type { ScreenContext } from './screen-context.ts';

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
    if (this.hasEnded(changed)) moveFocus(this.renderRoot, '.problem');
  }

  /** Whether the call that was under way has just come to its end. */
  protected hasEnded(changed: PropertyValues): boolean {
    const before = changed.get('context') as Context | undefined;
    return before !== undefined && before.busy !== 'idle' && this.context.busy === 'idle';
  }

  protected money(amount: string): string {
    return formatMoney(amount, this.context.locale);
  }

  protected titleHeading(text: string): TemplateResult {
    return heading(this.context.headingLevel, text);
  }

  protected subHeading(text: unknown): TemplateResult {
    return heading(this.context.headingLevel + 1, text, 'subtitle');
  }
}
