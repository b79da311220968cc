import { BffError } from '../errors.ts';
import type { Checkout, Order } from './checkout.ts';

/**
 * What a handle and the sessions opened by it may do.
 * `all`: the tab that began the checkout.
 * `link`: a handle that came by a URL, or from the merchant's server: all but bring the first order.
 * `code`: a return code was exchanged for it: read, make the first choice of an offer, ask for the
 * Payment Portal invitation, and charge.
 */
export const allRights = ['all', 'link', 'code'] as const;
export type Rights = (typeof allRights)[number];

/** A stranger's checkout must not get the order of whoever was sent its link. */
export function mayBringOrder(rights: Rights, checkout: Checkout, { id }: Pick<Order, 'id'>) {
  return rights === 'all' || checkout.order?.id === id;
}

/** Whether what is typed, or which amount, may become this checkout's. @throws BffError `wrong_step` */
export function assertMayApply(rights: Rights): void {
  if (rights === 'code') throw new BffError('wrong_step');
}

/** A choice that was made stands for a return code. @throws BffError `wrong_step` */
export function assertMayChoose(rights: Rights, checkout: Checkout): void {
  if (rights === 'code' && isChosen(checkout)) throw new BffError('wrong_step');
}

/** @throws BffError `wrong_step` */
export function assertMayChooseAgain(rights: Rights): void {
  if (rights === 'code') throw new BffError('wrong_step');
}

/** Whether an offer was chosen, here or in another checkout of the same application. */
export function isChosen({ selection, loan }: Checkout): boolean {
  return selection !== null || loan?.status === 'Approved: Offer Selected' || loan?.account != null;
}
