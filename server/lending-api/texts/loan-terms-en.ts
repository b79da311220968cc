import {
  firstVersion,
  laterVersion,
  SAMPLE_MARK,
  type TextEntry,
  unchanged,
} from './text-entry.ts';

const approvalForYou =
  'Each advance needs your approval of the merchant’s charge request, unless the merchant approves the request for you. The merchant can do so only if we allow it and you have authorized it.';

export const loanTermsEn: readonly TextEntry[] = [
  firstVersion(
    'loan_agreement',
    ...loanAgreement({
      approval: 'Each advance needs your approval of the merchant’s charge request.',
    }),
  ),
  laterVersion('loan_agreement', '2026-12-01', ...loanAgreement({ approval: approvalForYou })),
  laterVersion(
    'loan_agreement',
    '2027-01-01',
    ...loanAgreement({
      approval: approvalForYou,
      earlyEnd:
        ' They can end earlier if this loan is canceled, or when the merchant has made a charge that it calls final. We may put the loan on hold: then no advances can be made until the hold ends, and we will tell you.',
      promotion:
        ' If your loan has a promotion, the part “Your promotion” is also part of this agreement: we waive interest if you do what that part says.',
      cancelling:
        'Before the first advance you may cancel this loan at no cost: ask the merchant, or call us at 1-800-555-0142. As long as nothing is charged to the loan, the merchant may also cancel it. If it does, we will tell you.',
    }),
  ),
  // FTC Holder Rule, 16 CFR 433.2(b): purchase money loans.
  firstVersion(
    'holder_notice',
    'NOTICE: ANY HOLDER OF THIS CONSUMER CREDIT CONTRACT IS SUBJECT TO ALL CLAIMS AND DEFENSES WHICH THE DEBTOR COULD ASSERT AGAINST THE SELLER OF GOODS OR SERVICES OBTAINED WITH THE PROCEEDS HEREOF. RECOVERY HEREUNDER BY THE DEBTOR SHALL NOT EXCEED AMOUNTS PAID BY THE DEBTOR HEREUNDER.',
  ),
  firstVersion(
    'loan_terms_signature',
    'I have read the Truth in Lending disclosures, the loan agreement and the notices on this page, and I can save or print them. I agree to the loan agreement. My typed name is my signature.',
  ),
  ...unchanged(
    'hard_pull_consent',
    ['2026-01-01', '2026-12-01'],
    'I authorize Sample Lending Bank (sandbox) to procure my consumer report again as a hard inquiry when I accept this loan. A hard inquiry may affect my credit score.',
  ),
  ...unchanged(
    'no_hard_inquiry_line',
    ['2026-01-01', '2026-12-01', '2027-01-01'],
    'Accepting this loan does not cause a hard inquiry. The loan itself may be reported to consumer reporting agencies.',
  ),
  // Regulation E, 12 CFR 1005.10(e)(1).
  firstVersion(
    'autopay_line',
    'Autopay is optional. It is not a condition of getting or keeping this loan, and you may turn it off at any time.',
  ),
  firstVersion(
    'portal_terms',
    'The Payment Portal is where you see your balance, make payments and approve charges. Setting it up costs nothing.',
  ),
  laterVersion(
    'portal_terms',
    '2026-11-20',
    'In the Payment Portal you see the amount of your loan, what has been charged to it, what you can still spend and the charges that were asked for. It says how to make a payment. You approve or reject each charge on a page of its own: we send you the link. Setting the portal up costs nothing.',
  ),
  laterVersion(
    'portal_terms',
    '2026-12-01',
    'In the Payment Portal you can see your loan amount, your charges and what you can still spend. It also tells you how to make a payment. To approve or reject a charge, use the link that we send you. Setting up the portal is free of charge.',
  ),
  firstVersion(
    'charge_approval',
    'If you approve, {amount} of your loan is paid to {merchant_name} and you will owe that amount with interest as in your loan agreement. If you reject, nothing is charged. Do not approve on a device that is not yours. Questions about this charge, or a dispute: call 1-800-555-0142.',
  ),
  laterVersion(
    'charge_approval',
    '2026-12-01',
    'If you approve, we pay {amount} of your loan to {merchant_name}. You will owe that amount, with interest as in your loan agreement. If you reject, nothing is charged. Do not approve on a device that is not yours. If you have a question about this charge or want to dispute it, call 1-800-555-0142.',
  ),
  ...unchanged(
    'merchant_terms',
    ['2026-01-01', '2027-01-01'],
    SAMPLE_MARK,
    'Merchant terms and conditions. You confirm that the information about your business is correct and that you may act for it. You will present financing truthfully, never discourage anyone from applying, never enter a consumer’s data without the consumer, and request a charge only for goods and services that the consumer has ordered. Fees are those of the products you select. Sample Lending Bank (sandbox) makes every credit decision.',
  ),
];

interface AgreementWords {
  /** Whose approval a charge needs. */
  approval: string;
  /** What can end or stop advances. */
  earlyEnd?: string;
  /** What makes a promotion part of the agreement. */
  promotion?: string;
  /** Who may cancel the loan, and how. */
  cancelling?: string;
}

function loanAgreement({
  approval,
  earlyEnd = '',
  promotion = '',
  cancelling = 'Before the first advance you may cancel this loan at no cost.',
}: AgreementWords): string[] {
  return [
    SAMPLE_MARK,
    'Home improvement loan agreement',
    '1. Parties. This is an agreement between you, {applicant_name}, and Sample Lending Bank (sandbox), NMLS ID 000000, 100 Sample Plaza, Columbus, OH 43215 (“we”). Your loan number is {loan_number}.',
    '2. The loan. We agree to lend you up to {credit_limit} in one or more advances, to pay {merchant_name} for goods and services you buy. It is an unsecured, closed-end loan: an amount you have repaid is not lent again.',
    `3. Purchase window. Advances can be made until {purchase_window_end_date}.${earlyEnd} ${approval}`,
    `4. Repayment. You will repay what was advanced, with interest at {interest_rate} percent a year on the unpaid principal, in {term_months} monthly payments. The payment schedule is in your Truth in Lending disclosures, which are part of this agreement. If less than the full amount is advanced, you will owe less.${promotion}`,
    '5. Prepayment. You may pay all or part of what you owe at any time without a penalty.',
    '6. Late charge. If a payment is not received within 15 days after it is due, you will owe a late charge of {late_fee_amount}.',
    '7. Default. You are in default if you do not make a payment when it is due or break another promise in this agreement. After any notice and right to cure that the law gives you, we may require the whole unpaid balance at once.',
    '8. Disputes with the merchant. Write to us at the address above or call 1-800-555-0142. The notice about claims and defenses below is part of this agreement.',
    '9. Covered borrowers. If you are a covered borrower under the Military Lending Act, no part of this agreement applies to you that the Act does not allow. This agreement has no arbitration clause.',
    `10. Cancelling. ${cancelling}`,
    '11. Law. This agreement is governed by federal law and, where federal law does not decide, by the law of Ohio.',
  ];
}
