import {
  firstVersion,
  laterVersion,
  SAMPLE_MARK,
  type TextEntry,
  unchanged,
} from './text-entry.ts';

export const consentsEn: readonly TextEntry[] = [
  // FCRA 604(a)(2), 15 U.S.C. 1681b(a)(2): written instructions of the consumer.
  firstVersion(
    'soft_pull_authorization',
    SAMPLE_MARK,
    'I authorize Sample Lending Bank (sandbox) (“the lender”), and Soft Pull Checkout acting for it, to procure my consumer report and credit score from one or more consumer reporting agencies, and to verify my identity with them.',
    'By clicking the button immediately below this notice, I give this authorization as my written instructions under the Fair Credit Reporting Act, 15 U.S.C. 1681b(a)(2).',
    'My credit profile is accessed solely to prequalify me for the financing I asked for: to find out whether I can be offered a loan, and on what terms. The lender may use this report again for this application for up to 30 days, for example when I change the amount.',
    'This is a soft inquiry. It does not affect my credit score.',
  ),
  // E-SIGN Act 101(c), 15 U.S.C. 7001(c).
  firstVersion(
    'esign_consent',
    ...esignConsent(
      'Keeping your address current. Tell the lender when your e-mail address or telephone number changes, in the Payment Portal or in the same ways.',
    ),
  ),
  laterVersion(
    'esign_consent',
    '2026-11-21',
    ...esignConsent(
      'Keeping your address current. Tell the lender in the same ways when your e-mail address or telephone number changes.',
    ),
  ),
  laterVersion(
    'esign_consent',
    '2026-12-01',
    SAMPLE_MARK,
    'Consent to electronic records and signatures',
    'What this covers. You agree that Sample Lending Bank (sandbox) may give you records in electronic form instead of on paper. The records are every notice, disclosure, agreement and statement about this application and, if you take a loan, about that loan. Your consent covers this transaction only.',
    'Paper copies. You can get any of these records on paper. Write to Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, or call 1-800-555-0142. Paper copies are free of charge.',
    'Withdrawing your consent. You can withdraw this consent at any time, free of charge. Write or call us in the same way. If you withdraw it before you accept a loan, this online application ends, because you can only complete it electronically. If you withdraw it later, your loan does not change, and we will send you all further records on paper.',
    'Keeping your address current. If your email address or phone number changes, write or call us in the same way.',
    'What you need. You need a device with an up-to-date web browser and internet access, an email account, and a way to save or print web pages or PDF files. If this changes so that you might no longer be able to open your records, we will tell you and ask you again.',
    'By checking the box, you give this consent. You also confirm that you have opened and read this text on the device you are using now, and that you can save or print it. This shows that you can open the records in the form in which we will give them to you.',
  ),
  // GLBA, 12 CFR 1016, appendix: model privacy form.
  firstVersion(
    'privacy_notice',
    ...privacyNotice(
      '01/2026',
      'The merchant learns whether you were offered financing and, if you accept it, the loan’s amount and status.',
    ),
  ),
  laterVersion(
    'privacy_notice',
    '2027-01-01',
    ...privacyNotice(
      '01/2027',
      'The merchant learns your name and contact details, whether you were offered financing, for how much and on what terms, and, if you accept it, the loan’s amount, charges and status. So does the company that runs the merchant’s checkout, which may also pass your application on to us.',
    ),
  ),
  // TCPA, 47 CFR 64.1200(a): prior express consent to informational messages.
  ...unchanged(
    'sms_consent',
    ['2026-01-01', '2026-12-01'],
    SAMPLE_MARK,
    'I agree that Sample Lending Bank (sandbox) and its service providers may send text messages, which may be automated, about this application and loan – such as links, requests to approve a charge, and status updates – to the telephone number I gave. No marketing. Message frequency varies. Message and data rates may apply. Reply STOP to end messages or HELP for help. This is not a condition of getting credit or of buying anything.',
  ),
];

/** `keepingCurrent`: how a new address is told. */
function esignConsent(keepingCurrent: string): string[] {
  return [
    SAMPLE_MARK,
    'Consent to electronic records and signatures',
    'What this covers. You agree that Sample Lending Bank (sandbox) may give you in electronic form, instead of on paper, every notice, disclosure, agreement and statement about this application and, if you take a loan, about that loan. It covers this transaction only.',
    'Paper copies. You may have any of these records on paper. Write to Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, or call 1-800-555-0142. Paper copies are free of charge.',
    'Withdrawing your consent. You may withdraw this consent at any time, free of charge, in the same ways. If you withdraw it before you accept a loan, this online application ends, because it can only be completed electronically. If you withdraw it later, your loan goes on unchanged and you will get further records on paper.',
    keepingCurrent,
    'What you need. A device with an up-to-date web browser and internet access, an e-mail account, and a way to save or print pages or PDF files. If these needs change so that you might no longer be able to open your records, you will be told and asked again.',
    'By ticking the box you consent, and you confirm that you have opened and read this text on the device you are using now and can save or print it, which shows that you can open the records in the form in which they will be given.',
  ];
}

/** `merchantLearns`: what the merchant's side is told. */
function privacyNotice(revision: string, merchantLearns: string): string[] {
  return [
    SAMPLE_MARK,
    `FACTS: What does Sample Lending Bank (sandbox) do with your personal information? (Rev. ${revision})`,
    'Why? Financial companies choose how they share your personal information. Federal law gives consumers the right to limit some but not all sharing. Federal law also requires us to tell you how we collect, share, and protect your personal information. Please read this notice carefully to understand what we do.',
    'What? The types of personal information we collect and share depend on the product or service you have with us. This information can include your Social Security number and income, account balances and payment history, and credit history and credit scores.',
    'How? All financial companies need to share customers’ personal information to run their everyday business. Reasons we can share your personal information: for our everyday business purposes – such as to process your transactions, maintain your account(s), respond to court orders and legal investigations, or report to credit bureaus: yes, and you cannot limit this sharing. For our marketing purposes, for joint marketing with other financial companies, for our affiliates’ everyday business purposes and for nonaffiliates to market to you: we do not share.',
    'How do we protect your personal information? To protect your personal information from unauthorized access and use, we use security measures that comply with federal law. These measures include computer safeguards and secured files and buildings.',
    `${merchantLearns} The merchant never learns your Social Security number, date of birth, income, credit score or the reasons of a decision.`,
    'Questions? Call 1-800-555-0142 or write to Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215.',
  ];
}
