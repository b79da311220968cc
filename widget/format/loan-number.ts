/** `'7342055188' => '7342 055 188'`, as on the lender's pages. */
export function formatLoanNumber(digits: string): string {
  return digits.replace(/\B(?=(\d{3}){1,2}$)/g, ' ');
}
