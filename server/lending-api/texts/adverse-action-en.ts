import { firstVersion, SAMPLE_MARK, type TextEntry, unchanged } from './text-entry.ts';

const rightsInReport =
  'The agency played no part in our decision and is unable to supply specific reasons why we have denied credit to you. You have a right under the Fair Credit Reporting Act to know the information contained in your credit file at the consumer reporting agency. You also have a right to a free copy of your report from the agency, if you request it no later than 60 days after you receive this notice. In addition, if you find that any information contained in the report you receive is inaccurate or incomplete, you have the right to dispute the matter with the agency.';

const usedReport =
  'Our credit decision was based in whole or in part on information obtained in a report from the consumer reporting agency listed below: {bureau_name}, {bureau_address}, toll-free {bureau_phone}.';

// Regulation B, 12 CFR 1002.9 and appendix C; FCRA 615(a), 15 U.S.C. 1681m(a).
export const adverseActionEn: readonly TextEntry[] = [
  ...unchanged(
    'adverse_action_notice',
    ['2026-01-01', '2026-12-01'],
    SAMPLE_MARK,
    'Statement of credit denial, {date}',
    'Applicant: {applicant_name}. Application: {loan_number}. Credit requested: {requested_amount}.',
    'Dear {applicant_name}: Thank you for your application. We regret that we are unable to offer you credit at this time. The principal reason(s) for our decision:',
    '{reasons}',
    '{report_block}',
    '{ecoa_notice}',
    'Creditor: {lender_name}, {lender_address}, {lender_phone}. You may ask for this notice on paper, free of charge.',
  ),
  ...unchanged(
    'counter_offer_notice',
    ['2026-01-01', '2026-12-01'],
    SAMPLE_MARK,
    'Notice of action taken and counteroffer, {date}',
    'Dear {applicant_name}: Thank you for your application {loan_number}. We are unable to offer you credit on the terms that you requested, {requested_amount}, for the following reason(s):',
    '{reasons}',
    'We can, however, offer you credit on the following terms: a loan of up to {approved_amount}, as in the offers shown with your application. If this offer is acceptable to you, please accept it there by {offers_expire_date}.',
    '{report_block}',
    '{ecoa_notice}',
    'Creditor: {lender_name}, {lender_address}, {lender_phone}. You may ask for this notice on paper, free of charge.',
  ),
  firstVersion(
    'report_used_with_score',
    usedReport,
    rightsInReport,
    'We also obtained your credit score from this consumer reporting agency and used it in making our credit decision. Your credit score is a number that reflects the information in your credit report. Your credit score can change, depending on how the information in your credit report changes.',
    'Your credit score: {score}. Date: {score_date}. Scores range from a low of {score_low} to a high of {score_high}. Key factors that adversely affected your credit score:',
    '{key_factors}',
    'If you have any questions regarding your credit score, you should contact {bureau_name}, {bureau_address}, toll-free {bureau_phone}.',
  ),
  firstVersion(
    'report_used_without_score',
    usedReport,
    rightsInReport,
    'No credit score was available or used in making our credit decision.',
  ),
  firstVersion(
    'report_used_score_not_used',
    usedReport,
    rightsInReport,
    'A credit score came with the report. It was not used in making our credit decision.',
  ),
  firstVersion(
    'report_not_used',
    'Our credit decision was not based on information in a report from a consumer reporting agency.',
  ),
  // Regulation B, 12 CFR 1002.9(b)(1).
  firstVersion(
    'ecoa_notice',
    'NOTICE: The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant’s income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is {agency_name}, {agency_address}.',
  ),
];
