import type { CreateLender } from '../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { bankMissing } from '../helpers/bare-lender/funding.ts';
import { startBareLender } from '../helpers/bare-lender.ts';
import { hourMs } from '../helpers/durations.ts';
import { testStart } from '../helpers/lending.ts';
import { describeLender } from './run-scenarios.ts';
import { lenderMaker, type TestedLender } from './tested-lender.ts';

/** It has neither a rate sheet nor a list of what can be refunded. */
const createBareLender: CreateLender = (options) => {
  const { rateSheet, refundable, ...lender } = createSponsorLendingApi(options);
  return lender;
};

async function start(): Promise<TestedLender> {
  let now = testStart;
  const bare = await startBareLender({ now: () => now, settings: { approvesOnBehalf: true } });
  const { controls, troubles } = bare;
  const maker = lenderMaker(bare.url, createBareLender);
  return {
    connect: maker.connect,
    backstage: {
      acceptTerms: (id) => controls.acceptTerms(id),
      declineTerms: (id) => controls.declineTerms(id),
      suspend: async (id) => controls.set(id, 'suspended'),
      activatePortal: async (id) => controls.activatePortal(id),
      loseReach: async (id) => {
        Object.assign(controls.loan(id), {
          persona: { ...controls.loan(id).persona, isReachable: false },
        });
      },
      approve: (uuid) => controls.approve(uuid),
      reject: (uuid) => controls.reject(uuid),
      move: async (uuid, to) => controls.moveTransaction(uuid, to),
      refund: ({ paymentRequestUuid, cents }) => controls.refund(paymentRequestUuid, cents),
      waitHours: async (hours) => {
        now += hours * hourMs;
      },
    },
    people: {
      approved: {},
      declined: { last_name: 'Declined' },
      in_review: { last_name: 'Review' },
      misspelt: { last_name: 'Misspelt' },
      without_portal: { last_name: 'Portalless' },
    },
    now: () => now,
    loseBank: async () => troubles.next('charge', bankMissing),
    restoreBank: async () => troubles.heal(),
    close: async () => {
      await maker.close();
      await bare.close();
    },
  };
}

describeLender('a lender that is not ours', start, {
  lacks: ['rateSheet', 'refundable'],
});
