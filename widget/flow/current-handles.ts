import type { Handle } from '../contract/flow-message.ts';

/** The handles that lead to the checkout which is open, or is to be opened. */
export class CurrentHandles {
  list: readonly Handle[] = [];

  /** The checkout is one that the merchant's server made: no other can take its place. */
  get areMerchants(): boolean {
    return this.forRestart.length > 0;
  }

  /** What is left of them when the person begins anew. */
  get forRestart(): Handle[] {
    return this.list.filter(({ source }) => source === 'client_token');
  }

  /** The checkout is open: from now on its own handle leads back to it. */
  keep(resume: string, opensForms: boolean): void {
    if (this.areMerchants) return;
    const source = opensForms ? 'storage' : 'url';
    this.list = [{ resume, source, opens_forms: opensForms }];
  }
}
