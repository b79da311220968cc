import { scheduleFollowing } from '../../../server/bff/operations/follow-settled.ts';
import type { Settings } from '../../helpers/bare-lender/settings.ts';
import { type BareLender, startBareLender } from '../../helpers/bare-lender.ts';
import { bareShop } from '../../helpers/bare-testbed.ts';
import { bffStart, startTestBff, type TestBff } from '../../helpers/bff.ts';
import type { Random } from '../fuzz/random.ts';
import { Distorter, type DistorterOptions } from './distorter.ts';
import { someBadRow } from './own-rows.ts';

/** On which screen the consumer is when the lender begins to answer oddly. */
export type OddFrom = 'details' | 'offers' | 'accepted';

/** A real BFF before a lender whose answers are distorted, on one clock. */
export interface LenderTestbed {
  readonly bff: TestBff;
  readonly lender: BareLender;
  readonly distorter: Distorter;
  readonly oddFrom: OddFrom;
  /** Lets time pass, and does what is due by then. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Nobody stops waiting because the machine is busy. */
const patienceMs = 60_000;

/** @param random of the lender: how it answers, and how its answers are distorted */
export async function startLenderTestbed(random: Random): Promise<LenderTestbed> {
  let now = () => bffStart;
  const settings = someSettings(random);
  const lender = await startBareLender({ now: () => now(), settings });
  const oddFrom = random.pick<OddFrom>([
    ...(['details', 'details', 'details', 'offers', 'offers'] as const),
    ...(['accepted', 'accepted', 'accepted', 'accepted'] as const),
  ]);
  const distorter = new Distorter({
    lender,
    random,
    chances: someChances(random, oddFrom),
    habit: random.chance(0.6) ? someBadRow(random) : undefined,
    talk: {
      listsInLoan: random.chance(0.2),
      ids: random.pick([null, 'as_sent', 'upper_case']),
      idsInAnswers: random.chance(0.5),
    },
  });
  const bff = await startTestBff({
    lenderUrl: await distorter.listen(),
    config: {
      merchants: [bareShop],
      isEmbeddedLender: false,
      linkAllowedOrigins: [lender.pagesUrl],
      timing: { answerMs: patienceMs, waitMs: patienceMs, readMs: patienceMs },
    },
  });
  now = () => bff.now();
  await scheduleFollowing(bff.context);
  // By then its 404 says that there is no such loan.
  const isProven = settings.loanAnswer !== 'not_found' && random.chance(0.5);
  if (isProven) await bff.context.lenderMemory.noteFound();
  return {
    bff,
    lender,
    distorter,
    oddFrom,
    pass: async (milliseconds) => {
      await distorter.deliverLate();
      distorter.told.push(`${milliseconds / 1000} seconds pass`);
      bff.tick(milliseconds);
      await bff.runDue();
      await bff.runner.runDue({ scope: '', kinds: ['follow_settled'] });
    },
    close: async () => {
      await bff.close();
      await distorter.close();
      await lender.close();
    },
  };
}

function someSettings(random: Random): Partial<Settings> {
  return {
    loanAnswer: random.pick(['status', 'status', 'status', 'status', 'nothing', 'not_found']),
    saysEligibility: random.chance(0.4),
    loanListsOffers: random.chance(0.4),
    saysLoanNumber: random.chance(0.7),
    refusesSelectBody: random.pick([null, null, null, 400, 422]),
    nextPage: random.pick(['here', 'elsewhere']),
    maxPageSize: random.pick([1, 2, 100]),
    callbacks: random.pick(['json', 'form', 'none']),
  };
}

function someChances(random: Random, oddFrom: OddFrom): DistorterOptions['chances'] {
  const chance = () => random.pick([0, 0.2, 0.5, 0.8, 1]);
  const lists = chance();
  const ofList = () => (random.chance(0.5) ? lists : chance());
  return {
    soft_pull: chance(),
    select: chance(),
    // Without it nobody comes to a charge.
    loan: oddFrom === 'accepted' ? random.pick([0, 0.1, 0.3, 0.6]) : chance(),
    invite_portal: chance(),
    charge: chance(),
    pending: ofList(),
    transactions: ofList(),
    activity: ofList(),
  };
}
