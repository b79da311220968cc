import { sampleOffer } from '../../../demo/screens/screen-states.ts';
import type { Offer } from '../../../server/lending-api/offers.ts';
import type { SoftPullResponse } from '../../../server/lending-api/soft-pull.ts';

const expiry = '2099-01-01T00:00:00Z';

/** What a lender answers to a soft pull, with five offers; ids that no other answer has. */
export function aSoftPullAnswer(ids: {
  externalApplicationId: string;
  loanId: string;
  serial: number;
}): SoftPullResponse {
  const { externalApplicationId, loanId, serial } = ids;
  return {
    decision: 'offers',
    offers: [0, 1, 2, 3, 4].map((index) => anOffer(serial, index)),
    external_application_id: externalApplicationId,
    loan_id: loanId,
    consumer_application_human_readable_id: withCheckDigit(100_000_000 + serial),
    application_status: 'Approved: Offers Available',
    requested_amount: '8400.00',
    maximum_approved_amount: '50000.00',
    offers_expire_at: expiry,
    no_offers_message: null,
    decided_at: '2026-03-01T12:00:00Z',
    lender: {
      name: 'Sample Lending Bank (sandbox)',
      nmls_id: '000000',
      phone: '+15555550100',
      address: '1 Sample Street, Boulder, CO 80301',
    },
    adverse_action_notice: 'none',
    documents: [],
  };
}

function anOffer(serial: number, index: number): Offer {
  return {
    ...sampleOffer,
    offer_uuid: uuid(serial * 10 + index),
    product_id: uuid(900_000_000 + index),
    product_name: `Sample product ${index}`,
    expires_at: expiry,
  };
}

function uuid(serial: number): string {
  return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
}

/** Nine digits and the Luhn digit that makes ten. */
function withCheckDigit(nine: number): string {
  const digits = [...String(nine)].map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}
