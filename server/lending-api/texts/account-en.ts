import { firstVersion, laterVersion, SAMPLE_MARK, type TextEntry } from './text-entry.ts';

const questions =
  'If you did not expect this, or have a question, call {lender_name} at {lender_phone}.';

const cancelledForMerchant =
  'Your loan {loan_number} was canceled on {date} because {merchant_name} asked for it. There are no charges on it, you owe nothing on it, and nothing more can be charged to it. We also canceled any charge requests that waited for your approval.';

export const accountEn: readonly TextEntry[] = [
  firstVersion(
    'account_cancelled',
    SAMPLE_MARK,
    'Your loan {loan_number} was cancelled on {date} at the request of {merchant_name}. No charge stands on it, you owe nothing on it, and nothing more can be charged to it. Charge requests that waited for your approval were withdrawn.',
    questions,
  ),
  laterVersion('account_cancelled', '2026-12-01', SAMPLE_MARK, cancelledForMerchant, questions),
  // Adverse action without the consumer's wish: Regulation B, 12 CFR 1002.2(c)(1)(ii) and 1002.9(a)(2).
  laterVersion(
    'account_cancelled',
    '2027-01-01',
    SAMPLE_MARK,
    cancelledForMerchant,
    'If you did not expect this, or have a question, call {lender_name} at {lender_phone}, or write to {lender_address}.',
    '{ecoa_notice}',
  ),
  // Adverse action, too; the reasons are given to who asks: Regulation B, 12 CFR 1002.9(a)(2)(ii).
  firstVersion(
    'account_on_hold',
    SAMPLE_MARK,
    'On {date} we put your loan {loan_number} for purchases from {merchant_name} on hold. Until we end the hold, nothing can be charged to it. We also canceled any charge requests that waited for your approval. The hold does not change what you already owe.',
    'You have the right to know our specific reasons. If you ask us within 60 days, we will tell you within 30 days after that. Call {lender_name} at {lender_phone}, or write to {lender_address}.',
    '{ecoa_notice}',
  ),
  // A higher amount financed wants new disclosures: Regulation Z, 12 CFR 1026.17 and .18.
  firstVersion(
    'credit_line_increased',
    SAMPLE_MARK,
    'The limit of your loan {loan_number} was raised from {previous_limit} to {new_limit} on {date}, at the request of {merchant_name}. You need not use more than you want: every charge still needs an approval of its own.',
    'The figures of your loan change with the amount. This revised disclosure takes the place of the one that you received when you accepted the loan. Please keep it.',
    '{documents}',
    questions,
  ),
  laterVersion(
    'credit_line_increased',
    '2026-12-01',
    SAMPLE_MARK,
    'On {date}, the limit of your loan {loan_number} was raised from {previous_limit} to {new_limit} because {merchant_name} asked for it. You do not have to use more than you want. Each charge still needs your approval, unless {merchant_name} approves it for you with your authorization.',
    'When the amount changes, the cost of your loan changes. This new disclosure replaces the one that you got when you accepted the loan. Please keep it.',
    '{documents}',
    questions,
  ),
  firstVersion(
    'charge_receipt',
    SAMPLE_MARK,
    'You approved a charge of {amount} by {merchant_name} to your loan {loan_number} on {date}. Reference: {payment_request_id}. You can still use {available_spend} of your loan.',
    questions,
  ),
  firstVersion(
    'charge_receipt_on_behalf',
    SAMPLE_MARK,
    'A charge of {amount} by {merchant_name} to your loan {loan_number} was approved on {date} on your behalf, by the authorization that you gave the merchant. Reference: {payment_request_id}. You can still use {available_spend} of your loan.',
    questions,
  ),
  laterVersion(
    'charge_receipt_on_behalf',
    '2026-12-01',
    SAMPLE_MARK,
    'On {date}, {merchant_name} charged {amount} to your loan {loan_number}. The charge was approved on your behalf. You gave the merchant this authorization. Reference: {payment_request_id}. You can still use {available_spend} of your loan.',
    questions,
  ),
  laterVersion(
    'charge_receipt_on_behalf',
    '2027-01-01',
    SAMPLE_MARK,
    'On {date}, {merchant_name} charged {amount} to your loan {loan_number}. {merchant_name} approved the charge for you. It may do this only if you authorized it. Reference: {payment_request_id}. You can still use {available_spend} of your loan.',
    questions,
  ),
  // The loan can be charged until then, and longer if the charge fails or is refunded before.
  firstVersion(
    'charge_receipt_final',
    SAMPLE_MARK,
    'You approved a charge of {amount} by {merchant_name} to your loan {loan_number} on {date}. Reference: {payment_request_id}. This is a final charge. After it is paid, no more charges can be made on this loan.',
    questions,
  ),
  firstVersion(
    'charge_receipt_on_behalf_final',
    SAMPLE_MARK,
    'On {date}, {merchant_name} charged {amount} to your loan {loan_number}. {merchant_name} approved the charge for you. It may do this only if you authorized it. Reference: {payment_request_id}. This is a final charge. After it is paid, no more charges can be made on this loan.',
    questions,
  ),
];
