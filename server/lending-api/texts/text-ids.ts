/** Texts that the checkout's form shows; of the states' notices that of the applicant's state. */
export const formTextIds = [
  'soft_pull_authorization',
  'esign_consent',
  'privacy_notice',
  'sms_consent',
  'cip_notice',
  'alimony_notice',
  'ssn_purpose',
  'soft_inquiry_line',
  'state_notice_oh',
  'state_notice_wi',
  'state_notice_ca',
  'state_notice_ny',
] as const;

/** Texts that the checkout shows beside offers, the last two beside those that they are about. */
export const offerTextIds = [
  'offer_not_final_line',
  'credit_approval_line',
  'hard_inquiry_line',
  'mla_statement',
] as const;

export const checkoutTextIds = [...formTextIds, ...offerTextIds] as const;

/** Texts of the lender's own pages, documents and notices. Some have `{placeholders}`. */
export const lenderTextIds = [
  'tila_apr',
  'tila_finance_charge',
  'tila_amount_financed',
  'tila_total_of_payments',
  'tila_payment_schedule',
  'tila_late_charge',
  'tila_prepayment',
  'tila_contract_reference',
  'tila_estimate',
  'tila_itemization',
  'deferred_interest_in_time',
  'deferred_interest_not_in_time',
  'loan_agreement',
  'holder_notice',
  'loan_terms_signature',
  'hard_pull_consent',
  'no_hard_inquiry_line',
  'autopay_line',
  'portal_terms',
  'charge_approval',
  'merchant_terms',
  'wi_spouse_notice',
  'credit_score_disclosure_h4',
  'credit_score_disclosure_h5',
  'adverse_action_notice',
  'counter_offer_notice',
  'report_used_with_score',
  'report_used_without_score',
  'report_used_score_not_used',
  'report_not_used',
  'ecoa_notice',
  'account_cancelled',
  'account_on_hold',
  'credit_line_increased',
  'charge_receipt',
  'charge_receipt_on_behalf',
  'charge_receipt_final',
  'charge_receipt_on_behalf_final',
] as const;

/** Texts that stand beside a figure in a merchant's advertising. They have `{placeholders}`. */
export const messageTextIds = ['as_low_as_terms', 'as_low_as_terms_one_payment_amount'] as const;

export type TextId = (
  | typeof checkoutTextIds
  | typeof lenderTextIds
  | typeof messageTextIds
)[number];
