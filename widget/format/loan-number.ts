/** `'7342055188' => '7342 055 188'`, as on the lender's pages; any other stays as the lender writes it. */
export function formatLoanNumber(loanNumber: string): string {
  return loanNumber.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}
