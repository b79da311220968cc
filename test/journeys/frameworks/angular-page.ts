import { Component, CUSTOM_ELEMENTS_SCHEMA, signal, type Type } from '@angular/core';
import type { PageOptions } from './page-options.ts';

const template = (server: string) => `<main>
  <button (click)="amount.set('5000.00')">Pay less</button>
  <button (click)="isShown.set(!isShown())">Turn over</button>
  <output>{{ step() }}</output>
  @if (isShown()) {
    <soft-pull-checkout
      [server]="server"
      merchant="pk_sandbox_hillside"
      [attr.amount]="amount()"
      [isolation]="hasFrame ? 'frame' : 'inline'"
      [headingLevel]="3"
      [prefill]="prefill"
      (soft-pull-step-change)="step.set($event.step)"
    >
      @if (hasFrame) {
        <iframe
          src="${server}/v1/frame?merchant=pk_sandbox_hillside&locale=en"
          title="Financing application"
          width="100%"
          height="1100"
        ></iframe>
      }
    </soft-pull-checkout>
  }
</main>`;

export function angularPage({ server, hasFrame }: PageOptions): Type<unknown> {
  class Page {
    readonly server = server;
    readonly hasFrame = hasFrame;
    readonly prefill = { last_name: 'Sample' };
    readonly amount = signal('8400.00');
    readonly isShown = signal(true);
    readonly step = signal('none');
  }
  Component({ selector: '#root', template: template(server), schemas: [CUSTOM_ELEMENTS_SCHEMA] })(
    Page,
  );
  return Page;
}
