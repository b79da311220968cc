import type { ReportView } from '../../../server/bff/merchant-api/report.ts';
import { formatCents } from '../../../server/platform/money.ts';
import { type ChargeRow, type Evidence, timelineOf } from './evidence.ts';

/** A report in which a number of refunds is left out: money that goes back without one counts as one. */
type Counted = Omit<ReportView['total'], 'opened' | 'refunded'> & { readonly refunded: string };

/** I2: a shop's report of the last days sums up its checkouts, its charges and what of them went back. */
export async function checkWhatWasCounted(evidence: Evidence): Promise<void> {
  for (const shop of evidence.parts.shops) {
    const report = await shop.read<ReportView>('/report');
    if (report === undefined) {
      evidence.wrong('end', `${shop.name} cannot read its report`);
      continue;
    }
    const { opened: _opened, refunded, ...total } = report.total;
    const [said, wanted] = [
      { ...total, refunded: refunded.amount },
      countedFor(evidence, shop.publishableKey),
    ].map((counted) => JSON.stringify(counted));
    if (said !== wanted) evidence.wrong('I2', `${shop.name} reads ${said}, not ${wanted}`);
  }
}

/** By the timelines, of which the shop was told. */
function countedFor({ checkouts, charges, refunds }: Evidence, publishableKey: string): Counted {
  const timelines = checkouts.filter(({ merchant }) => merchant === publishableKey).map(timelineOf);
  const came = (...to: readonly string[]) => {
    const types = new Set(to.map((stage) => `checkout.${stage}`));
    return timelines.filter((timeline) => timeline.some(({ type }) => types.has(type))).length;
  };
  const approved = new Set(
    timelines.flat().flatMap(({ type, chargeId }) => (approvals.has(type) ? (chargeId ?? []) : [])),
  );
  const own = charges.filter(({ merchant }) => merchant === publishableKey);
  const backOf = ({ id, state, cents }: ChargeRow) => {
    const isGone = state === 'refunded' || state === 'reversed';
    if (isGone && approved.has(id)) return cents;
    const settled = refunds.filter((each) => each.charge_id === id && each.state === 'settled');
    return sumOf(settled.map((each) => each.cents));
  };
  return {
    applied: came('applied', 'offers', 'chosen', 'accepted'),
    offers: came('offers', 'chosen', 'accepted'),
    none: came('no_offers'),
    chosen: came('chosen', 'accepted'),
    accepted: came('accepted'),
    charged: countOf(own.filter(({ id }) => approved.has(id))),
    settled: countOf(own.filter(({ settled_at: at }) => at !== null)),
    refunded: formatCents(sumOf(own.map(backOf))),
  };
}

const approvals: ReadonlySet<string> = new Set([
  'charge.approved',
  'charge.held',
  'charge.settled',
]);

function countOf(charges: readonly ChargeRow[]): ReportView['total']['charged'] {
  return { count: charges.length, amount: formatCents(sumOf(charges.map(({ cents }) => cents))) };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0);
}
