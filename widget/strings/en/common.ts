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
  text: 'That was our fault, not yours. Please try again; nothing happens twice.',
};

export const common: CommonStrings = {
  label: 'Financing application',
  loading: 'Loading the financing application',
  busy: 'One moment, please',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  checkAgain: 'Check again',
  answers: {
    refresh: 'Nothing new has reached us yet.',
    invite_to_portal: 'The invitation was e-mailed to you. It may take a few minutes to arrive.',
  },
  reference: (correlationId) => `If you ask for help, give this reference: ${correlationId}`,
  amountChanged: (amount) => `The amount to finance is now ${amount}`,
  codeUsed: {
    chosen:
      'An offer was chosen; its terms are not accepted yet. Continue where you applied, or start again.',
    ended: 'The application has ended. You can start again.',
    accepted: 'The terms were accepted. Continue where you applied.',
    charged: 'The terms were accepted, and a charge was requested. Continue where you applied.',
  },
  nmls: (id) => `NMLS ID ${id}`,
  problems: {
    network: {
      title: 'We could not connect',
      text: 'Check your internet connection and try again. Repeating is safe: nothing happens twice.',
    },
    internal,
    lender_unavailable: {
      title: 'The lender could not be reached',
      text: 'Nothing was decided and nothing was charged. You can safely try again.',
    },
    token_expired: {
      title: 'Please send it once more',
      text: 'We opened a new session. Everything you typed is still here.',
    },
    unauthorized: sessionEnded,
    not_found: sessionEnded,
    invalid_applicant: {
      title: 'Check your answers',
      text: 'Correct the marked answers, then try again.',
    },
    invalid_request: {
      title: 'The shop’s page needs a correction',
      text: 'Please reload the page or go back to the shop’s cart, then try again.',
    },
    amount_out_of_range: {
      title: 'This amount cannot be financed',
      text: 'Please go back to the shop’s cart to change the amount.',
    },
    amount_not_taken: {
      title: 'The lender did not take this amount',
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
    wrong_step: {
      title: 'This has moved on',
      text: 'You see where your application stands now.',
    },
    already_decided: {
      title: 'This has already been decided',
      text: 'You see where your application stands now.',
    },
    offer_unavailable: {
      title: 'This offer is no longer available',
      text: 'Please choose another offer.',
    },
    portal_required: {
      title: 'Your Payment Portal account comes first',
      text: 'Set it up with the lender, then try again.',
    },
    charge_blocked: {
      title: 'The charge cannot be requested right now',
      text: 'This order may already be paid for. Ask the shop or the lender, or try again later.',
    },
    rate_limited: {
      title: 'Too many requests right now',
      text: 'Please wait a minute and try again, or try again tomorrow.',
    },
    lender_refused: {
      title: 'The lender could not accept this',
      text: 'Please ask the lender, or try again later.',
    },
    consumer_unreachable: {
      title: 'The lender cannot reach you',
      text: 'It could not text you. Add your e-mail address with the lender, or call it, then try again.',
    },
    fees_unknown: {
      title: 'The shop cannot take a charge yet',
      text: 'Your loan stays as it is.',
    },
    split_unbalanced: internal,
    code_used: {
      title: 'This link was used before',
      text: 'Continue where you applied.',
    },
    origin_not_allowed: notSetUp,
    unknown_merchant: notSetUp,
    misconfigured: notSetUp,
    unsupported_media_type: internal,
    payload_too_large: internal,
    method_not_allowed: internal,
  },
};
