import type { Charge, Loan } from '../../helpers/bare-lender/books.ts';
import type { Random } from '../fuzz/random.ts';
import { orderAmount } from './shopper.ts';
import type { LenderTestbed } from './testbed.ts';

type Act = () => unknown;

/** What consumers do on the lender's own pages, its underwriters, the payment processor and time. */
export class LendersSide {
  readonly #testbed: LenderTestbed;
  readonly #random: Random;

  constructor(testbed: LenderTestbed, random: Random) {
    this.#testbed = testbed;
    this.#random = random;
  }

  /** Another consumer of the merchant's, who may have borrowed and been charged as much. */
  addNeighbour(serial: number): void {
    const { books } = this.#testbed.lender;
    const id = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
    const cents = Math.round(Number(orderAmount) * 100);
    const loan = books.addLoan({
      loanId: id,
      applicationId: id,
      invitedBy: 'hillside-rep-1',
      personKey: id,
      firstName: 'Nell',
      lastName: 'Neighbour',
      lastFour: '0002',
      requestedCents: cents,
      callbackUrl: '',
      redirectUrl: '',
    });
    loan.state = 'accepted';
    const charge = books.addCharge({
      loan,
      kind: 109,
      cents,
      merchantCents: cents,
      platformCents: 0,
      sponsorCents: 0,
      requestedBy: 'hillside-rep-1',
      callbackUrl: '',
    });
    charge.state = this.#random.pick(['waiting', 'Pending', 'Transferred', 'rejected']);
  }

  /** What the consumer and the lender agree on: offers, their terms, the Payment Portal. */
  async goOn(): Promise<void> {
    for (const loan of this.#loans()) {
      const isReady = loan.state === 'accepted' && loan.isPortalActive;
      if (!isReady) await this.#actsOnLoan(loan, [])[0]?.();
    }
  }

  /** One thing that happens to the order's own loans or charges. */
  async act(): Promise<void> {
    const charges = this.#testbed.distorter.ledger.made();
    const acts = [
      ...this.#loans().flatMap((loan) => this.#actsOnLoan(loan, charges)),
      ...charges.flatMap((charge) => this.#actsOnCharge(charge)),
    ];
    if (acts.length > 0) await this.#random.pick(acts)();
    const states = [...this.#loans(), ...charges].map(({ state }) => state);
    this.#testbed.distorter.told.push(`the lender has loans and charges that are ${states}`);
  }

  #loans(): Loan[] {
    const { lender, distorter } = this.#testbed;
    return [...distorter.ledger.pulls.keys()].flatMap((id) => lender.books.findLoan(id) ?? []);
  }

  #actsOnLoan(loan: Loan, charges: readonly Charge[]): Act[] {
    const { controls } = this.#testbed.lender;
    const { loanId: id, state } = loan;
    switch (state) {
      case 'deciding':
      case 'review':
        return [() => controls.decide(id, 'offers'), () => controls.decide(id, 'declined')];
      case 'selected':
        return [
          ...Array.from({ length: 8 }, () => () => controls.acceptTerms(id)),
          () => controls.declineTerms(id),
          () => controls.set(id, 'expired'),
        ];
      case 'accepted': {
        const isCharged = charges.some((charge) => charge.loan === loan);
        const rare = [() => controls.set(id, 'suspended'), () => controls.cancelAccount(id)];
        return [
          ...(loan.isPortalActive ? [] : [() => controls.activatePortal(id)]),
          ...(this.#random.chance(isCharged ? 0.1 : 0.05) ? rare : []),
        ];
      }
      case 'suspended':
        return [() => controls.set(id, 'accepted')];
      default:
        return [];
    }
  }

  #actsOnCharge({ uuid, state }: Charge): Act[] {
    const { controls } = this.#testbed.lender;
    const to = (...states: Parameters<typeof controls.moveTransaction>[1][]) =>
      states.map((each) => () => controls.moveTransaction(uuid, each));
    switch (state) {
      case 'waiting':
        return [() => controls.approve(uuid), () => controls.reject(uuid)];
      case 'Pending':
      case 'Submitted':
        return to('Submitted', 'Successful', 'Failed', 'Excluded');
      case 'Successful':
        return to('Transferred', 'Reversed', 'Excluded');
      case 'Excluded':
        return to('Successful', 'Transferred');
      case 'Transferred':
        return [...to('Reversed'), () => controls.refund(uuid)];
      default:
        return [];
    }
  }
}
