import { Component, CUSTOM_ELEMENTS_SCHEMA, signal, type Type } from '@angular/core';

const template = `<main>
  <button (click)="amount.set('5000.00')">Pay less</button>
  <button (click)="isShown.set(!isShown())">Turn over</button>
  <output>{{ step() }}</output>
  @if (isShown()) {
    <soft-pull-checkout
      [server]="server"
      merchant="pk_sandbox_hillside"
      [attr.amount]="amount()"
      isolation="inline"
      [headingLevel]="3"
      [prefill]="prefill"
      (soft-pull-step-change)="step.set($event.step)"
    ></soft-pull-checkout>
  }
</main>`;

export function angularPage(server: string): Type<unknown> {
  class Page {
    readonly server = server;
    readonly prefill = { last_name: 'Sample' };
    readonly amount = signal('8400.00');
    readonly isShown = signal(true);
    readonly step = signal('none');
  }
  Component({ selector: '#root', template, schemas: [CUSTOM_ELEMENTS_SCHEMA] })(Page);
  return Page;
}
