import { setTimeout as sleep } from 'node:timers/promises';
import type { ChargesPage, ChargeView } from '../../../server/bff/merchant-api/charges.ts';
import { hourMs, secondMs } from '../../../server/platform/durations.ts';
import { parseCents } from '../../../server/platform/money.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts, Resolution } from './facts.ts';
import type { History } from './history.ts';
import { type BookedCharge, isEnded, type LenderBooks } from './lender-books.ts';
import type { Shop } from './shop.ts';

export interface UnresolvedCharge {
  shop: Shop;
  books: () => LenderBooks;
  random: Random;
  facts: Facts;
  history: History;
  checkoutId: string;
  chargeId: string;
}

/** Asks the lender what has become of a charge, and says so; at times what it has not become, first. */
export async function resolveCharge(unresolved: UnresolvedCharge): Promise<void> {
  const { shop, books, random, checkoutId, chargeId } = unresolved;
  await sleep(random.pick([secondMs, hourMs, 12 * hourMs]));
  const page = await shop.read<ChargesPage>(`/checkouts/${checkoutId}/charges`);
  const charge = page?.charges.find((each) => each.charge_id === chargeId);
  if (charge?.status !== 'unresolved') return;
  const known = new Set(page?.charges.map((each) => each.payment_request_uuid?.toLowerCase()));
  const { charges } = books();
  const there = charges.find(
    (each) => isAlike(each, charge) && !known.has(each.uuid) && !isEnded(each),
  );
  const others = charges.filter((each) => each.uuid !== there?.uuid);
  if (others.length > 0 && random.chance(0.6)) {
    await say(unresolved, random.pick(others).uuid, { tries: 1 });
  }
  if (there !== undefined && random.chance(0.6)) await say(unresolved, undefined, { tries: 1 });
  await say(unresolved, there?.uuid, { tries: 3 });
}

function isAlike({ kind, cents }: BookedCharge, charge: ChargeView): boolean {
  return kind === charge.transaction_description && cents === parseCents(charge.amount);
}

/** @param uuid undefined: the lender has none */
async function say(
  { shop, books, facts, history, checkoutId, chargeId }: UnresolvedCharge,
  uuid: Resolution['uuid'],
  { tries }: { tries: number },
): Promise<void> {
  const { charges } = books();
  const body =
    uuid === undefined ? { as: 'not_charged' } : { as: 'charged', payment_request_uuid: uuid };
  history.tell(shop.name, `says that ${chargeId} is ${uuid ?? 'not made'}`);
  const path = `/checkouts/${checkoutId}/charges/${chargeId}/resolve`;
  facts.resolutionsTried += 1;
  const answer = await shop.insist(path, body, { tries });
  if (answer?.status === 200) facts.resolutions.push({ chargeId, uuid, charges });
}
