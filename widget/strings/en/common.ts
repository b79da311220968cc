import type { CommonStrings, Message } from '../strings.ts';

const sessionEnded: Message = {
  title: 'This session has ended',
  text: 'You can start again.',
};

const notSetUp: Message = {
  title: 'Financing is not available on this page',
  text: 'The shop has not finished setting up financing.',
};

const internal: Message = {
  title: 'Something went wrong',
  text: 'That was our fault, not yours. Please try again. It is safe: nothing is done twice.',
};

export const common: CommonStrings = {
  label: 'Financing application',
  loading: 'Loading the financing application',
  busy: 'One moment, please',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  reference: (correlationId) => `If you ask for help, give this reference: ${correlationId}`,
  amountChanged: (amount) => `The amount to finance is now ${amount}`,
  codeUsed: {
    chosen:
      'An offer was chosen, but its terms are not accepted yet. Continue in the browser tab where you applied, or start again.',
    ended: 'The application has ended. You can start again.',
    accepted: 'The terms were accepted. Continue in the browser tab where you applied.',
    charged:
      'The terms were accepted, and the shop asked for a payment. Continue in the browser tab where you applied.',
  },
  nmls: (id) => `NMLS ID ${id}`,
  problems: {
    network: {
      title: 'We could not connect',
      text: 'Check your internet connection and try again. It is safe: nothing is done twice.',
    },
    internal,
    lender_unavailable: {
      title: 'The lender could not be reached',
      text: 'Nothing was decided and nothing was charged. You can safely try again.',
    },
    token_expired: {
      title: 'Please try that again',
      text: 'Your session had ended, so we opened a new one. What you typed is still here.',
    },
    unauthorized: sessionEnded,
    not_found: sessionEnded,
    invalid_applicant: {
      title: 'Check your answers',
      text: 'Some could not be accepted. Please correct them, then try again.',
    },
    invalid_request: {
      title: 'There is a problem with the shop’s page',
      text: 'Please reload the page or go back to the shop’s cart, then try again.',
    },
    amount_out_of_range: {
      title: 'This amount cannot be financed',
      text: 'Please go back to the shop’s cart to change the amount.',
    },
    amount_not_taken: {
      title: 'The lender did not accept this amount',
      text: 'You can take the offer for its whole amount.',
    },
    order_invalid: {
      title: 'The order could not be confirmed',
      text: 'Please reload the page or go back to the shop’s cart, then try again.',
    },
    order_required: {
      title: 'The shop still has to confirm the order',
      text: 'Please go back to the shop’s cart and continue from there.',
    },
    order_in_use: {
      title: 'This order has an application',
      text: 'Continue where you applied, or start again.',
    },
    order_accepted: {
      title: 'This order has a loan',
      text: 'Ask the shop or the lender how to continue, or start again.',
    },
    wrong_step: {
      title: 'Your application is already past this step',
      text: 'This page shows where it is now.',
    },
    already_decided: {
      title: 'The lender has already decided',
      text: 'This page shows where your application is now.',
    },
    offer_unavailable: {
      title: 'This offer is no longer available',
      text: 'Please choose another offer.',
    },
    portal_required: {
      title: 'You need a Payment Portal account first',
      text: 'Set it up with the lender, then try again.',
    },
    charge_blocked: {
      title: 'This payment cannot be requested right now',
      text: 'This order may already be paid for. Ask the shop or the lender, or try again later.',
    },
    rate_limited: {
      title: 'Too many requests right now',
      text: 'Please wait a minute and try again, or try again tomorrow.',
    },
    lender_refused: {
      title: 'The lender could not do this',
      text: 'Please try again later, or ask the lender.',
    },
    offer_code_refused: {
      title: 'The shop’s offer code is not valid',
      text: 'You can continue without it.',
    },
    consumer_unreachable: {
      title: 'The lender cannot reach you',
      text: 'It could not text you and has no email address for you. Call the lender to add one, then try again.',
    },
    fees_unknown: {
      title: 'The shop cannot take payments yet',
      text: 'Your loan has not changed.',
    },
    idempotency_conflict: internal,
    code_used: {
      title: 'This link was used before',
      text: 'Continue in the browser tab where you applied.',
    },
    origin_not_allowed: notSetUp,
    unknown_merchant: notSetUp,
    misconfigured: notSetUp,
    unsupported_media_type: internal,
    payload_too_large: internal,
    method_not_allowed: internal,
  },
};
