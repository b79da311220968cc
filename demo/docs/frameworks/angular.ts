import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from '../docs-page.ts';
import { frameTag, whyFrame } from '../quick-start.ts';

const component = ({ bffUrl, publishableKey }: DocsView) => `
import {
  Component, CUSTOM_ELEMENTS_SCHEMA, Directive, ElementRef, inject, signal,
} from '@angular/core';
import '@soft-pull/checkout/soft-pull-checkout.js';

// Hydration writes the template’s attributes again: \`src\` would load the frame a second time.
@Directive({ selector: 'iframe[data-src]' })
export class LoadedOnce {
  constructor() {
    const frame = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const src = frame.getAttribute('data-src');
    if (src && !frame.hasAttribute('src')) frame.setAttribute('src', src);
  }
}

@Component({
  selector: 'app-pay',
  imports: [LoadedOnce],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
    <soft-pull-checkout
      server="${bffUrl}"
      merchant="${publishableKey}"
      [attr.amount]="amount()"
      [attr.order-token]="orderToken()"
      (soft-pull-accepted)="isAccepted.set(true)"
    >
      ${frameTag({ bffUrl, publishableKey }, 6).replace('src=', 'data-src=')}
    </soft-pull-checkout>
    @if (isAccepted()) {
      <p>Your loan is ready.</p>
    }
  \`,
})
export class Pay {
  readonly amount = signal('8400.00');
  readonly orderToken = signal<string | null>(null);
  readonly isAccepted = signal(false);
}`;

export const angular: DocsPage = {
  path: '/docs/angular',
  title: 'Angular',
  lead: 'A standalone component that binds the tag’s attributes and hears its events.',
  group: 'Frameworks',
  body: (view) => html`
    ${code('TypeScript', 'Angular', component(view))}
    <p>${prose(whyFrame)}</p>
    <ul>
      <li>${prose('`CUSTOM_ELEMENTS_SCHEMA` allows tags that Angular does not know.')}</li>
      <li>${prose('`[attr.amount]` writes an attribute, and `null` removes it. Without `attr.`, as in `[orderToken]`, it sets the property. `prefill` has no attribute: write `[prefill]="prefill()"`.')}</li>
      <li>${prose('If one tab may show several orders, add an id of the order: `[attr.id]="\'financing-\' + orderId()"`. The tab finds its checkout again by it. Put the tag into `@for (id of [orderId()]; track id)`, so that each order has an element of its own.')}</li>
      <li>${prose('`$event` is the element’s own event, as in `(soft-pull-error)="report($event)"`. Its type can be imported: `import type { SoftPullErrorEvent } from "@soft-pull/checkout"`.')}</li>
      <li>
        ${prose('With server-side rendering and `provideClientHydration()`, the frame that the server has sent stays as it is. With `src` in the template it would load again, and the form would be empty. Put the style of the ')}<a href="/docs#script-tag">quick start</a>${prose(' into `styles.css`, so that nothing below the tag moves when the form comes.')}
      </li>
    </ul>`,
};
