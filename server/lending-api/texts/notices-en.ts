import { firstVersion, SAMPLE_MARK, type TextEntry, unchanged } from './text-entry.ts';

export const noticesEn: readonly TextEntry[] = [
  // USA PATRIOT Act section 326, 31 CFR 1020.220(a)(5)(iii).
  firstVersion(
    'cip_notice',
    'IMPORTANT INFORMATION ABOUT PROCEDURES FOR OPENING A NEW ACCOUNT',
    'To help the government fight the funding of terrorism and money laundering activities, Federal law requires all financial institutions to obtain, verify, and record information that identifies each person who opens an account.',
    'What this means for you: When you open an account, we will ask for your name, address, date of birth, and other information that will allow us to identify you. We may also ask to see your driver’s license or other identifying documents.',
  ),
  // Regulation B, 12 CFR 1002.5(d)(2).
  firstVersion(
    'alimony_notice',
    'Alimony, child support, or separate maintenance income need not be revealed if you do not wish to have it considered as a basis for repaying this obligation.',
  ),
  firstVersion(
    'ssn_purpose',
    'Why we ask: the lender uses your Social Security number to verify who you are and to request your credit report. It is encrypted, and the merchant never sees it.',
  ),
  firstVersion(
    'soft_inquiry_line',
    'Checking your offers is a soft inquiry and does not affect your credit score.',
  ),
  firstVersion(
    'credit_approval_line',
    'Loans are made by Sample Lending Bank (sandbox), NMLS ID 000000. Subject to credit approval. SAMPLE – NOT FOR PRODUCTION USE.',
  ),
  ...unchanged(
    'offer_not_final_line',
    ['2026-01-01', '2027-01-01'],
    'An offer is not final until you accept the lender’s terms. Nothing is charged when you choose one.',
  ),
  ...unchanged(
    'hard_inquiry_line',
    ['2026-01-01', '2026-12-01'],
    'If you accept this offer, the lender will make a hard inquiry, which may affect your credit score.',
  ),
  // Military Lending Act, 32 CFR 232.6(c)(3).
  firstVersion(
    'mla_statement',
    'Federal law provides important protections to members of the Armed Forces and their dependents relating to extensions of consumer credit. In general, the cost of consumer credit to a member of the Armed Forces and his or her dependent may not exceed an annual percentage rate of 36 percent. This rate must include, as applicable to the credit transaction or account: The costs associated with credit insurance premiums; fees for ancillary products sold in connection with the credit transaction; any application fee charged (other than certain application fees for specified credit transactions or accounts); and any participation fee charged (other than certain participation fees for a credit card account).',
    'To hear this statement and a description of your payment obligation, call toll-free 1-800-555-0142.',
  ),
  // Ohio Revised Code 4112.021.
  firstVersion(
    'state_notice_oh',
    'Ohio residents: The Ohio laws against discrimination require that all creditors make credit equally available to all creditworthy customers, and that credit reporting agencies maintain separate credit histories on each individual upon request. The Ohio civil rights commission administers compliance with this law.',
  ),
  // Wisconsin Statutes 766.56(2).
  firstVersion(
    'state_notice_wi',
    'Wisconsin residents: No provision of a marital property agreement, a unilateral statement under section 766.59 of the Wisconsin Statutes, or a court decree under section 766.70 adversely affects the interest of the creditor unless the creditor, prior to the time the credit is granted, is furnished a copy of the agreement, statement or decree or has actual knowledge of the adverse provision when the obligation to the creditor is incurred.',
  ),
  // California Civil Code 1812.30.
  ...unchanged(
    'state_notice_ca',
    ['2026-01-01', '2027-01-01'],
    'California residents: An applicant, if married, may apply for a separate account.',
  ),
  // New York General Business Law 380-b.
  firstVersion(
    'state_notice_ny',
    'New York residents: A consumer credit report may be requested in connection with this application. Upon your request, you will be informed whether or not a consumer credit report was requested and, if it was, of the name and address of the consumer reporting agency that furnished the report. If credit is granted, further consumer credit reports may be requested or used in connection with an update, renewal or extension of the credit.',
  ),
  // Wisconsin Statutes 766.56(3)(b).
  firstVersion(
    'wi_spouse_notice',
    SAMPLE_MARK,
    '{date}',
    'To the spouse of {applicant_name}:',
    'Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, has extended credit of up to {credit_limit} to your spouse under loan number {loan_number}. This notice is given under section 766.56(3)(b) of the Wisconsin Statutes.',
  ),
];
