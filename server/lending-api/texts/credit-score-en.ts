import { firstVersion, SAMPLE_MARK, type TextEntry } from './text-entry.ts';

const knowScores =
  'What you should know about credit scores: Your credit score is a number that reflects the information in your credit report. Your credit report is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors. Your credit score can change, depending on how your credit history changes.';

const checkReport = [
  'What if there are mistakes in your credit report? You have a right to dispute any inaccurate information in your credit report. If you find mistakes on your credit report, contact the consumer reporting agency. It is a good idea to check your credit report to make sure the information it contains is accurate.',
  'How can you obtain a copy of your credit report? Under federal law, you have the right to obtain a free copy of your credit report from each of the nationwide consumer reporting agencies once a year. To order your free annual credit report: by telephone, call toll-free 1-877-322-8228; on the web, visit www.annualcreditreport.com; by mail, send your completed Annual Credit Report Request Form to Annual Credit Report Request Service, P.O. Box 105281, Atlanta, GA 30348-5281.',
  'How can you get more information? For more information about credit reports and your rights under federal law, visit the Consumer Financial Protection Bureau’s website at www.consumerfinance.gov/learnmore.',
];

// Risk-based pricing rule, 12 CFR 1022.74 and appendix H.
export const creditScoreEn: readonly TextEntry[] = [
  firstVersion(
    'credit_score_disclosure_h4',
    SAMPLE_MARK,
    'Sample Lending Bank (sandbox): Your Credit Score and the Price You Pay for Credit',
    'Your credit score: {score}. Source: {score_source}. Date: {score_date}.',
    knowScores,
    'How we use your credit score: Your credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
    'The range of scores: Scores range from a low of {score_low} to a high of {score_high}. Generally, the higher your score, the more likely you are to be offered better credit terms.',
    'How your score compares to the scores of other consumers: Your credit score ranks higher than {score_percentile} percent of U.S. consumers.',
    ...checkReport,
  ),
  firstVersion(
    'credit_score_disclosure_h5',
    SAMPLE_MARK,
    'Sample Lending Bank (sandbox): Credit Scores and the Price You Pay for Credit',
    'Your credit score is not available from {bureau_name}, which is a consumer reporting agency, because they may not have enough information about your credit history to calculate a score.',
    knowScores,
    'Why credit scores are important: Credit scores are important because consumers who have higher credit scores generally will get more favorable credit terms. Not having a credit score can affect whether you can get a loan and how much you will have to pay for that loan.',
    ...checkReport,
  ),
];
