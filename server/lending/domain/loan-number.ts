/**
 * The ten-digit number that people read out: nine digits, none of them leading zero, and a Luhn
 * check digit.
 *
 * @example loanNumber('734205518') => '7342055188'
 */
export function loanNumber(nineDigits: string): string {
  const first = (Number(nineDigits[0]) % 9) + 1;
  const body = nineDigits.startsWith('0') ? `${first}${nineDigits.slice(1)}` : nineDigits;
  return `${body}${luhnDigit(body)}`;
}

/** As people read it: `'7342055188' => '7342 055 188'`. */
export function formatLoanNumber(digits: string): string {
  return digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}

function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
