import type { Charge } from '../../helpers/bare-lender/books.ts';
import type { Operation } from '../../helpers/bare-lender/routes.ts';
import type { BareLender } from '../../helpers/bare-lender.ts';
import type { Truth } from './distortions.ts';

/** A call of the BFF, by what the lender was asked. */
export interface Asked {
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, unknown>>;
}

const initialCharge = 109;
/** No money has moved, nor will it. */
const chargeableAfter: ReadonlySet<Charge['state']> = new Set([
  'rejected',
  'expired',
  'canceled',
  'Failed',
]);

/** What has really happened at the lender, and what the BFF was told of it. */
export class Ledger {
  /** Soft pulls by the id of their checkout. */
  readonly pulls = new Map<string, number>();
  /** Charge requests that the BFF has made. */
  readonly charges: string[] = [];
  /** Charges of the order that were made while another one of it stood. */
  readonly doubled: string[] = [];
  /** Checkouts whose soft pull, and how many choices, were answered with a 2xx. */
  readonly answered = new Set<string>();
  selections = 0;
  readonly #lender: BareLender;

  constructor(lender: BareLender) {
    this.#lender = lender;
  }

  /** The bureau was asked, or the lender has said that it was. */
  isDecided(checkoutId: string): boolean {
    return this.answered.has(checkoutId) || this.pulls.has(checkoutId);
  }

  noteHeard({ operation, fields }: Asked, { status, body }: Truth): void {
    if (operation === 'soft_pull' && (status === 200 || status === 504)) {
      const id = String(fields.external_application_id);
      // Answered with an earlier application, nobody was asked, and the id stays free.
      const isOwn = this.#lender.books.findLoan(id) !== undefined;
      if (isOwn) this.pulls.set(id, (this.pulls.get(id) ?? 0) + 1);
    }
    if (operation === 'charge' && status === 201) {
      this.#noteCharge(String((body as { payment_request_uuid: string }).payment_request_uuid));
    }
  }

  /** The BFF is told by a 2xx that it is done. */
  noteDone({ operation, fields }: Asked): void {
    if (operation === 'soft_pull') this.answered.add(String(fields.external_application_id));
    if (operation === 'select') this.selections += 1;
  }

  /** The charge requests as they stand at the lender. */
  made(): Charge[] {
    return this.charges.flatMap((uuid) => this.#lender.books.findCharge(uuid) ?? []);
  }

  /** The order's charge, unless no money of it will move. */
  standing(): Charge | undefined {
    return this.made().find(
      ({ kind, state }) => kind === initialCharge && !chargeableAfter.has(state),
    );
  }

  #noteCharge(uuid: string): void {
    const standing = this.standing();
    const isInitial = this.#lender.books.findCharge(uuid)?.kind === initialCharge;
    if (isInitial && standing !== undefined) {
      this.doubled.push(`${standing.uuid}, ${standing.state}, and ${uuid}`);
    }
    this.charges.push(uuid);
  }
}
